import type { Subject } from '../es-project/duplicates/subject.ts'
import type { Ground } from '../es-project/ground.ts'
import type { RawRow } from './check-row.ts'
import type { ReferenceRows } from './references.ts'

/** Name of the sheet to read. Falls back to the first sheet. */
export const SHEET = '项目导入'

/** Start message of the checking thread. */
export type CheckTask = {
  references: ReferenceRows
  ground: Ground
  today: string
  batchRows: number
} & (
  | {
      kind: 'workbook'
      path: string
      /** Last row kept by an earlier run. Rows up to it are read only for heading and width. */
      after: number
    }
  | {
      kind: 'rows'
      rows: readonly { rowNo: number; raw: RawRow }[]
      letters: Readonly<Record<string, string>>
    }
)

/** Layout of a batch's workbook. */
export interface Layout {
  /** Row numbers of headings. */
  headings: readonly number[]
  /** Error column, from 1: that of an earlier import, or the first free column. */
  notes: number
}

/** Comparison columns of a staged row. */
export interface StagedSubject extends Subject {
  row_no: number
}

/** Checked rows as JSON for the database. The main thread does not parse it. */
export interface CheckedBatch {
  rows: string
  count: number
  /** Comparison columns of the rows without errors, ascending. */
  subjects: readonly StagedSubject[]
  letters: Readonly<Record<string, string>>
  unknown: readonly string[]
  /** What was converted so far. */
  notes: readonly string[]
  /** Layout of the workbook; complete with its last rows. */
  layout: Layout | undefined
}
