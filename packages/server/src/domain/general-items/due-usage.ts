import { ReportStatus } from '@xinchu/contract/codes'
import { dictionaries } from '@xinchu/contract/dictionaries'
import type { components, operations } from '@xinchu/contract/schema'
import { periodHours, prefillUsage, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { containing } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import type { ColumnsOf } from '../columns.ts'
import { hasTime, type TimeLeft, timeLeftIn } from '../fill-time/time-left.ts'
import { COUNTED_STATES, isCounted, REPORTING } from '../flow/report-states.ts'
import { submittedVersions } from '../ledger/submitted.ts'
import { reply } from '../reply.ts'
import { provinceOf, submittedProjects } from '../scope.ts'
import { filterConditions, hasBuildStatus } from '../statistics/conditions.ts'
import { listedFilter } from '../statistics/filter.ts'
import { sumsByProvince } from '../statistics/kept-sums.ts'
import { usageParts } from './usage-parts.ts'
import { lastReminder, lastReminderOf, SENDERS } from './usage-reminders.ts'
import { findUsage, type Station, type Usage, type UsageRow, usageOf } from './usage-rows.ts'
import { usageItems } from './usage-view.ts'

type Schemas = components['schemas']
export type DueQuery = NonNullable<operations['listDueItems']['parameters']['query']>

type DueRow = Station & {
  project_code: string
  usage_id: number | null
  previous: ColumnsOf<Usage> | null
  reminded_on: string | null
  reminded_by: string | null
  reminder_read: boolean | null
  has_time: boolean
}

/** Filters of due stations, besides their period. */
type DueFilter = Omit<DueQuery, 'itemType' | 'year'>

interface StateRow {
  province_code: string
  status: string
  count: number
}

/** SQL condition: station `p` has to report for a quarter, given its report `u`. */
export function dueConditions(query: DueFilter, period: Quarter, user: Caller): RawBuilder<boolean> {
  const { first, last } = quarterDays(period)
  // Places of a list are single.
  const { provinceCode: _province, cityCode: _city, countyCode: _county, ...kinds } = query
  const filter = listedFilter(kinds)
  const parts = [
    submittedProjects(user),
    ...filterConditions(filter),
    ...(filter.buildStatus ? [hasBuildStatus(filter.buildStatus)] : []),
    sql<boolean>`p.is_counted`,
    sql<boolean>`p.build_status in (${sql.join(REPORTING)}) and p.commission_date <= ${last}
      and (p.retire_date is null or p.retire_date >= ${first})`,
  ]
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  if (query.status?.length)
    parts.push(sql<boolean>`coalesce(u.status, ${ReportStatus.draft}) = any(${[...query.status]}::text[])`)
  if (query.keyword) {
    const like = containing(query.keyword)
    parts.push(sql<boolean>`(p.project_name like ${like} or p.company_name like ${like})`)
  }
  return sql.join(parts, sql` and `)
}

/** Stations `p` with their reports of a quarter `u`. */
const reportSource = (period: Quarter, user: Caller) => sql`${submittedVersions}
  left join usage_report u on u.province_code = p.province_code and u.project_id = p.id
    and u.year = ${period.year} and u.quarter = ${period.quarter}
    and (u.status <> ${ReportStatus.draft} or u.org_id = ${user.orgId})`

/** The same with the reports of the previous quarter `v`. */
export const dueSource = (period: Quarter, user: Caller): RawBuilder<unknown> => {
  const before = quarterAfter(period, -1)
  return sql`${reportSource(period, user)}
  left join usage_report v on v.province_code = p.province_code and v.project_id = p.id
    and v.year = ${before.year} and v.quarter = ${before.quarter}
    and (v.status <> ${ReportStatus.draft} or v.org_id = ${user.orgId})`
}

function dueItem(
  row: DueRow,
  period: Quarter,
  item: Schemas['GeneralItem'] | undefined,
  user: Caller,
): Schemas['DueItem'] {
  const previous = row.previous ? usageOf(row.previous) : undefined
  const isAuthor = usageParts(row, user).has('author')
  return reply({
    itemType: 'USAGE',
    editable: isAuthor && (item ? item.flow.actions.includes('SAVE') : true),
    projectId: row.project_id,
    projectName: row.project_name,
    projectCode: row.project_code,
    companyName: row.company_name,
    provinceCode: row.province_code,
    techType: row.tech_type,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    designCyclesPerDay: row.design_cycles_per_day,
    commissionDate: row.commission_date,
    periodHours: periodHours(period, row.commission_date ?? undefined),
    remindedOn: row.reminded_on,
    remindedBy: row.reminded_by,
    reminderRead: row.reminder_read,
    overdue: isCounted(item?.status ?? null) ? undefined : !row.has_time,
    item,
    previous,
    usage: item ? undefined : prefillUsage(row.project_id, period, previous),
  })
}

/** Returns the stations in the caller's scope that have to report for a quarter, reported or not. */
export async function dueUsage(
  db: Db,
  query: DueQuery,
  quarter: number,
  user: Caller,
  now: Date,
): Promise<Schemas['DueItemPage']> {
  const period = { year: query.year, quarter }
  const { page = 0, size = 10, status, ...others } = query
  const where = dueConditions(query, period, user)
  const from = dueSource(period, user)
  const counts = await dueByState(db, others, period, user)
  const left = (await timeLeftIn(db, [period], now))(period)
  const asked = status?.length ? counts.filter((row) => status.some((each) => each === row.status)) : counts
  const { provinces, skip } = provincesOfPage(asked, page * size, size)
  const { rows } = await sql<DueRow>`
    select p.id as project_id, p.province_code, p.org_id, p.project_name, p.project_code, p.company_name, p.rated_power,
      p.rated_energy, p.design_cycles_per_day, p.commission_date, p.retire_date, p.tech_type, p.build_status,
      u.id as usage_id, to_jsonb(v) as previous, ${hasTime(left)} as has_time, r.*
    from ${from} left join lateral (${lastReminder(period)}) r on true
    where ${where} and p.province_code = any(${provinces}::text[])
    order by p.province_code, p.id limit ${size} offset ${skip}`.execute(db)
  const ids = rows.flatMap(({ usage_id }) => (usage_id === null ? [] : [usage_id]))
  const reports: UsageRow[] = ids.length > 0 ? await findUsage(db, { ids, keys: [] }, user) : []
  const items = new Map((await usageItems(db, reports, user)).map((item) => [item.id, item]))
  return reply<Schemas['DueItemPage']>({
    content: rows.map((row) => dueItem(row, period, items.get(row.usage_id ?? 0), user)),
    states: statesOf(counts),
    reporting: reportingOf(counts, await pendingCount(db, { filter: others, period, user }, left)),
    reminder: SENDERS.has(user.deptId) ? await lastReminderOf(db, from, where, period) : undefined,
    totalElements: asked.reduce((sum, { count }) => sum + count, 0),
  })
}

/**
 * Numbers of due stations by province and by the state of their report. A draft counts as no report, whosever it is. The
 * numbers are kept, because the nation's take longer to count than a page to read.
 */
function dueByState(db: Db, filter: DueFilter, period: Quarter, user: Caller): Promise<readonly StateRow[]> {
  const parts = { quarters: [period.year * 4 + period.quarter], provinceCode: provinceOf(user) }
  return sumsByProvince<StateRow>(
    db,
    parts,
    (among) => sql`
      select p.province_code, coalesce(u.status, ${ReportStatus.draft}) as status, count(*) as count
      from ${submittedVersions} left join usage_report u on u.province_code = p.province_code and u.project_id = p.id
        and u.year = ${period.year} and u.quarter = ${period.quarter} and u.status <> ${ReportStatus.draft}
      where ${dueConditions(filter, period, user)} and ${among('p')} group by 1, 2`,
  )
}

/** How many stations that have not reported still have time; undefined for all of them. */
async function pendingCount(
  db: Db,
  { filter, period, user }: { filter: DueFilter; period: Quarter; user: Caller },
  left: TimeLeft,
): Promise<number | undefined> {
  if (typeof left === 'string') return left === 'all' ? undefined : 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${reportSource(period, user)}
    where ${dueConditions(filter, period, user)} and ${hasTime(left)}
      and coalesce(u.status, ${ReportStatus.draft}) <> all(${[...COUNTED_STATES]}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}

function reportingOf(counts: readonly StateRow[], pending: number | undefined): Schemas['Reporting'] {
  const sum = (rows: readonly StateRow[]) => rows.reduce((total, { count }) => total + count, 0)
  const [due, reported] = [sum(counts), sum(counts.filter(({ status }) => isCounted(status)))]
  // It may be counted a moment after the states.
  const pendingProjects = Math.min(pending ?? Number.POSITIVE_INFINITY, due - reported)
  return {
    dueProjects: due,
    reportedProjects: reported,
    pendingProjects,
    overdueProjects: due - reported - pendingProjects,
  }
}

/** Provinces that a page's rows lie in, which are ordered by province, and how many of these provinces' rows come before. */
function provincesOfPage(counts: readonly StateRow[], offset: number, size: number) {
  const numbers = new Map<string, number>()
  for (const { province_code, count } of counts)
    numbers.set(province_code, (numbers.get(province_code) ?? 0) + count)
  const provinces: string[] = []
  let [before, skip] = [0, 0]
  for (const [code, count] of [...numbers].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isWithin = before < offset + size && before + count > offset
    if (isWithin && provinces.length === 0) skip = offset - before
    if (isWithin) provinces.push(code)
    before += count
  }
  return { provinces, skip }
}

const statesOf = (counts: readonly StateRow[]): Schemas['StatusCount'][] =>
  dictionaries.report_status.values.map(({ value, label }) => {
    const those = counts.filter(({ status }) => status === value)
    return { value, label, count: those.reduce((sum, { count }) => sum + count, 0) }
  })

/** Counts the stations in the caller's scope that have to report for a quarter, and the reports in these states. */
export async function countDue(
  db: Db,
  query: Pick<DueQuery, 'provinceCode' | 'cityCode' | 'countyCode'>,
  period: Quarter,
  states: readonly string[],
  user: Caller,
): Promise<{ due: number; reached: number }> {
  const counts = await dueByState(db, query, period, user)
  const sum = (rows: readonly StateRow[]) => rows.reduce((total, { count }) => total + count, 0)
  return { due: sum(counts), reached: sum(counts.filter(({ status }) => states.includes(status))) }
}
