import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { DbPool } from './db/database.ts'
import { inTransaction, type Transact } from './db/transaction.ts'
import { auditJobs } from './domain/audit-log/jobs.ts'
import { sweepTries } from './domain/auth/known-origin.ts'
import { sweepLogins } from './domain/auth/login-log.ts'
import { factorKey } from './domain/auth/second-factor/key.ts'
import { purgeDrafts } from './domain/deleted-drafts/purge.ts'
import { refreshStatistics, warmStatistics } from './domain/desk/warm.ts'
import { issueAnnouncedLists } from './domain/documents/announcement-documents.ts'
import type { DocumentServices } from './domain/documents/document-services.ts'
import { tendAppeals } from './domain/es-project/appeals/close.ts'
import { projectBin } from './domain/es-project/bin.ts'
import { keyNumbers } from './domain/es-project/duplicates/number-keys.ts'
import { removeOldEvents } from './domain/events/order.ts'
import { collectLeft } from './domain/files/keep.ts'
import { expireSessions } from './domain/files/sessions.ts'
import type { ObjectStore } from './domain/files/store/object-store.ts'
import { uploadFolder } from './domain/files/stored.ts'
import { sweepUploads } from './domain/files/sweep.ts'
import { sweepFiling } from './domain/kinds/objection/filing/evidence.ts'
import { sealStored } from './domain/kinds/objection/person.ts'
import { remindHolders, sweepPersons } from './domain/kinds/objection/remind.ts'
import { tellObjectors } from './domain/kinds/objection/tell-objectors.ts'
import { provincialBin } from './domain/kinds/provincial-pilot/bin.ts'
import { sweepNews } from './domain/messages/news.ts'
import { pilotBin } from './domain/pilot-project/bin.ts'
import { recomputeStale } from './domain/pilot-review/recompute.ts'
import { remindAuthors } from './domain/remarks/remind.ts'
import { addUpChanges } from './domain/revisions/statistics.ts'
import { sweepMessages } from './domain/sms/outbox.ts'
import type { SmsOutbox } from './domain/sms/runner.ts'
import { indexMissing } from './domain/text-search/project-index.ts'
import { remindReviewers } from './domain/users/registration-reminders.ts'
import { sweepCodes } from './domain/users/sms.ts'
import { checkDaily } from './domain/warehouse/daily-check.ts'
import { sealEarlier } from './domain/warehouse/seal.ts'
import { removeOldDeliveries } from './domain/webhooks/log.ts'
import type { Drain } from './runtime/drain.ts'
import { Repeating } from './runtime/repeating.ts'

const FIRST_MS = 60_000
const HOUR_MS = 3_600_000
const EVERY_MS = 4 * HOUR_MS
/** Days that a registration waits before its office is reminded. */
const REVIEW_DAYS = 3
/** A conflict of interest should stop an expert soon after the data change. */
const CONFLICTS_MS = 60_000
const STATISTICS_MS = 60_000
/** The first who asks after a start, or after a change, should find most sums read. */
const FIRST_STATISTICS_MS = 500
const CHANGES_MS = 10_000
/** The list of a batch has its code soon after the announcement, whether or not anybody reads it. */
const LISTS_MS = 60_000
/** An answer should reach its objector soon. */
const ANSWERS_MS = 60_000

interface Means {
  db: DbPool
  config: Config
  files: ObjectStore
  documents: DocumentServices['documents']
  sms: SmsOutbox | undefined
  drain: Drain
  now(): Date
}

/** What the server does again and again. */
interface Job {
  run: (signal: AbortSignal) => Promise<unknown>
  /** What is logged when a run fails. */
  failure: string
  everyMs?: number
  firstMs?: number
}

/** Removes what is left over, and makes what older versions have written like the rest. */
function housekeeping({ db, config, files, now }: Means, transact: Transact): Job[] {
  const folder = uploadFolder(config)
  const clear = async (signal: AbortSignal) => {
    await transact((trx) => expireSessions(trx, now()))
    await collectLeft({ files, transact, now }, signal)
  }
  return [
    {
      run: (signal) => sweepUploads({ db, folder, now, signal }),
      failure: 'the upload folder was not swept',
    },
    {
      run: (signal) => purgeDrafts([projectBin, pilotBin, provincialBin], transact, { now: now(), signal }),
      failure: 'drafts deleted long ago were not removed',
    },
    { run: clear, failure: 'left-over bytes were not collected' },
    // A copy of an earlier version may still write projects after the start of this one.
    {
      run: (signal) => keyNumbers(transact, signal),
      failure: 'numbers of projects were not made comparable',
    },
    { run: (signal) => indexMissing(transact, signal), failure: 'projects were not made searchable' },
    {
      run: (signal) => removeOldEvents(db, transact, { days: config.eventDays, now: now(), signal }),
      failure: 'old events were not removed',
    },
    {
      run: () => transact(async (trx) => sealStored(trx, await factorKey(trx, config))),
      failure: 'persons of earlier objections were not sealed',
    },
    { run: () => removeOldDeliveries(db), failure: 'old deliveries were not removed' },
    { run: () => sweepNews(db), failure: 'old news was not removed' },
    { run: () => sweepCodes(db), failure: 'old codes of text messages were not removed' },
    { run: () => sweepMessages(db), failure: 'old text messages were not removed' },
    { run: () => sweepLogins(db), failure: 'old log-ins were not removed' },
    { run: () => sweepTries(db), failure: 'old tries of passwords were not removed' },
  ]
}

/** Keeps figures and conflicts of interest as new as the records. */
const computing = ({ db, now }: Means, transact: Transact): Job[] => [
  {
    run: () => transact((trx) => recomputeStale(trx, now())),
    failure: 'conflicts of interest were not computed',
    everyMs: CONFLICTS_MS,
  },
  {
    run: () => transact(addUpChanges),
    failure: 'changes of statistics were not added up',
    everyMs: STATISTICS_MS,
  },
  {
    run: (signal) => warmStatistics(db, now(), signal),
    failure: 'statistics were not read ahead',
    everyMs: STATISTICS_MS,
    firstMs: FIRST_STATISTICS_MS,
  },
  {
    run: (signal) => refreshStatistics(db, signal),
    failure: 'changes of statistics were not read',
    everyMs: CHANGES_MS,
  },
]

/** Writes what decisions have as their documents. */
const writing = (means: Means, transact: Transact): Job[] => [
  {
    run: (signal) => issueAnnouncedLists({ ...means, transact }, signal),
    failure: 'lists of announced batches were not issued',
    everyMs: LISTS_MS,
  },
]

/** Seals what was published before there were seals, and checks all seals once a day. */
const sealing = ({ now }: Means, transact: Transact): Job[] => [
  {
    run: async () => {
      await sealEarlier(transact)
      await checkDaily(transact, now())
    },
    failure: 'published figures were not checked',
  },
]

/** Closes what nobody decides, and reminds those who are waited for. */
const reminding = ({ config: { remindDays: days }, now }: Means, transact: Transact): Job[] => [
  {
    run: () => transact((trx) => remindHolders(trx, now())),
    failure: 'holders of objections were not reminded',
  },
  { run: () => tendAppeals(transact, now()), failure: 'appeals were not closed, nor deciders reminded' },
  ...(days === 0
    ? []
    : [
        {
          run: () => transact((trx) => remindAuthors(trx, { now: now(), days })),
          failure: 'authors were not reminded of returned records',
        },
        {
          run: () => transact((trx) => remindReviewers(trx, { now: now(), days: REVIEW_DAYS })),
          failure: 'offices were not reminded of waiting registrations',
        },
      ]),
]

/** Tells objectors of answers. Removes files that were not filed, and persons whose retention period is over. */
const objectionJobs = ({ config, sms, now }: Means, transact: Transact): Job[] => [
  {
    run: () => transact((trx) => sweepFiling(trx, now())),
    failure: 'files of objections that were not filed were not removed',
  },
  { run: () => transact((trx) => sweepPersons(trx, now())), failure: 'old objectors were not removed' },
  ...(sms
    ? [
        {
          run: () => transact((trx) => tellObjectors(trx, { config, sms, now: now() })),
          failure: 'objectors were not told of their answers',
          everyMs: ANSWERS_MS,
        },
      ]
    : []),
]

/** Starts what the server does by itself, until it drains. */
export function repeatUpkeep(app: FastifyInstance, means: Means): void {
  const { db, config, drain, now } = means
  const transact: Transact = (work) => inTransaction(db, work)
  const jobs: Job[] = [
    ...housekeeping(means, transact),
    ...computing(means, transact),
    ...writing(means, transact),
    ...reminding(means, transact),
    ...objectionJobs(means, transact),
    ...sealing(means, transact),
    ...auditJobs({ transact, now, days: config.auditDays, log: app.log }),
  ]
  for (const { run, failure, everyMs = EVERY_MS, firstMs = Math.min(FIRST_MS, everyMs) } of jobs) {
    const onError = (error: unknown) => app.log.error({ err: error }, failure)
    const job = new Repeating({ firstMs, everyMs, run, onError })
    drain.stops(app, () => job.stop())
  }
}
