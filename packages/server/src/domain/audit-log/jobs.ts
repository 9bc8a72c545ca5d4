import type { Transact } from '../../db/transaction.ts'
import { removeOldEntries } from './retention.ts'
import { sealEntries } from './seal.ts'

/** An entry that is not sealed can still be changed unnoticed. */
const SEAL_MS = 5_000
const HOUR_MS = 3_600_000

interface Job {
  run(signal: AbortSignal): Promise<unknown>
  failure: string
  everyMs: number
}

interface Means {
  transact: Transact
  now(): Date
  /** Days for which entries are kept; 0 keeps them for ever. */
  days: number
  log: { info(values: object, message: string): void }
}

/** Scheduled jobs of the audit log: seal entries, log the head of the chain, remove expired days. */
export function auditJobs({ transact, now, days, log }: Means): Job[] {
  let told = 0
  const tellEnd = async (signal: AbortSignal) => {
    const { end } = await sealEntries(transact, signal)
    if (!end || end.seq === told) return
    told = end.seq
    // Logs are kept elsewhere, so that a chain that was rewritten as a whole is found.
    log.info({ auditSeq: end.seq, auditHash: end.hash }, 'end of the audit chain')
  }
  const remove = (signal: AbortSignal) => removeOldEntries(transact, { days, now: now(), signal })
  return [
    {
      run: (signal) => sealEntries(transact, signal),
      failure: 'audit entries were not sealed',
      everyMs: SEAL_MS,
    },
    { run: tellEnd, failure: 'the end of the audit chain was not logged', everyMs: HOUR_MS },
    ...(days > 0 ? [{ run: remove, failure: 'old audit entries were not removed', everyMs: HOUR_MS }] : []),
  ]
}
