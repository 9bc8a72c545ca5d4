import { AbortedError, failureMessages, isXinchuError } from '../errors.ts'
import type { imports } from '../gen/resources.ts'
import { randomId } from '../http/random-id.ts'
import { pause } from '../http/retry.ts'
import type { CallOptions } from '../http/types.ts'
import type { ImportBatch, ImportRow } from '../types.ts'

type ImportCalls = ReturnType<typeof imports>

/** A cell value. The server checks it as the text that it would be in the workbook. */
export type ImportCell = string | number | boolean | null | undefined
/** One row: cells by field name. */
export type ImportRecord = Readonly<Record<string, ImportCell>>

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
  /** Using the same key within 24 hours resumes an interrupted import. A dry run does not take the key of the real one. */
  clientKey?: string
  /** Asked before the checked rows are written, as for a plan that they must match. False leaves the batch unwritten. */
  beforeWrite?: (checked: Pick<ImportOutcome, 'batch' | 'rows'>) => boolean | Promise<boolean>
  signal?: AbortSignal
  /** Called with the batch after each poll. */
  onProgress?: (batch: ImportBatch) => void
  /** Longest poll interval in milliseconds. Default 1,000. */
  pollInterval?: number
}

export interface WorkbookOptions extends ImportOptions {
  /** Submits the written projects. */
  submitAfterCommit?: boolean
  onUpload?: CallOptions['onUpload']
}

export interface ImportOutcome {
  /** The final state of the batch. */
  batch: ImportBatch
  /** Rows that this call has written. Those of `batch.committedRows` may have been written before, by the same key or file. */
  written: number
  /** The refused rows, each with its errors in the workbook's terms. */
  errorRows(): AsyncGenerator<ImportRow, void, void>
  /** All rows. Those that would change a draft of the office tell how, field by field, as `draft`. */
  rows(): AsyncGenerator<ImportRow, void, void>
}

const CHUNK_ROWS = 2000
const FIRST_WAIT_MS = 100
const WAITING = new Set(['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING'])

// A header cannot carry Chinese, but a key may contain any text.
const headerText = (key: string) => encodeURIComponent(key)

/** The key of the batch. A dry run has one of its own, of 8 to 128 characters as any. */
const keyOf = ({ clientKey = randomId(), dryRun }: ImportOptions) =>
  dryRun ? `dry-${clientKey}`.slice(0, 128) : clientKey

const callOf = ({ signal }: ImportOptions): CallOptions => (signal ? { signal } : {})

async function settled(calls: ImportCalls, first: ImportBatch, options: ImportOptions): Promise<ImportBatch> {
  const never = new AbortController().signal
  let batch = first
  options.onProgress?.(batch)
  // Small batches finish quickly; large ones need fewer polls.
  for (let wait = FIRST_WAIT_MS; WAITING.has(batch.state); wait *= 2) {
    await pause(Math.min(wait, options.pollInterval ?? 1_000), options.signal ?? never).catch((cause) => {
      throw new AbortedError(failureMessages.aborted, { cause })
    })
    batch = await calls.get(batch.id, callOf(options))
    options.onProgress?.(batch)
  }
  return batch
}

/** Whether the commit would write a row. */
function hasRowsToWrite(
  { state, mode, okRows, warnRows, errorRows, repeatRows }: ImportBatch,
  { acceptWarnings = true, skipRepeat = true }: ImportOptions,
): boolean {
  if (state !== 'READY' || (mode === 'atomic' && errorRows > 0)) return false
  return okRows + (acceptWarnings ? warnRows : 0) + (skipRepeat ? 0 : repeatRows) > 0
}

async function* rowsOf(calls: ImportCalls, batchId: number, call: CallOptions, state?: ImportRow['state']) {
  const size = 200
  const query = { batchId, ...(state ? { state } : {}), size }
  let { list } = calls
  for (let page = 0; ; page++) {
    const found = await list({ ...query, page }, { ...call, isQuiet: page === 0 }).catch((error: unknown) => {
      if (!isXinchuError(error) || error.kind !== 'forbidden') throw error
      // Provinces and the administrator use a separate list. That the first is closed to them is no news to the hooks.
      list = calls.listForProvince
      return list({ ...query, page }, call)
    })
    yield* found.rows ?? []
    if (!found.rows?.length || (page + 1) * size >= found.totalElements) return
  }
}

async function finished(
  calls: ImportCalls,
  received: ImportBatch,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const before = received.committedRows
  let batch = await settled(calls, received, options)
  const rows = () => rowsOf(calls, batch.id, callOf(options))
  const isWanted = async () => options.beforeWrite === undefined || options.beforeWrite({ batch, rows })
  if (!options.dryRun && hasRowsToWrite(batch, options) && (await isWanted())) {
    const { acceptWarnings = true, skipRepeat = true, forceFields } = options
    const terms = { acceptWarnings, skipRepeat, ...(forceFields ? { forceFields } : {}) }
    batch = await settled(calls, await calls.commit(batch.id, terms, callOf(options)), options)
  }
  const written = batch.committedRows - before
  return { batch, written, rows, errorRows: () => rowsOf(calls, batch.id, callOf(options), 'ERROR') }
}

/**
 * Imports a workbook: uploads it, waits for the check, and writes the rows that pass.
 * Refused rows do not reject the call. See `batch.errorRows` and `errorRows()`.
 */
export async function importWorkbook(
  calls: ImportCalls,
  file: Blob,
  options: WorkbookOptions = {},
): Promise<ImportOutcome> {
  const { mode = 'partial', dryRun = false, submitAfterCommit = false } = options
  const clientKey = keyOf(options)
  const received = await calls.upload(
    { file, mode, dryRun, submitAfterCommit, clientKey },
    {
      ...callOf(options),
      idempotencyKey: headerText(clientKey),
      ...(options.onUpload ? { onUpload: options.onUpload } : {}),
    },
  )
  return finished(calls, received, options)
}

function textsOf(record: ImportRecord): Record<string, string> {
  const filled = Object.entries(record).filter(([, cell]) => cell !== null && cell !== undefined)
  return Object.fromEntries(filled.map(([field, cell]) => [field, String(cell)]))
}

async function* chunksOf(rows: Iterable<ImportRecord> | AsyncIterable<ImportRecord>) {
  let chunk: Record<string, string>[] = []
  for await (const row of rows) {
    // Hold back one row until another follows, because the last chunk must be marked as the last.
    if (chunk.length === CHUNK_ROWS) {
      yield { chunk, last: false }
      chunk = []
    }
    chunk.push(textsOf(row))
  }
  if (chunk.length > 0) yield { chunk, last: true }
}

/**
 * Imports rows by field name, without a workbook, in chunks of 2,000. Otherwise like `importWorkbook`.
 * @throws RangeError without any row
 */
export async function importRows(
  calls: ImportCalls,
  rows: Iterable<ImportRecord> | AsyncIterable<ImportRecord>,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const { mode = 'partial', dryRun = false } = options
  const clientKey = keyOf(options)
  let batch: ImportBatch | undefined
  let part = 0
  for await (const { chunk, last } of chunksOf(rows)) {
    part += 1
    const request = { clientKey, mode, dryRun, rows: chunk, last, ...(batch ? { batchId: batch.id } : {}) }
    batch = await calls.upload(request, {
      ...callOf(options),
      idempotencyKey: headerText(`${clientKey}-${part}`),
    })
  }
  if (!batch) throw new RangeError('there is no row to import')
  return finished(calls, batch, options)
}
