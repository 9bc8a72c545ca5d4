import { AbortedError, isXinchuError } from '../errors.ts'
import type { imports } from '../gen/resources.ts'
import { randomId } from '../http/random-id.ts'
import { pause } from '../http/retry.ts'
import type { CallOptions } from '../http/types.ts'
import type { ImportBatch, ImportRow } from '../types.ts'

type ImportCalls = ReturnType<typeof imports>

/** A cell as a script has it; it is checked as the text that it would be in the workbook. */
export type ImportCell = string | number | boolean | null | undefined
/** One row: cells by field name. */
export type ImportRecord = Readonly<Record<string, ImportCell>>

export interface ImportOptions {
  /** `atomic` writes nothing unless every row passes; `partial`, the default, writes the rows that do. */
  mode?: ImportBatch['mode']
  /** Checks only. */
  dryRun?: boolean
  /** Whether rows with warnings are written; yes by default. */
  acceptWarnings?: boolean
  /** Whether rows that look like an existing project are left out; yes by default. */
  skipRepeat?: boolean
  /** The same key within 24 hours finds the batch of before, so that an interrupted import can be taken up again. */
  clientKey?: string
  signal?: AbortSignal
  /** The state of the batch, each time that it is asked for. */
  onProgress?: (batch: ImportBatch) => void
  /** The most milliseconds between two questions for the progress; 1,000 by default. */
  pollInterval?: number
}

export interface WorkbookOptions extends ImportOptions {
  /** Submits the projects that were written. */
  submitAfterCommit?: boolean
  onUpload?: CallOptions['onUpload']
}

export interface ImportOutcome {
  /** The batch as it ended. */
  batch: ImportBatch
  /** The rows that were refused, each with its errors in the words of the workbook. */
  errorRows(): AsyncGenerator<ImportRow, void, void>
}

const CHUNK_ROWS = 2000
const FIRST_WAIT_MS = 100
const WAITING = new Set(['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING'])

// A header carries no Chinese; a key may be in any words.
const headerText = (key: string) => encodeURIComponent(key)

const callOf = ({ signal }: ImportOptions): CallOptions => (signal ? { signal } : {})

async function settled(calls: ImportCalls, first: ImportBatch, options: ImportOptions): Promise<ImportBatch> {
  const never = new AbortController().signal
  let batch = first
  options.onProgress?.(batch)
  // A small batch is ready at once, a large one need not be asked for that often.
  for (let wait = FIRST_WAIT_MS; WAITING.has(batch.state); wait *= 2) {
    await pause(Math.min(wait, options.pollInterval ?? 1_000), options.signal ?? never).catch((cause) => {
      throw new AbortedError('请求已取消', { cause })
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
      // Provinces and the administrator have a list of their own.
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
 * Imports a workbook: uploads it, waits until it is checked, writes the rows that pass.
 * Refused rows are no failure of the call: see `batch.errorRows` and `errorRows()`.
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
    // One row is held back until there is another: the last chunk must say that it is the last.
    if (chunk.length === CHUNK_ROWS) {
      yield { chunk, last: false }
      chunk = []
    }
    chunk.push(textsOf(row))
  }
  if (chunk.length > 0) yield { chunk, last: true }
}

/**
 * Imports rows without a workbook, by field name, 2,000 at a time in their order; otherwise like `importWorkbook`.
 * @throws RangeError when there is no row
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
