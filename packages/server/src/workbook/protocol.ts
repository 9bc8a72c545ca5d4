import type { ReadOptions } from './read.ts'
import type { SheetSurvey } from './survey.ts'

/** Start message of the reading thread: plain rows, rows as the file has them, or a look at all sheets. */
export type ReadTask = { path: string } & (
  | { kind: 'rows'; options: ReadOptions }
  | { kind: 'scan'; sheet: Pick<SheetSurvey, 'name' | 'text'> }
  | { kind: 'survey'; file: 'workbook' | 'text' }
)

export const BATCH_ROWS = 1_000
