import type { ReadOptions, SheetRow } from './read.ts'

/** What the reading thread begins with. */
export interface ReadTask {
  path: string
  options: ReadOptions
}

/** What the reading thread says; it goes on after a batch only when asked to. */
export type ReadReport =
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; message: string }

export const BATCH_ROWS = 1_000
