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
  /** Using the same key within 24 hours resumes an interrupted import. */
  clientKey?: string
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
  /** The refused rows, each with its errors in the workbook's terms. */
  errorRows(): AsyncGenerator<ImportRow, void, void>
}

const CHUNK_ROWS = 2000
const FIRST_WAIT_MS = 100
const WAITING = new Set(['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING'])

// A header cannot carry Chinese, but a key may contain any text.
const headerText = (key: string) => encodeURIComponent(key)

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

const hasRowsToWrite = ({ state, mode, okRows, warnRows, errorRows }: ImportBatch) =>
  state === 'READY' && okRows + warnRows > 0 && !(mode === 'atomic' && errorRows > 0)

async function* errorRows(calls: ImportCalls, batchId: number, call: CallOptions) {
  const size = 200
  const query = { batchId, state: 'ERROR', size } as const
  for (let page = 0; ; page++) {
    const found = await calls.list({ ...query, page }, call).catch((error: unknown) => {
      // Provinces and the administrator use a separate list.
      if (isXinchuError(error) && error.kind === 'forbidden')
        return calls.listForProvince({ ...query, page }, call)
      throw error
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
  let batch = await settled(calls, received, options)
  if (!options.dryRun && hasRowsToWrite(batch)) {
    const { acceptWarnings = true, skipRepeat = true } = options
    batch = await settled(
      calls,
      await calls.commit(batch.id, { acceptWarnings, skipRepeat }, callOf(options)),
      options,
    )
  }
  return { batch, errorRows: () => errorRows(calls, batch.id, callOf(options)) }
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
  const { mode = 'partial', dryRun = false, submitAfterCommit = false, clientKey = randomId() } = options
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
  const { mode = 'partial', dryRun = false, clientKey = randomId() } = options
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
