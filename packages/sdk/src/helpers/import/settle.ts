import { failureMessages, isXinchuError, TimeoutError } from '../../errors.ts'
import { randomId } from '../../http/random-id.ts'
import type { CallOptions } from '../../http/types.ts'
import type { ImportBatch, ImportRow } from '../../types.ts'
import { patiently, wait } from '../patience.ts'
import { rowsOf, those, withUnsent } from './rows-of.ts'
import type { ImportCalls, ImportOptions, ImportOutcome } from './types.ts'

const FIRST_WAIT_MS = 100
// The largest batches take minutes, and show their progress meanwhile.
const STANDSTILL_MS = 3_600_000
const WAITING = new Set(['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING'])

export const callOf = ({ signal }: ImportOptions): CallOptions => (signal ? { signal } : {})

/** @throws TimeoutError if nothing happens to the batch for an hour */
async function settled(calls: ImportCalls, first: ImportBatch, options: ImportOptions): Promise<ImportBatch> {
  const { signal, pollInterval = 1_000, onProgress } = options
  let batch = first
  onProgress?.(batch)
  // Small batches finish quickly; large ones need fewer polls.
  let limit = performance.now() + STANDSTILL_MS
  for (let ms = FIRST_WAIT_MS; WAITING.has(batch.state); ms *= 2) {
    await wait(Math.min(ms, pollInterval), signal)
    const next = await patiently(() => calls.get(batch.id, callOf(options)), signal)
    if (JSON.stringify(next) !== JSON.stringify(batch)) limit = performance.now() + STANDSTILL_MS
    else if (performance.now() > limit) throw new TimeoutError(failureMessages.timeout)
    batch = next
    onProgress?.(batch)
  }
  return batch
}

/** Whether the commit would write a row. */
function hasRowsToWrite(
  { state, mode, okRows, warnRows, askedRows, errorRows, repeatRows }: ImportBatch,
  { acceptWarnings = true, skipRepeat = true }: ImportOptions,
): boolean {
  if (state !== 'READY' || (mode === 'atomic' && (errorRows > 0 || askedRows > 0))) return false
  return okRows + (acceptWarnings ? warnRows : 0) + (skipRepeat ? 0 : repeatRows) > 0
}

const COMMITTED = new Set(['COMMITTING', 'DONE', 'FAILED'])

/**
 * Starts the writing. The key makes it happen once, even if its reply is lost and it is made again. It differs for each
 * import under one client key, so that the reply tells which of them has started it, as `isOurs`.
 */
async function commit(calls: ImportCalls, { id }: ImportBatch, options: ImportOptions) {
  const { acceptWarnings = true, skipRepeat = true, forceFields, clearBlank, takeReturned } = options
  const terms = {
    acceptWarnings,
    skipRepeat,
    ...(forceFields ? { forceFields } : {}),
    ...(clearBlank ? { clearBlank } : {}),
    ...(takeReturned ? { takeReturned } : {}),
  }
  const call = { ...callOf(options), idempotencyKey: `commit-import-${id}-${randomId()}` }
  try {
    const batch = await patiently(() => calls.commit(id, terms, call), options.signal)
    return { batch, isOurs: batch.started !== false }
  } catch (error) {
    if (!isXinchuError(error) || error.status !== 409 || error.code !== 'W-025') throw error
    const batch = await patiently(() => calls.get(id, callOf(options)), options.signal)
    if (!COMMITTED.has(batch.state)) throw error
    return { batch, isOurs: false }
  }
}

/** Waits for the check of a received batch, and writes the rows that pass. */
export async function finished(
  calls: ImportCalls,
  received: ImportBatch,
  options: ImportOptions,
  unsent: readonly ImportRow[] = [],
): Promise<ImportOutcome> {
  const checked = await settled(calls, received, options)
  const all = (state?: ImportRow['state']) => rowsOf(calls, checked.id, callOf(options), state)
  const mine = unsent.map((row) => ({ ...row, batchId: checked.id }))
  const rows = () => withUnsent(mine, all())
  const { beforeWrite } = options
  const isWanted = async () => beforeWrite === undefined || beforeWrite({ batch: checked, rows })
  const isToWrite = !options.dryRun && hasRowsToWrite(checked, options) && (await isWanted())
  const started = isToWrite ? await commit(calls, checked, options) : undefined
  const batch = started ? await settled(calls, started.batch, options) : checked
  const reading =
    checked.state === 'ASKING'
      ? await patiently(() => calls.reading(checked.id, callOf(options)), options.signal)
      : undefined
  const writtenBefore = started?.isOurs ? checked.committedRows : batch.committedRows
  return {
    batch,
    checked,
    written: batch.committedRows - writtenBefore,
    writtenBefore,
    unsent: unsent.length,
    asked: batch.askedRows,
    questions: () => calls.questions(batch.id, callOf(options)),
    askedRows: () => all('ASK'),
    ...(reading ? { reading } : {}),
    rows,
    errorRows: () => withUnsent(mine, all('ERROR')),
    repeatRows: () => all('REPEAT'),
    warningRows: () =>
      those(
        all(),
        ({ state, warnings }) => warnings.length > 0 && (state === 'WARN' || state === 'COMMITTED'),
      ),
  }
}

/** Adds the batch and the key of the import to its errors. */
export async function referring<T>(
  clientKey: string,
  batchId: () => number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isXinchuError(error)) Object.assign(error, { importOf: { clientKey, batchId: batchId() } })
    throw error
  }
}
