import { ReportStatus } from '@xinchu/sdk/codes'
import { dictionaries } from '@xinchu/sdk/fields'
import type { components, operations } from '@xinchu/sdk/schema'
import { periodHours, prefillUsage, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { containing } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import type { ColumnsOf } from '../columns.ts'
import { reply } from '../reply.ts'
import { visibleProjects } from '../scope.ts'
import { REPORTING } from './states.ts'
import { lastReminder, lastReminderOf, SENDERS } from './usage-reminders.ts'
import { findUsage, type Station, type Usage, type UsageRow, usageOf } from './usage-rows.ts'
import { usageItems, usageParts } from './usage-view.ts'

type Schemas = components['schemas']
export type DueQuery = NonNullable<operations['listDueItems']['parameters']['query']>

type DueRow = Station & {
  usage_id: number | null
  previous: ColumnsOf<Usage> | null
  reminded_on: string | null
  reminded_by: string | null
  reminder_read: boolean | null
}

/** SQL condition: station `p` has to report for a quarter, given its report `u`. */
export function dueConditions(
  query: Omit<DueQuery, 'itemType' | 'year'>,
  period: Quarter,
  user: Caller,
): RawBuilder<boolean> {
  const { first, last } = quarterDays(period)
  const parts = [
    visibleProjects(user),
    sql<boolean>`p.submitted_once and p.build_status in (${sql.join(REPORTING)}) and p.commission_date <= ${last}
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
const reportSource = (period: Quarter, user: Caller) => sql`es_project p
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
): Promise<Schemas['DueItemPage']> {
  const period = { year: query.year, quarter }
  const { page = 0, size = 10 } = query
  const where = dueConditions(query, period, user)
  const from = dueSource(period, user)
  const { rows } = await sql<DueRow>`
    select p.id as project_id, p.province_code, p.org_id, p.project_name, p.company_name, p.rated_power, p.rated_energy,
      p.design_cycles_per_day, p.commission_date, p.retire_date, p.tech_type, p.build_status,
      u.id as usage_id, to_jsonb(v) as previous, r.*
    from ${from} left join lateral (${lastReminder(period)}) r on true where ${where} order by p.province_code, p.id limit ${size} offset ${page * size}`.execute(
    db,
  )
  const states = await countStates(db, query, period, user)
  const isAsked = ({ value }: Schemas['StatusCount']) =>
    !query.status?.length || query.status.some((each) => each === value)
  const ids = rows.flatMap(({ usage_id }) => (usage_id === null ? [] : [usage_id]))
  const reports: UsageRow[] = ids.length > 0 ? await findUsage(db, { ids, keys: [] }, user) : []
  const items = new Map((await usageItems(db, reports, user)).map((item) => [item.id, item]))
  return reply<Schemas['DueItemPage']>({
    content: rows.map((row) => dueItem(row, period, items.get(row.usage_id ?? 0), user)),
    states,
    reminder: SENDERS.has(user.deptId) ? await lastReminderOf(db, from, where, period) : undefined,
    totalElements: states.reduce((sum, each) => sum + (isAsked(each) ? each.count : 0), 0),
  })
}

/** Counts the stations by report state, ignoring the state filter. */
async function countStates(
  db: Db,
  { status: _any, ...query }: DueQuery,
  period: Quarter,
  user: Caller,
): Promise<Schemas['StatusCount'][]> {
  const { rows } = await sql<{ status: string; count: number }>`
    select coalesce(u.status, ${ReportStatus.draft}) as status, count(*) as count from ${reportSource(period, user)}
    where ${dueConditions(query, period, user)} group by 1`.execute(db)
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return dictionaries.report_status.values.map(({ value, label }) => ({
    value,
    label,
    count: counts.get(value) ?? 0,
  }))
}

/** Counts the stations in the caller's scope that have to report for a quarter, and the reports in these states. */
export async function countDue(
  db: Db,
  query: Pick<DueQuery, 'provinceCode' | 'cityCode' | 'countyCode'>,
  period: Quarter,
  states: readonly string[],
  user: Caller,
): Promise<{ due: number; reached: number }> {
  const where = dueConditions(query, period, user)
  const { rows } = await sql<{ due: number; reached: number }>`
    select count(*) as due, count(*) filter (where u.status = any(${[...states]}::text[])) as reached
    from ${reportSource(period, user)} where ${where}`.execute(db)
  return rows[0] ?? { due: 0, reached: 0 }
}
