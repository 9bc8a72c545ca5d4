import { ValidationError } from '../../errors.ts'
import { randomId } from '../../http/random-id.ts'
import type { CallOptions } from '../../http/types.ts'
import type { ImportBatch, ImportRow } from '../../types.ts'
import { patiently } from '../patience.ts'
import { assertResumable, type ImportState } from './journal.ts'
import { PART_ROWS, type Part, partsOf } from './parts.ts'
import { importMapOf, type ReadingMap } from './reading.ts'
import { PartSender } from './send-rows.ts'
import { callOf, finished, referring } from './settle.ts'
import type { ImportCalls, ImportOptions, ImportOutcome, ImportRecord, RowsOptions } from './types.ts'

export interface WorkbookOptions extends ImportOptions {
  /** Submits the written projects. */
  submitAfterCommit?: boolean
  /** The sheet to import, where several have projects. */
  sheet?: string
  /** The fields and units of the columns. Without it the platform goes by the map that the office has saved for these headings, or by the names of the columns. */
  map?: ReadingMap
  /** Whether later files of the office with the same headings are read in the same way. */
  remember?: boolean
  onUpload?: CallOptions['onUpload']
}

// A header cannot carry Chinese, but a key may contain any text. The batch has the whole key.
const headerText = (key: string) => encodeURIComponent(key).slice(-128)

/** The key of the batch. A dry run has one of its own, of 8 to 128 characters as any. */
const keyOf = ({ clientKey = randomId(), dryRun }: ImportOptions) =>
  dryRun ? `dry-${clientKey}`.slice(0, 128) : clientKey

/**
 * Imports a workbook: uploads it, waits for the check, and writes the rows that pass.
 * Refused rows do not reject the call. See `batch.errorRows` and `errorRows()`.
 * Where the platform has to ask what the sheet or a column is, `batch.state` is `ASKING`, and `reading` has the questions:
 * `answerReading` goes on with it.
 */
export async function importWorkbook(
  calls: ImportCalls,
  file: Blob,
  options: WorkbookOptions = {},
): Promise<ImportOutcome> {
  const { mode = 'partial', dryRun = false, submitAfterCommit = false, sheet, remember = false } = options
  const { onUpload } = options
  const map = options.map && importMapOf(options.map)
  const clientKey = keyOf(options)
  const more = {
    ...(sheet ? { sheet } : {}),
    ...(map ? { map: JSON.stringify(map) } : {}),
    ...(remember ? { remember } : {}),
  }
  let received: ImportBatch | undefined
  return referring(
    clientKey,
    () => received?.id,
    async () => {
      received = await calls.upload(
        { file, mode, dryRun, submitAfterCommit, clientKey, ...more },
        { ...callOf(options), idempotencyKey: headerText(clientKey), ...(onUpload ? { onUpload } : {}) },
      )
      // A batch of this key that asks, from an earlier call without a map.
      if (map && received.state === 'ASKING')
        received = await calls.confirmReading(received.id, { map, remember }, callOf(options))
      return finished(calls, received, options)
    },
  )
}

/** The state to begin with: that of the journal, if it is of this import. */
async function firstState({ journal, ...options }: RowsOptions): Promise<ImportState> {
  const { mode = 'partial', dryRun = false } = options
  const {
    acceptWarnings = true,
    skipRepeat = true,
    forceFields = [],
    clearBlank = false,
    takeReturned = false,
  } = options
  const partRows = Math.min(options.partRows ?? PART_ROWS, PART_ROWS)
  const kept = await journal?.read()
  const clientKey = kept && options.clientKey === undefined ? kept.clientKey : keyOf(options)
  const more = { ...(clearBlank ? { clearBlank } : {}), ...(takeReturned ? { takeReturned } : {}) }
  const terms = { mode, dryRun, acceptWarnings, skipRepeat, forceFields, partRows, ...more }
  if (kept) assertResumable(kept, { clientKey, terms })
  const state = kept ?? { clientKey, terms, parts: [] }
  // The key is kept before anything is sent under it.
  if (!kept) await journal?.write(state)
  return state
}

/** Reads all parts. @throws ValidationError if a row was refused */
async function wholeOf(parts: AsyncIterable<Part>, unsent: readonly ImportRow[]): Promise<Part[]> {
  const all: Part[] = []
  for await (const part of parts) if (unsent.length === 0) all.push(part)
  if (unsent.length === 0) return all
  const errors = unsent.flatMap(({ rowNo, errors }) =>
    errors.map(({ field = '', code, value, message }) => ({
      row: rowNo,
      field,
      ...(code ? { code } : {}),
      ...(value === undefined ? {} : { value }),
      message,
    })),
  )
  const message = `有 ${unsent.length} 行未通过校验，没有发送任何行`
  throw new ValidationError(message, {
    errors,
    sent: false,
    ...(errors[0]?.code ? { code: errors[0].code } : {}),
  })
}

async function* inOrder<T>(all: Iterable<T>): AsyncGenerator<T, void, void> {
  yield* all
}

/**
 * Imports rows by field name, without a workbook, in parts of up to 2,000. Otherwise like `importWorkbook`. Parts are sent
 * again until the server has confirmed them, which takes each once. With a `journal` a later call with the same rows goes
 * on where this one ended.
 * @throws RangeError without any row; ConflictError for a journal of another import; ValidationError if rows differ from
 * those that were sent before, or if `precheck` refuses some of an `atomic` import
 */
export async function importRows(
  calls: ImportCalls,
  rows: Iterable<ImportRecord> | AsyncIterable<ImportRecord>,
  options: RowsOptions = {},
): Promise<ImportOutcome> {
  const state = await firstState(options)
  const { clientKey } = state
  const unsent: ImportRow[] = []
  let read = 0
  const tell = (batch?: ImportBatch) =>
    options.onRows?.({
      clientKey,
      batchId: sender.state.batchId,
      read,
      sent: sender.sent,
      checked: batch?.parsedRows ?? 0,
      written: batch?.committedRows ?? 0,
      concurrency: sender.concurrency,
    })
  const sender = new PartSender(calls, state, options, () => tell())
  const onProgress = (batch: ImportBatch) => {
    options.onProgress?.(batch)
    tell(batch)
  }
  return referring(
    clientKey,
    () => sender.state.batchId,
    async () => {
      const { partRows } = state.terms
      const parts = partsOf(rows, { partRows, precheck: options.precheck }, (refused) => {
        read += 1
        if (refused) unsent.push(refused)
      })
      const isWhole = options.mode === 'atomic' && options.precheck !== undefined
      await sender.send(isWhole ? inOrder(await wholeOf(parts, unsent)) : parts)
      const { batchId } = sender.state
      if (batchId === undefined) throw new RangeError('没有可导入的行')
      // A later reply may have come first: only a look shows whether all parts are there.
      const received = await patiently(() => calls.get(batchId, callOf(options)), options.signal)
      return finished(calls, received, { ...options, onProgress }, unsent)
    },
  )
}

export { answerImport } from './answer.ts'
export type { ImportJournal, ImportState, ImportTerms, SentPart } from './journal.ts'
export {
  type AnswerOptions,
  answerReading,
  ImportAskingError,
  type ReadingMap,
  type ReadingMapColumn,
  type ReadingQuestion,
  readingMapOf,
  readingQuestions,
} from './reading.ts'
export type {
  ImportCell,
  ImportOptions,
  ImportOutcome,
  ImportRecord,
  RowCheck,
  RowsOptions,
  RowsProgress,
} from './types.ts'
