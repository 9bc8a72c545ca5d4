import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { closedQuarter, type Quarter, quarterAfter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { dateTime, day } from '../../runtime/time.ts'
import { officialPeriodOf } from '../ledger/ledger.ts'

type StatPeriod = components['schemas']['StatPeriod']

const QUARTERS = 8
const YEARS = 6

/** Finished periods, latest first: the last quarters, and the ends of the years before them. */
function listedPeriods(today: string): Quarter[] {
  const last = closedQuarter(today)
  const quarters = Array.from({ length: QUARTERS }, (_, back) => quarterAfter(last, -back))
  const first = quarters.at(-1) ?? last
  const years = Array.from({ length: YEARS }, (_, back) => ({ year: last.year - 1 - back, quarter: 4 }))
  return [...quarters, ...years.filter(({ year }) => year < first.year)]
}

interface PeriodRow {
  year: number
  quarter: NonNullable<StatPeriod['quarter']>
  stored_year: number | null
  stored_quarter: number
  continued: boolean
  number: number
  is_restated: boolean
  is_open: boolean
  /** Its window has closed. */
  is_closed: boolean
  finished_at: string
}

const isStored = (row: PeriodRow): boolean =>
  row.stored_year !== null && row.stored_year * 4 + row.stored_quarter >= row.year * 4 + row.quarter

function statusOf(row: PeriodRow): StatPeriod['status'] {
  if (!isStored(row) || row.is_open) return 'PROVISIONAL'
  if (row.continued) return 'CONTINUED'
  return row.is_restated ? 'REVISED' : 'OFFICIAL'
}

const periodOf = (row: PeriodRow): StatPeriod => ({
  year: row.year,
  quarter: row.quarter,
  status: statusOf(row),
  ...(row.stored_year === null
    ? {}
    : {
        batch: `${row.stored_year}Q${row.stored_quarter}-${String(row.number).padStart(2, '0')}`,
        storedAt: row.finished_at,
      }),
})

async function periodRows(db: Db, now: Date, periods: readonly Quarter[]): Promise<PeriodRow[]> {
  const asked = periods.map(
    ({ year, quarter }) => sql`
      select ${year}::integer as year, ${quarter}::smallint as quarter, s.year as stored_year, s.quarter as stored_quarter
      from (values (1)) one left join lateral ${officialPeriodOf({ year, quarter, orFirst: true })} s on true`,
  )
  const { rows } = await sql<PeriodRow>`
    select a.*, coalesce(o.continued, false) as continued,
      b.number, b.is_restated, b.finished_at,
      not w.is_open and coalesce(w.closed_at < ${dateTime(now)}::timestamptz, false) as is_closed, w.is_open or exists (select 1 from usage_report u
        where u.year = a.year and u.quarter = a.quarter and u.status in (${ReportStatus.submitted}, ${ReportStatus.passed})) as is_open
    from (${sql.join(asked, sql` union all `)}) a
      left join warehouse_period p on p.year = a.stored_year and p.quarter = a.stored_quarter
      left join warehouse_period o on o.year = a.year and o.quarter = a.quarter
      cross join lateral (
        select coalesce(bool_or(f.enabled and ${dateTime(now)}::timestamptz between f.start_time and f.end_time), false) as is_open,
          max(f.end_time) as closed_at
        from fill_time f where f.fill_type = 'QUARTER' and f.year = a.year and f.quarter = a.quarter) w
      cross join lateral (
        select count(*) as number, max(t.finished_at) as finished_at,
          coalesce(bool_or(t.is_later and t.added + t.changed + t.removed > 0 and t.started_at > w.closed_at), false)
            as is_restated
        from (select *, row_number() over (partition by year, quarter order by id) > 1 as is_later
          from warehouse_sync where year = p.year and quarter = p.quarter and not dry_run) t
        where t.id <= p.sync_id) b
    order by a.year desc, a.quarter desc`.execute(db)
  return rows
}

/**
 * Returns finished periods, by default the listed ones, latest first, with the batch that holds their figures. A period is
 * provisional until it is stored, its window has closed and all its reports are reviewed, and revised if a later batch
 * changed it after that window.
 */
export async function statPeriods(
  db: Db,
  now: Date,
  periods: readonly Quarter[] = listedPeriods(day(now)),
): Promise<StatPeriod[]> {
  return (await periodRows(db, now, periods)).map(periodOf)
}

/** Listed periods whose published figures a snapshot holds, so that a change of it revises them. */
export async function publishedIn(db: Db, now: Date, snapshot: Quarter): Promise<Quarter[]> {
  const rows = await periodRows(db, now, listedPeriods(day(now)))
  return rows
    .filter(
      (row) =>
        row.stored_year === snapshot.year &&
        row.stored_quarter === snapshot.quarter &&
        isStored(row) &&
        row.is_closed &&
        !row.continued,
    )
    .map(({ year, quarter }) => ({ year, quarter }))
}

/** Returns the listed period that a request for a year or quarter gets: the last that had ended by then. */
export const periodAt = (
  periods: readonly StatPeriod[],
  { year, quarter }: { year?: number | undefined; quarter?: number | undefined },
): StatPeriod | undefined =>
  periods.find((each) => year === undefined || each.year * 4 + each.quarter <= year * 4 + (quarter ?? 4))
