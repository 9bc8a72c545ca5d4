import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { notePeriods } from '../events/note.ts'
import { periodNumber } from '../ledger/official.ts'
import { touchSnapshots } from '../revisions/warehouse.ts'
import type { Candidate } from './differences.ts'
import { numberedPeriods } from './editions.ts'
import { markStored } from './mark-stored.ts'
import { tellStored } from './tell-stored.ts'
import {
  closeProjects,
  closeUsage,
  type Edition,
  moveProjects,
  type SnapshotPeriod,
  takeProjects,
  takeUsage,
} from './write.ts'

export const isPeriod = (one: SnapshotPeriod) => (other: SnapshotPeriod) =>
  periodNumber(one) === periodNumber(other)

const idsOf = (candidates: readonly Candidate[], change: Candidate['change']) =>
  candidates.flatMap((each) => (each.change === change ? [each.id] : []))

/** Records whose present version a sync takes in. */
const takenOf = (candidates: readonly Candidate[]) =>
  candidates.flatMap(({ id, change, isMove }) => (change === 'REMOVED' || isMove ? [] : [id]))

/** Writes official data from the act's first period on: the projects, and the confirmed reports of each quarter. */
export async function writeOfficial(
  trx: Trx,
  period: SnapshotPeriod,
  act: Edition,
  candidates: readonly Candidate[],
): Promise<void> {
  const taken = takenOf(candidates)
  if (taken.length > 0) await takeProjects(trx, act, sql<boolean>`p.id = any(${taken}::bigint[])`)
  const removed = idsOf(candidates, 'REMOVED')
  const earlier = await numberedPeriods(trx)
  const quarters = [
    period,
    ...earlier.filter((each) => !isPeriod(period)(each) && periodNumber(each) >= act.from),
  ]
  if (removed.length > 0) {
    await closeProjects(trx, act, sql<boolean>`w.project_id = any(${removed}::bigint[])`)
    for (const quarter of quarters) await closeUsage(trx, quarter, act.edition, removed)
  }
  await moveProjects(
    trx,
    act,
    candidates.flatMap(({ id, isMove }) => (isMove ? [id] : [])),
  )
  for (const quarter of quarters) await takeUsage(trx, quarter, act.edition)
}

/** Writes official data with everything that follows from it. Readers see the previous data until the commit. */
export async function store(
  trx: Trx,
  period: SnapshotPeriod,
  act: Edition,
  candidates: readonly Candidate[],
  user: Caller,
): Promise<void> {
  const taken = takenOf(candidates)
  if (taken.length > 0) {
    await markStored(trx, taken, period, user)
    await tellStored(trx, taken, { code: 'project.stored', period })
  }
  await writeOfficial(trx, period, act, candidates)
  await touchSnapshots(trx)
  await sql`update warehouse_period set sync_id = ${act.edition}
    where year = ${period.year} and quarter = ${period.quarter}`.execute(trx)
  await notePeriods(trx, 'period.stored', { periods: [period], edition: act.edition }, user)
}
