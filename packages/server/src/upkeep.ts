import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { DbPool } from './db/database.ts'
import { inTransaction, type Transact } from './db/transaction.ts'
import { auditJobs } from './domain/audit-log/jobs.ts'
import { sweepTries } from './domain/auth/known-origin.ts'
import { sweepLogins } from './domain/auth/login-log.ts'
import { recomputeStale } from './domain/demo-review/recompute.ts'
import { tendAppeals } from './domain/es-project/appeals/close.ts'
import { keyNumbers } from './domain/es-project/duplicates/number-keys.ts'
import { removeOldEvents } from './domain/events/order.ts'
import { collectLeft } from './domain/files/keep.ts'
import { expireSessions } from './domain/files/sessions.ts'
import type { ObjectStore } from './domain/files/store/object-store.ts'
import { uploadFolder } from './domain/files/stored.ts'
import { sweepUploads } from './domain/files/sweep.ts'
import { remindAuthors } from './domain/review/reminders.ts'
import { indexMissing } from './domain/search/project-index.ts'
import { addUpChanges } from './domain/statistics/revision.ts'
import { refreshStatistics, warmStatistics } from './domain/statistics/warm.ts'
import { remindReviewers } from './domain/users/registration-reminders.ts'
import { removeOldDeliveries } from './domain/webhooks/log.ts'
import { Repeating } from './runtime/repeating.ts'

const FIRST_MS = 60_000
const HOUR_MS = 3_600_000
const EVERY_MS = 4 * HOUR_MS
/** Days that a registration waits before its county is reminded. */
const REVIEW_DAYS = 3
/** A conflict of interest should stop an expert soon after the data change. */
const CONFLICTS_MS = 60_000
const STATISTICS_MS = 60_000
/** The first who asks after a start, or after a change, should find most sums read. */
const FIRST_STATISTICS_MS = 500
const CHANGES_MS = 10_000

interface Means {
  db: DbPool
  config: Pick<Config, 'dataDir' | 'remindDays' | 'auditDays' | 'eventDays'>
  files: ObjectStore
  now(): Date
}

/**
 * Starts what the server does by itself, until it closes: removing left-over uploads, removing old log-ins, reminding
 * authors and comparing experts with the projects that they review.
 */
export function repeatUpkeep(app: FastifyInstance, { db, config, files, now }: Means): void {
  const repeat = (
    run: (signal: AbortSignal) => Promise<unknown>,
    failure: string,
    everyMs = EVERY_MS,
    firstMs = Math.min(FIRST_MS, everyMs),
  ) => {
    const job = new Repeating({
      firstMs,
      everyMs,
      run,
      onError: (error) => app.log.error({ err: error }, failure),
    })
    app.addHook('onClose', () => job.stop())
  }
  const folder = uploadFolder(config)
  repeat((signal) => sweepUploads({ db, folder, now, signal }), 'the upload folder was not swept')
  const transact: Transact = (work) => inTransaction(db, work)
  const clear = async (signal: AbortSignal) => {
    await transact((trx) => expireSessions(trx, now()))
    await collectLeft({ files, transact, now }, signal)
  }
  repeat(clear, 'left-over bytes were not collected')
  // A copy of an earlier version may still write projects after the start of this one.
  repeat((signal) => keyNumbers(transact, signal), 'numbers of projects were not made comparable')
  repeat(() => tendAppeals(transact, now()), 'appeals were not closed, nor deciders reminded')
  repeat((signal) => indexMissing(transact, signal), 'projects were not made searchable')
  repeat(
    () => transact((trx) => recomputeStale(trx, now())),
    'conflicts of interest were not computed',
    CONFLICTS_MS,
  )
  repeat(
    (signal) => removeOldEvents(db, transact, { days: config.eventDays, now: now(), signal }),
    'old events were not removed',
  )
  repeat(() => removeOldDeliveries(db), 'old deliveries were not removed')
  repeat(() => transact(addUpChanges), 'changes of statistics were not added up', STATISTICS_MS)
  repeat(
    (signal) => warmStatistics(db, now(), signal),
    'statistics were not read ahead',
    STATISTICS_MS,
    FIRST_STATISTICS_MS,
  )
  repeat((signal) => refreshStatistics(db, signal), 'changes of statistics were not read', CHANGES_MS)
  repeat(() => sweepLogins(db), 'old log-ins were not removed')
  repeat(() => sweepTries(db), 'old tries of passwords were not removed')
  for (const { run, failure, everyMs } of auditJobs({ transact, now, days: config.auditDays, log: app.log }))
    repeat(run, failure, everyMs)
  const { remindDays: days } = config
  if (days === 0) return
  repeat(
    () => inTransaction(db, (trx) => remindAuthors(trx, { now: now(), days })),
    'authors were not reminded of returned records',
  )
  repeat(
    () => inTransaction(db, (trx) => remindReviewers(trx, { now: now(), days: REVIEW_DAYS })),
    'counties were not reminded of waiting registrations',
  )
}
