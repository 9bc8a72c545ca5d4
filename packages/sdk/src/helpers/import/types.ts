import type { imports } from '../../gen/resources.ts'
import type {
  HybridPart,
  ImportBatch,
  ImportCellIssue,
  ImportQuestions,
  ImportReading,
  ImportRow,
} from '../../types.ts'
import type { ImportJournal } from './journal.ts'

export type ImportCalls = ReturnType<typeof imports>

/**
 * A cell value; null is an empty cell, undefined none at all. The server checks it as the text that it would be in the workbook.
 * A `Date` is that day in Beijing; one without a time, as `new Date('2027-12-01')`, is the day that was written. The parts of
 * a mixed station (`hybridDetail`) are a list, in MW and MWh.
 */
export type ImportCell = string | number | boolean | Date | readonly HybridPart[] | null | undefined
/** One row: cells by field name. */
export type ImportRecord = Readonly<Record<string, ImportCell>>

/** Checks one row before it is sent. Returns its errors in the server's shape; none if it may be sent. */
export type RowCheck = (cells: Readonly<Record<string, string>>, rowNo: number) => readonly ImportCellIssue[]

export interface ImportOptions {
  /** `atomic` writes nothing unless every row passes; `partial` (default) writes the rows that pass. */
  mode?: ImportBatch['mode']
  /** Checks without writing. */
  dryRun?: boolean
  /** Whether to write rows with warnings. Default true. */
  acceptWarnings?: boolean
  /** Whether to skip rows that look like an existing project. Default true. */
  skipRepeat?: boolean
  /** Fields to take although a person has corrected them in the draft; `*` for all. By default the correction stays. */
  forceFields?: string[]
  /** Whether rows may change projects that an office has returned. By default they are not written, and are counted as `held`. */
  takeReturned?: boolean
  /** Whether empty cells clear what a draft has. By default it stays, and is counted. A column that a file lacks always stays. */
  clearBlank?: boolean
  /**
   * 8 to 128 characters. Using the same key within 24 hours resumes an interrupted import. A dry run does not take the key
   * of the real one. Each error of the import has it as `importOf.clientKey`.
   */
  clientKey?: string
  /** Asked before the checked rows are written, as for a plan that they must match. False leaves the batch unwritten. */
  beforeWrite?: (checked: Pick<ImportOutcome, 'batch' | 'rows'>) => boolean | Promise<boolean>
  signal?: AbortSignal
  /** Called with the batch after each poll. */
  onProgress?: (batch: ImportBatch) => void
  /** Longest poll interval in milliseconds. Default 1,000. */
  pollInterval?: number
}

/** How many rows an import has got through. */
export interface RowsProgress {
  clientKey: string
  /** Unknown until the first part has been sent. */
  batchId: number | undefined
  read: number
  /** Rows that the server has, or that were refused before they were sent. */
  sent: number
  checked: number
  written: number
  /** Parts that may be under way at the same time now. */
  concurrency: number
}

export interface RowsOptions extends ImportOptions {
  /** Called after each part and each poll. */
  onRows?: (progress: RowsProgress) => void
  /**
   * Where the progress is kept, so that an import of the same rows goes on after its process was killed: `fileJournal(path)`
   * of `@xinchu/sdk/node`, or your own. It also has the key.
   */
  journal?: ImportJournal
  /**
   * Checks rows before they are sent: `checkProjectRow` of `@xinchu/sdk/precheck`. `partial` leaves out the refused rows and
   * tells them with the others. `atomic` reads all rows first and rejects with a `ValidationError` before sending any.
   */
  precheck?: RowCheck
  /** Rows of a part, at most 2,000, which is the default. */
  partRows?: number
  /** Most parts under way at the same time. Fewer are while the server is slow or asks to wait. Default 4. */
  concurrency?: number
}

export interface ImportOutcome {
  /** The final state of the batch. */
  batch: ImportBatch
  /** The batch as it was checked, before rows were written. */
  checked: ImportBatch
  /** Rows of the writing that this call has started. `batch` tells how many drafts were made, changed or the same. */
  written: number
  /** Rows written by another call of the same key or file: an earlier, interrupted or parallel one. */
  writtenBefore: number
  /** How the platform has understood the file, and what it asks. Only of a batch in the state `ASKING`, of which nothing was read. */
  reading?: ImportReading
  /** Rows that the precheck has refused. They are not in the figures of `batch`. */
  unsent: number
  /** Rows that are not written because cells have to be confirmed. */
  asked: number
  /** What the cells leave open, equal questions together. `answerImport` answers them. */
  questions(): Promise<ImportQuestions>
  /** The rows that are not written because cells have to be confirmed, each with its `questions`. */
  askedRows(): AsyncGenerator<ImportRow, void, void>
  /** The refused rows, each with its errors in the workbook's terms. */
  errorRows(): AsyncGenerator<ImportRow, void, void>
  /** The rows with warnings, written or not. */
  warningRows(): AsyncGenerator<ImportRow, void, void>
  /** The rows that look like an existing project and were not written. */
  repeatRows(): AsyncGenerator<ImportRow, void, void>
  /** All rows. Those that would change a draft of the office tell how, field by field, as `draft`. */
  rows(): AsyncGenerator<ImportRow, void, void>
}
