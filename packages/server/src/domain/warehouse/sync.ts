import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { conflict, forbidden, malformed } from '../../errors.ts'
import { dateTime, day } from '../../runtime/time.ts'
import { type Caller, codeOf } from '../caller.ts'
import { periodNumber } from '../ledger/official.ts'
import { publishedPeriods } from '../statistics/periods.ts'
import { keepRestatement, publishedTotals } from '../statistics/restatement.ts'
import { type Candidate, findCandidates, shownDifferences, totalsOf } from './differences.ts'
import {
  isRevised,
  keepEdition,
  keepRevisions,
  lockOfficial,
  numberedPeriods,
  type Revised,
} from './editions.ts'
import { type PeriodChange, periodChange } from './period-changes.ts'
import { assertAsPreviewed, dropPreviews, keepPreview, keepShown } from './preview.ts'
import { reasonOf } from './reason.ts'
import { sealPublished } from './seal.ts'
import { isPeriod, store, writeOfficial } from './store.ts'
import { tellRevised } from './tell-published.ts'
import { changedPeriods, type Edition, type SnapshotPeriod, snapshotSize } from './write.ts'

type Sync = components['schemas']['WarehouseSync']
type Request = components['schemas']['WarehouseSyncRequest']

/** @throws HttpError 409 if the quarter has not ended or a later one is stored */
export async function assertPeriod(db: Db, { year, quarter }: SnapshotPeriod, today: string): Promise<void> {
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

/** Counts a quarter's reports that provinces have passed and the nation has not confirmed. */
async function waitingUsage(db: Db, { year, quarter }: SnapshotPeriod): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from usage_report
    where year = ${year} and quarter = ${quarter} and status = ${ReportStatus.passed}`.execute(db)
  return rows[0]?.count ?? 0
}

async function logSync(
  trx: Trx,
  { year, quarter, dryRun = false }: Request,
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
      started_at: startedAt,
      finished_at: startedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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

/** @throws HttpError 400 for a restatement without a reason, 403 for one that is not the nation's */
export function assertMayRestate(request: Pick<Request, 'reason'>, user: Caller): void {
  if (codeOf(user) !== 'NAT') throw forbidden()
  reasonOf(request)
}

/** What moves published figures was compared before, so that whoever stores it has seen it. @throws HttpError 400 */
function assertCompared({ previewId }: Request): void {
  if (previewId === undefined)
    throw malformed('本次入库将修订已公布的数：请先核对差异，再随核对编号（previewId）入库', 'previewId')
}

/** The first period that a sync changes. Before anything is published or stored, that is every period. */
async function firstPeriod(
  db: Db,
  { revise, ...request }: Request,
  published: readonly SnapshotPeriod[],
): Promise<number> {
  const own = periodNumber(request)
  if (revise) return Math.min(own, periodNumber(revise))
  if (published.some((each) => periodNumber(each) < own)) return own
  const { rows } =
    await sql`select 1 from official_revision where year * 4 + quarter < ${own} limit 1`.execute(db)
  return rows.length > 0 ? own : 0
}

interface Plan {
  request: Request
  candidates: readonly Candidate[]
  published: Awaited<ReturnType<typeof publishedPeriods>>
  edition: number
  /** When it began, Beijing time. */
  at: string
  user: Caller
}

interface Outcome {
  counts: Pick<Sync, 'projects' | 'usageRows'>
  periods: readonly PeriodChange[]
}

/**
 * Writes a sync by `write` with the revisions of all periods that it changes, and keeps what it restates. A dry run writes
 * as far back as a published period reaches, to tell what a revision of them would change.
 * @throws HttpError 400 for a restatement without a reason, 403 for one that is not the nation's
 */
async function revise(trx: Trx, plan: Plan, write: (act: Edition) => Promise<void>): Promise<Outcome> {
  const { request, candidates, published, edition, user } = plan
  const period = { year: request.year, quarter: request.quarter }
  // Batches of periods that are not published never change either: they get further ones.
  const others = (await numberedPeriods(trx)).filter((each) => !isPeriod(period)(each))
  const asked = await firstPeriod(trx, request, published)
  const from = request.dryRun && candidates.length > 0 ? Math.min(asked, ...others.map(periodNumber)) : asked
  const watched = [period, ...others.filter((each) => periodNumber(each) >= from)]
  const before = await publishedTotals(trx, watched)
  await write({ edition, from })
  const totals = { before, after: await publishedTotals(trx, watched) }
  const changed = await changedPeriods(trx, watched, edition)
  const moved = watched.filter((each) => changed.has(periodNumber(each)))
  const restated = moved.filter((each) => published.some(isPeriod(each)))
  if (restated.length > 0 && !request.dryRun) {
    assertMayRestate(request, user)
    assertCompared(request)
  }
  const isAsked = (each: SnapshotPeriod) => periodNumber(each) >= asked
  const periods = moved.map((each) => periodChange(each, totals, { restated, isAsked }))
  if (!request.dryRun) {
    await keepRevisions(trx, await revisedBy(trx, period, moved), edition)
    await keepRestatement(trx, edition, restated, totals)
    const changes = periods.filter(({ isPublished }) => isPublished)
    await tellRevised(trx, { changes, edition, at: plan.at, reason: request.reason?.trim() ?? '' }, user)
  }
  return { counts: await snapshotSize(trx, period), periods }
}

/** The periods that get a revision from a sync: those that it changes, and its own if that has none yet. */
async function revisedBy(
  db: Db,
  period: SnapshotPeriod,
  moved: readonly SnapshotPeriod[],
): Promise<Revised[]> {
  const others = moved.filter((each) => !isPeriod(period)(each))
  const isOwn = moved.some(isPeriod(period)) || !(await isRevised(db, period))
  return [
    ...(isOwn ? [{ ...period, origin: 'SYNC' as const }] : []),
    ...others.map((each) => ({ ...each, origin: 'REVISION' as const })),
  ]
}

/** Notes that a sync begins, before it is known what it does. */
async function begin(trx: Trx, request: Request, user: Caller, now: Date): Promise<number> {
  const period = { year: request.year, quarter: request.quarter }
  if (!request.dryRun) {
    await lockOfficial(trx)
    await trx
      .insertInto('warehouse_period')
      .values(period)
      .onConflict((same) => same.doNothing())
      .execute()
  }
  await assertPeriod(trx, period, day(now))
  return logSync(trx, request, dateTime(now), user)
}

/** Drops everything that the work wrote. */
async function undone<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint dry_run`.execute(trx)
  const result = await work()
  await sql`rollback to savepoint dry_run`.execute(trx)
  return result
}

/**
 * Stores passed projects and confirmed reports in a period, all or none, or reports what would change. It confirms no
 * report. Published periods before it keep their figures unless the request revises them.
 */
export async function syncWarehouse(
  trx: Trx,
  request: Request,
  user: Caller,
  now: () => Date,
): Promise<Sync> {
  const period = { year: request.year, quarter: request.quarter }
  const startedAt = now()
  const taskId = await begin(trx, request, user, startedAt)
  const { candidates, skipped } = await findCandidates(trx, period)
  if (request.dryRun) await keepPreview(trx, taskId, period, candidates)
  else if (request.previewId !== undefined)
    await assertAsPreviewed(trx, { previewId: request.previewId, revise: request.revise, period }, candidates)
  const totals = await totalsOf(trx, period, candidates)
  const published = await publishedPeriods(trx)
  const plan = { request, candidates, published, edition: taskId, at: dateTime(startedAt), user }
  const { counts, periods } = request.dryRun
    ? await undone(trx, () => revise(trx, plan, (act) => writeOfficial(trx, period, act, candidates)))
    : await revise(trx, plan, (act) => store(trx, period, act, candidates, user))
  const shown = shownDifferences(candidates)
  const changes = { ...counts, ...shown.counts }
  const finishedAt = dateTime(now())
  await logEnd(trx, taskId, changes, finishedAt)
  if (!request.dryRun) {
    await keepEdition(trx, {
      ...{ id: taskId, kind: 'SYNC', at: finishedAt, by: user.username },
      reason: request.reason?.trim(),
    })
    await dropPreviews(trx, period)
    await sealPublished(trx, taskId)
  }
  const result: Sync = {
    taskId,
    ...(request.dryRun ? { previewId: taskId } : {}),
    ...changes,
    usageWaiting: await waitingUsage(trx, period),
    ...totals,
    isRestatement: periods.some(({ isPublished, isRevised }) => isPublished && isRevised),
    periods: [...periods],
    skipped,
    differences: shown.differences,
    startedAt: dateTime(startedAt),
    finishedAt,
  }
  if (request.dryRun) await keepShown(trx, result)
  return result
}
