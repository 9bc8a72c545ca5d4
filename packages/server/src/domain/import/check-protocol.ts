import type { Source } from '@xinchu/validators/reading'
import type { ReadingMap } from '@xinchu/validators/reading/table'
import type { Subject } from '../es-project/duplicates/subject.ts'
import type { Ground } from '../es-project/ground.ts'
import type { RawCells, RawRow } from './places.ts'
import type { ReferenceRows } from './references.ts'
import type { SavedMap, StoredReading } from './stored-reading.ts'

/** Name of the sheet in our own workbooks. */
export const SHEET = '项目导入'

/** What is known of how a file is to be read. */
export interface ReadingTask {
  /** The sheet that the user has chosen. */
  sheet?: string
  /** What the user has said of the columns. */
  map?: ReadingMap
  /** The maps that the office keeps, for a file of which nothing was said. */
  maps?: readonly SavedMap[]
}

/** Start message of the checking thread. */
export type CheckTask = {
  references: ReferenceRows
  ground: Ground
  today: string
  batchRows: number
} & (
  | (ReadingTask & {
      kind: 'workbook'
      path: string
      file: 'workbook' | 'text'
      /** Last row kept by an earlier run. Rows up to it are read only for the account of the workbook. */
      after: number
    })
  | {
      kind: 'rows'
      rows: readonly { rowNo: number; raw: RawRow; cells: RawCells | null }[]
      /** The row above them, if they follow each other. Rows that were read before know it. */
      above?: { raw: RawRow; cells: RawCells | null }
      from: FileSource
      letters: Readonly<Record<string, string>>
    }
)

/** Where rows were read, as their cells are still to be understood. */
export type FileSource = Omit<Source, 'today'>

/** Layout of a batch's workbook. */
export interface Layout {
  /** Absent in batches of an earlier release. */
  source?: FileSource
  /** The sheet that was read. Absent as above. */
  sheet?: string
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
  /** Notes for the user about the rows read so far. */
  notes: readonly string[]
  /** Layout of the workbook; complete with its last rows. */
  layout: Layout | undefined
  /** How the file is read; only with the first rows. */
  reading?: StoredReading
  /** Whether the user has to answer before anything is read. */
  isAsking?: true
}
