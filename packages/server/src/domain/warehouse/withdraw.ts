import type { components } from '@xinchu/contract/schema'
import { quarterName, withdrawalReason } from '@xinchu/validators'
import type { Db, Trx } from '../../db/database.ts'
import { conflict, notFound } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { touchSnapshots } from '../revisions/warehouse.ts'
import { batchName } from '../statistics/periods.ts'
import { type Batch, batches } from '../statistics/publications.ts'
import { keepRestatement, type MovedTotals, publishedTotals } from '../statistics/restatement.ts'
import { type Candidate, shownDifferences } from './differences.ts'
import { keepEdition, keepRevisions, lockOfficial, nextEdition } from './editions.ts'
import { type PeriodChange, periodChange } from './period-changes.ts'
import { reasonOf } from './reason.ts'
import {
  lastFollowing,
  markByContent,
  restoreProjects,
  restoreUsage,
  type Withdrawn,
  withdrawnRecords,
  withdrawnReports,
} from './restore.ts'
import { sealPublished } from './seal.ts'
import { isPeriod } from './store.ts'
import { tellRevised } from './tell-published.ts'
import { tellStored } from './tell-stored.ts'

type Withdrawal = components['schemas']['StatWithdrawal']
type Request = components['schemas']['WithdrawalRequest']

/** A revision, and the one before it, which is current again in all but number once it is withdrawn. */
interface Pair {
  revision: Batch
  former: Batch
  /** Current batches of other published periods that the same act revised. */
  others: string[]
}

/**
 * Returns the revision that a batch names.
 * @throws HttpError 404 for an unknown batch, 409 unless it is the newest revision since its period was published
 */
async function withdrawable(db: Db, name: string): Promise<Pair> {
  const all = await batches(db, {})
  const found = all.find(({ batch }) => batch === name)
  if (!found) throw notFound('该批次')
  const [newest = found, former] = all.filter(isPeriod(found))
  if (newest.publishedAt === undefined)
    throw conflict('W-011', `${quarterName(found)}尚未公布，没有修订可以撤回；暂行的数以同步入库更正`)
  if (newest.batch !== name)
    throw conflict('W-011', `${name} 已不是现行批次，只能撤回现行的 ${newest.batch}，请重新核对`)
  if (newest.reason === undefined || !former)
    throw conflict(
      'W-011',
      `${name} 是本期首次公布的批次，不能撤回；数有误的，请更正记录后同步入库，以修订公布`,
    )
  const others = all.flatMap(({ batch, edition, isCurrent, publishedAt }) =>
    isCurrent && publishedAt !== undefined && edition === newest.edition && batch !== name ? [batch] : [],
  )
  return { revision: newest, former, others }
}

interface Act {
  batch: string
  withdrawn: Withdrawn
  records: readonly Candidate[]
  edition: number
}

/** Marks the records whose latest official rows change, and tells whom they belong to. */
async function mark(trx: Trx, { batch, withdrawn, records }: Act, user: Caller): Promise<void> {
  const ids = records.flatMap(({ id, isMove }) => (isMove ? [] : [id]))
  const { held, waiting } = await markByContent(trx, ids, user)
  await tellStored(trx, held, { code: 'project.stored', period: withdrawn.period })
  await tellStored(trx, waiting, { code: 'project.unstored', batch })
}

/** Writes official rows as they were before the revision. */
async function restore(trx: Trx, act: Act, user: Caller): Promise<void> {
  const { withdrawn, records, edition } = act
  const last = await lastFollowing(trx, withdrawn.period)
  await restoreProjects(trx, withdrawn, edition, { ids: records.map(({ id }) => id), last })
  await restoreUsage(trx, withdrawn, edition)
  // Later periods that are stored keep what a record has there.
  if (last === undefined) await mark(trx, act, user)
  await touchSnapshots(trx)
}

/** What the withdrawal changes of its period. */
const changeOf = (period: Withdrawn['period'], totals: MovedTotals): PeriodChange =>
  periodChange(period, totals, { restated: [period], isAsked: () => true })

/** Restores the rows as a further revision, which is kept, sealed and told like others. */
async function withdraw(
  trx: Trx,
  { batch, withdrawn, records, reason, at }: Omit<Act, 'edition'> & { reason: string; at: string },
  user: Caller,
): Promise<PeriodChange> {
  const { period } = withdrawn
  const edition = await nextEdition(trx)
  const before = await publishedTotals(trx, [period])
  await restore(trx, { batch, withdrawn, records, edition }, user)
  const totals = { before, after: await publishedTotals(trx, [period]) }
  await keepEdition(trx, { id: edition, kind: 'WITHDRAW', at, by: user.username, reason })
  await keepRevisions(trx, [{ ...period, origin: 'REVISION' }], edition)
  await keepRestatement(trx, edition, [period], totals)
  const change = changeOf(period, totals)
  await tellRevised(trx, { changes: [change], edition, at, reason }, user)
  await sealPublished(trx, edition)
  return change
}

/**
 * Withdraws the newest revision of a published period: its rows become those before it again, as a further revision. Other
 * periods with a revision of their own keep their rows. A dry run tells what would change.
 * @throws HttpError 400 without a reason, 404 for an unknown batch, 409 for one that cannot be withdrawn
 */
export async function withdrawRevision(
  trx: Trx,
  { batch, dryRun = false, ...request }: Request,
  user: Caller,
  now: () => Date,
): Promise<Withdrawal> {
  const given = dryRun ? '' : reasonOf(request)
  if (!dryRun) await lockOfficial(trx)
  // After the lock, so that later editions have later times.
  const at = dateTime(now())
  const { revision, former, others } = await withdrawable(trx, batch)
  const period = { year: revision.year, quarter: revision.quarter }
  const withdrawn = { period, revised: revision.edition, before: former.edition }
  const records = await withdrawnRecords(trx, withdrawn)
  const usageChanged = await withdrawnReports(trx, withdrawn)
  const change = dryRun
    ? changeOf(period, {
        before: await publishedTotals(trx, [period]),
        after: await publishedTotals(trx, [period], former.edition),
      })
    : await withdraw(trx, { batch, withdrawn, records, reason: withdrawalReason(batch, given), at }, user)
  const { counts, differences } = shownDifferences(records)
  return {
    ...{ batch: batchName(period, revision.revision + 1), withdrawn: batch, restored: former.batch },
    ...counts,
    usageChanged,
    period: change,
    differences,
    others,
  }
}
