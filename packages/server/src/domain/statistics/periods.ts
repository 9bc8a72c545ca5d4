import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { closedQuarter, type Quarter, quarterAfter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
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
  /** Number of its own last revision. */
  own_number: number | null
  /** Number of the last revision of the stored period. */
  number: number
  is_restated: boolean
  is_open: boolean
  is_published: boolean
  finished_at: string
}

const isStored = (row: PeriodRow): boolean =>
  row.stored_year !== null && row.stored_year * 4 + row.stored_quarter >= row.year * 4 + row.quarter

function statusOf(row: PeriodRow): StatPeriod['status'] {
  if (row.is_published) return row.is_restated ? 'REVISED' : 'OFFICIAL'
  return isStored(row) && !row.is_open && row.continued ? 'CONTINUED' : 'PROVISIONAL'
}

/** Name of a revision of a period. */
export const batchName = ({ year, quarter }: Quarter, number: number): string =>
  `${year}Q${quarter}-${String(number).padStart(2, '0')}`

/** The revision that holds the figures of a period: its own, or that of the stored period that they are read from. */
function batchOf(row: PeriodRow): string | undefined {
  if (row.stored_year === null) return undefined
  if (row.own_number !== null) return batchName(row, row.own_number)
  return batchName({ year: row.stored_year, quarter: row.stored_quarter }, row.number)
}

function periodOf(row: PeriodRow): StatPeriod {
  const batch = batchOf(row)
  const { year, quarter, finished_at } = row
  return { year, quarter, status: statusOf(row), ...(batch ? { batch, storedAt: finished_at } : {}) }
}

const lastRevision = (year: RawBuilder<unknown>, quarter: RawBuilder<unknown>) => sql`
  (select r.no, r.edition from official_revision r where r.year = ${year} and r.quarter = ${quarter} order by r.no desc limit 1)`

async function periodRows(db: Db, now: Date, periods: readonly Quarter[]): Promise<PeriodRow[]> {
  const asked = periods.map(
    ({ year, quarter }) => sql`
      select ${year}::integer as year, ${quarter}::smallint as quarter, s.year as stored_year, s.quarter as stored_quarter
      from (values (1)) one left join lateral ${officialPeriodOf({ year, quarter, orFirst: true })} s on true`,
  )
  const { rows } = await sql<PeriodRow>`
    select a.*, coalesce(o.continued, false) as continued, own.no as own_number, b.no as number,
      exists (select from official_publication i where i.year = a.year and i.quarter = a.quarter) as is_published,
      exists (select from warehouse_restatement x where x.year = a.year and x.quarter = a.quarter) as is_restated,
      (select e.at from official_edition e where e.id = coalesce(own.edition, b.edition)) as finished_at,
      exists (select from fill_time f where f.fill_type = 'QUARTER' and f.year = a.year and f.quarter = a.quarter
        and f.enabled and ${dateTime(now)}::timestamptz between f.start_time and f.end_time)
      or exists (select from usage_report u where u.year = a.year and u.quarter = a.quarter
        and u.status in (${ReportStatus.submitted}, ${ReportStatus.passed})) as is_open
    from (${sql.join(asked, sql` union all `)}) a
      left join warehouse_period o on o.year = a.year and o.quarter = a.quarter
      left join lateral ${lastRevision(sql`a.year`, sql`a.quarter`)} own on true
      left join lateral ${lastRevision(sql`a.stored_year`, sql`a.stored_quarter`)} b on true
    order by a.year desc, a.quarter desc`.execute(db)
  return rows
}

/**
 * Returns finished periods, by default the listed ones, latest first, with the batch that holds their figures. A period is
 * provisional until the nation publishes it, and revised if a later batch changed it after that.
 */
export async function statPeriods(
  db: Db,
  now: Date,
  periods: readonly Quarter[] = listedPeriods(day(now)),
): Promise<StatPeriod[]> {
  return (await periodRows(db, now, periods)).map(periodOf)
}

/** Periods that the nation has published, latest first. Their figures change by restatements alone. */
export async function publishedPeriods(db: Db): Promise<Quarter[]> {
  const { rows } = await sql<Quarter>`
    select year, quarter from official_publication order by year desc, quarter desc`.execute(db)
  return rows
}

/** Returns the listed period that a request for a year or quarter gets: the last that had ended by then. */
export const periodAt = (
  periods: readonly StatPeriod[],
  { year, quarter }: { year?: number | undefined; quarter?: number | undefined },
): StatPeriod | undefined =>
  periods.find((each) => year === undefined || each.year * 4 + each.quarter <= year * 4 + (quarter ?? 4))
