import { type Quarter, quarterAfter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { conflict } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { periodNumber } from '../ledger/official.ts'
import { touchSnapshots } from '../revisions/warehouse.ts'
import { type Publication, publications } from '../statistics/publications.ts'
import {
  isRevised,
  keepEdition,
  keepPublications,
  keepRevisions,
  lockOfficial,
  nextEdition,
} from './editions.ts'
import { sealPublished } from './seal.ts'
import { tellPublished } from './tell-published.ts'
import { takeUsage } from './write.ts'

/** Quarters before the first published one that are published with it, as the statistics compare with them. */
const QUARTERS_BEFORE = 7

/** Periods before the first published one: the last quarters, and the year-ends since the first commissioning. */
async function earlierPeriods(db: Db, first: Quarter): Promise<Quarter[]> {
  const quarters = Array.from({ length: QUARTERS_BEFORE }, (_, at) => quarterAfter(first, -1 - at))
  const oldest = quarters.at(-1) ?? first
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from min(commission_date))::integer as year from official_project where to_edition is null`.execute(
    db,
  )
  const from = rows[0]?.year ?? oldest.year
  const years = Array.from({ length: Math.max(0, oldest.year - from) }, (_, at) => ({
    year: oldest.year - 1 - at,
    quarter: 4,
  }))
  return [...quarters, ...years]
}

/**
 * Makes batches of periods that are not stored themselves: of the rows that official data has for their dates, and of the
 * reports that are confirmed.
 */
export async function backcast(trx: Trx, periods: readonly Quarter[], edition: number): Promise<void> {
  await keepRevisions(
    trx,
    periods.map((each) => ({ ...each, origin: 'BACKCAST' })),
    edition,
  )
  for (const period of periods) await takeUsage(trx, period, edition)
}

/** Makes batches of periods before the first published one, and publishes them. */
export async function publishBackcast(
  trx: Trx,
  periods: readonly Quarter[],
  act: { edition: number; at: string; by: string },
): Promise<void> {
  await backcast(trx, periods, act.edition)
  await keepPublications(trx, periods, act)
}

/** The periods that the first publication also publishes: those before it without a revision of their own. */
export async function publishedWith(db: Db, first: Quarter): Promise<Quarter[]> {
  const { rows } = await sql<{
    n: number
  }>`select distinct year * 4 + quarter as n from official_revision`.execute(db)
  const stored = new Set(rows.map(({ n }) => n))
  return (await earlierPeriods(db, first)).filter((each) => !stored.has(periodNumber(each)))
}

/** SQL condition: the window of period `year`, `quarter` is open. */
const isOpen = (year: RawBuilder<unknown>, quarter: RawBuilder<unknown>, now: Date) => sql<boolean>`
  exists (select from fill_time f where f.fill_type = 'QUARTER' and f.year = ${year} and f.quarter = ${quarter}
    and f.enabled and ${dateTime(now)}::timestamptz between f.start_time and f.end_time)`

/**
 * SQL query: name and start of the wait of each period that can be published: since it was last stored, or since its window
 * closed.
 */
export const publishable = (now: Date): RawBuilder<unknown> => sql`
  select v.year || '年第' || v.quarter || '季度' as title, null::text as office,
    greatest(max(e.at), (select max(f.end_time) from fill_time f where f.fill_type = 'QUARTER' and f.enabled
      and f.year = v.year and f.quarter = v.quarter)) as since
  from official_revision v join official_edition e on e.id = v.edition
  where not exists (select from official_publication p where p.year = v.year and p.quarter = v.quarter)
    and not ${isOpen(sql`v.year`, sql`v.quarter`, now)}
  group by v.year, v.quarter`

/** @throws HttpError 409 unless the period is stored, not yet published, and its window has closed */
async function assertPublishable(db: Db, { year, quarter }: Quarter, now: Date): Promise<void> {
  if (!(await isRevised(db, { year, quarter }))) throw conflict('W-011', '本期尚未入库，不能公布')
  const { rows } = await sql<{ is_published: boolean; is_open: boolean }>`
    select exists (select from official_publication where year = ${year} and quarter = ${quarter}) as is_published,
      ${isOpen(sql`${year}`, sql`${quarter}`, now)} as is_open`.execute(db)
  if (rows[0]?.is_published) throw conflict('W-011', '本期已公布')
  if (rows[0]?.is_open) throw conflict('W-011', '本期填报时间尚未结束，不能公布')
}

/**
 * Publishes a stored period: from then on, its figures change by revisions with a reason alone. The first publication ever
 * also publishes the quarters and year-ends before it.
 * @throws HttpError 409 unless it may be published
 */
export async function publishPeriod(
  trx: Trx,
  period: Quarter,
  user: Caller,
  now: () => Date,
): Promise<Publication[]> {
  await lockOfficial(trx)
  // After the lock, so that later editions have later times.
  const at = now()
  await assertPublishable(trx, period, at)
  const act = { edition: await nextEdition(trx), at: dateTime(at), by: user.username }
  const { rows } = await sql`select 1 from official_publication limit 1`.execute(trx)
  await keepEdition(trx, { id: act.edition, kind: 'PUBLISH', at: act.at, by: act.by })
  const earlier = rows.length === 0 ? await publishedWith(trx, period) : []
  await publishBackcast(trx, earlier, act)
  await keepPublications(trx, [period], act)
  await sealPublished(trx, act.edition)
  await touchSnapshots(trx)
  await tellPublished(trx, { periods: [period, ...earlier], edition: act.edition }, user)
  return publications(trx, period)
}
