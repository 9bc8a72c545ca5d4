import { CountryStatus, ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { conflict, missing } from '../../errors.ts'
import { dateTime, day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { notePeriod } from '../events/note.ts'
import { noteFlow } from '../flow-notes.ts'
import type { ReviewedEntity } from '../review/shapes.ts'
import { touchSnapshots } from '../revisions/warehouse.ts'
import { publishedIn } from '../statistics/periods.ts'
import { keepRestatement, publishedTotals } from '../statistics/restatement.ts'
import { type Candidate, differenceOf, findCandidates, totalsOf } from './differences.ts'
import {
  carryProjects,
  officialPeriod,
  type SnapshotPeriod,
  snapshotSize,
  takeProjects,
  takeUsage,
} from './snapshot.ts'
import { tellStored } from './tell-stored.ts'

type Sync = components['schemas']['WarehouseSync']
type Request = components['schemas']['WarehouseSyncRequest']

const MOST_DIFFERENCES = 1000
// Maximum history rows per statement.
const NOTES_A_STATEMENT = 1000

/** @throws HttpError 409 if the quarter has not ended or a later one is stored */
async function assertPeriod(db: Db, { year, quarter }: SnapshotPeriod, today: string): Promise<void> {
  const closed = closedQuarter(today)
  if (year * 4 + quarter > closed.year * 4 + closed.quarter)
    throw conflict('W-011', '该季度尚未结束，不能入库')
  const { rows } = await sql`
    select 1 from warehouse_period
    where sync_id is not null and (year, quarter) > (${year}::integer, ${quarter}::smallint) limit 1`.execute(
    db,
  )
  if (rows.length > 0) throw conflict('W-011', '之后的季度已入库，本期数据不再变动')
}

const idsOf = (candidates: readonly Candidate[], change: Candidate['change']) =>
  candidates.flatMap((each) => (each.change === change ? [each.id] : []))

async function noteAll(
  trx: Trx,
  bizType: ReviewedEntity,
  rows: readonly { id: number; province_code: string }[],
  step: { action: string; from: string; to: string },
  user: Caller,
): Promise<void> {
  for (let start = 0; start < rows.length; start += NOTES_A_STATEMENT)
    await noteFlow(
      trx,
      bizType,
      rows
        .slice(start, start + NOTES_A_STATEMENT)
        .map(({ id, province_code }) => ({ provinceCode: province_code, id, ...step })),
      user,
    )
}

/** Marks projects as stored in a period. */
async function markStored(
  trx: Trx,
  ids: readonly number[],
  { year, quarter }: SnapshotPeriod,
  user: Caller,
): Promise<void> {
  const { rows } = await sql<{ id: number; province_code: string }>`
    update es_project set country_status = ${CountryStatus.stored}, warehouse_time = now(), period_year = ${year},
      period_quarter = ${quarter}, version = version + 1, update_by = ${user.username}, update_time = now()
    where id = any(${[...ids]}::bigint[]) returning id, province_code`.execute(trx)
  await noteAll(
    trx,
    'PROJECT',
    rows,
    { action: 'SYNC', from: `C${CountryStatus.passed}`, to: `C${CountryStatus.stored}` },
    user,
  )
}

/** Writes the period's snapshot. Readers see the previous one until the transaction commits. */
async function store(
  trx: Trx,
  { period, base, syncId }: { period: SnapshotPeriod; base: SnapshotPeriod | undefined; syncId: number },
  candidates: readonly Candidate[],
  user: Caller,
): Promise<void> {
  const isOwn = base?.year === period.year && base.quarter === period.quarter
  if (base && !isOwn) await carryProjects(trx, base, period)
  const taken = [...idsOf(candidates, 'ADDED'), ...idsOf(candidates, 'CHANGED')]
  if (taken.length > 0) {
    await markStored(trx, taken, period, user)
    await takeProjects(trx, period, syncId, sql<boolean>`p.id = any(${taken}::bigint[])`)
    await tellStored(trx, taken, period)
  }
  const removed = idsOf(candidates, 'REMOVED')
  for (const table of ['warehouse_usage', 'warehouse_project'])
    await sql`delete from ${sql.table(table)} where year = ${period.year} and quarter = ${period.quarter}
      and project_id = any(${removed}::bigint[])`.execute(trx)
  await takeUsage(trx, period, syncId)
  await touchSnapshots(trx)
  await sql`update warehouse_period set sync_id = ${syncId}
    where year = ${period.year} and quarter = ${period.quarter}`.execute(trx)
  await notePeriod(trx, { ...period, syncId }, user)
}

interface Expected {
  projects: number
  usageRows: number
}

/** Counts the projects and reports that the snapshot would hold. */
async function expectedSize(
  db: Db,
  period: SnapshotPeriod,
  base: SnapshotPeriod | undefined,
  candidates: readonly Candidate[],
): Promise<Expected> {
  const before = base ? (await snapshotSize(db, base)).projects : 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from usage_report u
    where u.year = ${period.year} and u.quarter = ${period.quarter} and u.status = ${ReportStatus.confirmed}
      and (u.project_id = any(${idsOf(candidates, 'ADDED')}::bigint[]) or exists (
        select 1 from warehouse_project w where w.province_code = u.province_code and w.project_id = u.project_id
          and w.year = ${base?.year ?? 0} and w.quarter = ${base?.quarter ?? 0}))
      and u.project_id <> all(${idsOf(candidates, 'REMOVED')}::bigint[])`.execute(db)
  const change = idsOf(candidates, 'ADDED').length - idsOf(candidates, 'REMOVED').length
  return { projects: before + change, usageRows: rows[0]?.count ?? 0 }
}

/** Counts a quarter's reports that provinces have passed and the nation has not confirmed. */
async function waitingUsage(db: Db, { year, quarter }: SnapshotPeriod): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from usage_report
    where year = ${year} and quarter = ${quarter} and status = ${ReportStatus.passed}`.execute(db)
  return rows[0]?.count ?? 0
}

async function logSync(
  trx: Trx,
  { year, quarter, dryRun = false, reason }: Request,
  startedAt: string,
  user: Caller,
): Promise<number> {
  const empty = { projects: 0, usage_rows: 0, added: 0, changed: 0, removed: 0 }
  const { id } = await trx
    .insertInto('warehouse_sync')
    .values({
      year,
      quarter,
      dry_run: dryRun,
      ...empty,
      create_by: user.username,
      reason: reason?.trim() || null,
      started_at: startedAt,
      finished_at: startedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Serializes syncs of a period. */
async function lockPeriod(trx: Trx, { year, quarter }: SnapshotPeriod): Promise<void> {
  await trx
    .insertInto('warehouse_period')
    .values({ year, quarter })
    .onConflict((same) => same.doNothing())
    .execute()
  await sql`select 1 from warehouse_period where year = ${year} and quarter = ${quarter} for update`.execute(
    trx,
  )
}

/** Notes the end of a sync, with what it has stored. */
async function logEnd(
  trx: Trx,
  taskId: number,
  { usageRows, ...counts }: Pick<Sync, 'projects' | 'usageRows' | 'added' | 'changed' | 'removed'>,
  finishedAt: string,
): Promise<void> {
  await trx
    .updateTable('warehouse_sync')
    .set({ ...counts, usage_rows: usageRows, finished_at: finishedAt })
    .where('id', '=', taskId)
    .execute()
}

/**
 * Stores passed projects and confirmed reports in a period's snapshot, all or none, or reports what would change. It
 * confirms no report.
 */
export async function syncWarehouse(
  trx: Trx,
  request: Request,
  user: Caller,
  now: () => Date,
): Promise<Sync> {
  const period = { year: request.year, quarter: request.quarter }
  const startedAt = dateTime(now())
  if (!request.dryRun) await lockPeriod(trx, period)
  await assertPeriod(trx, period, day(now()))
  const base = await officialPeriod(trx, period)
  const { candidates, skipped } = await findCandidates(trx, period, base)
  const published = candidates.length > 0 ? await publishedIn(trx, now(), period) : []
  // Periods before the first snapshot have its figures by date of commissioning. They are kept, but need no reason.
  const isRestatement = published.some((each) => each.year === period.year && each.quarter === period.quarter)
  if (isRestatement && !request.dryRun && !request.reason?.trim()) throw missing('reason', '修订原因')
  const taskId = await logSync(trx, request, startedAt, user)
  const totals = await totalsOf(trx, base, candidates)
  const expected = request.dryRun ? await expectedSize(trx, period, base, candidates) : undefined
  if (!request.dryRun) {
    const before = await publishedTotals(trx, period, published)
    await store(trx, { period, base, syncId: taskId }, candidates, user)
    const after = await publishedTotals(trx, period, published)
    await keepRestatement(trx, taskId, published, { before, after })
  }
  const counts = {
    ...(expected ?? (await snapshotSize(trx, period))),
    added: idsOf(candidates, 'ADDED').length,
    changed: idsOf(candidates, 'CHANGED').length,
    removed: idsOf(candidates, 'REMOVED').length,
  }
  const finishedAt = dateTime(now())
  const usageWaiting = await waitingUsage(trx, period)
  await logEnd(trx, taskId, counts, finishedAt)
  const differences = candidates.slice(0, MOST_DIFFERENCES).map(differenceOf)
  return {
    taskId,
    ...counts,
    usageWaiting,
    ...totals,
    isRestatement,
    skipped,
    differences,
    startedAt,
    finishedAt,
  }
}
