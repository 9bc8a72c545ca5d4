import type { Subject } from '../es-project/duplicates/subject.ts'
import type { Ground } from '../es-project/ground.ts'
import type { RawRow } from './check-row.ts'
import type { ReferenceRows } from './references.ts'

/** The sheet that is read; a workbook that has none of this name is read from its first. */
export const SHEET = '项目导入'

/** What the checking thread begins with. */
export type CheckTask = {
  references: ReferenceRows
  ground: Ground
  today: string
  batchRows: number
} & (
  | {
      kind: 'workbook'
      path: string
      /** The last row that an earlier run has kept; rows up to it are only read, for the heading and the width. */
      after: number
    }
  | {
      kind: 'rows'
      rows: readonly { rowNo: number; raw: RawRow }[]
      letters: Readonly<Record<string, string>>
    }
)

/** Where things stand in the workbook of a batch. */
export interface Layout {
  /** Numbers of the rows that are headings. */
  headings: readonly number[]
  /** The column, from 1, for what is wrong with a row: the one of an earlier import, or the first free one. */
  notes: number
}

/** What a staged row is compared with other projects by. */
export interface StagedSubject extends Subject {
  row_no: number
}

/** Checked rows, as JSON that the database takes as it is: the thread that serves requests never looks into it. */
export interface CheckedBatch {
  rows: string
  count: number
  /** What those without errors are compared by, ascending. */
  subjects: readonly StagedSubject[]
  letters: Readonly<Record<string, string>>
  unknown: readonly string[]
  /** Of a workbook; complete with its last rows. */
  layout: Layout | undefined
}
