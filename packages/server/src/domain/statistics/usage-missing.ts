import type { components } from '@xinchu/contract/schema'
import { type Quarter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { hasTime, type TimeLeft, timeLeftIn } from '../fill-time/time-left.ts'
import { type UsageRequest, usageStatistics } from './usage.ts'
import { inUse, keysOf, reportingConditions } from './usage-sums.ts'
import { isCounted, useProjects, useReports } from './use-source.ts'

type UsageStatRow = components['schemas']['UsageStatRow']

interface Pending extends Quarter {
  key: string
  count: number
}

/** Stations by group that have not reported a quarter and still have time. */
function pendingOf(asked: UsageRequest, user: Caller, period: Quarter, left: TimeLeft): RawBuilder<Pending> {
  const { first, last } = quarterDays(period)
  const { year, quarter } = period
  const key = asked.dimensions.length > 0 ? sql`concat_ws(',', ${sql.join(keysOf(asked, false))})` : sql`''`
  return sql<Pending>`
    select ${year}::integer as year, ${quarter}::integer as quarter, ${key} as key, count(*) as count from ${useProjects(asked)}
    where ${reportingConditions(asked, user)} and ${inUse(sql`${first}::date`, sql`${last}::date`)} and ${hasTime(left)}
      and not exists (select from ${useReports(asked)} u where u.province_code = p.province_code and u.project_id = p.id
        and u.year = ${year} and u.quarter = ${quarter} and ${isCounted(asked)})
    group by 3`
}

const nameOf = ({ year, quarter, key = '' }: { year: number; quarter?: number; key?: string }) =>
  [year, quarter, key].join(' ')

/**
 * Adds to figures of use how many of the stations that have not reported still have time, and how many have not. Official
 * figures have neither: they do not know the present. Two more queries, one unless somebody got more time.
 */
export async function usageWithMissing(
  db: Db,
  asked: UsageRequest,
  user: Caller,
  now: Date,
): Promise<UsageStatRow[]> {
  const rows = await usageStatistics(db, asked, user, day(now))
  if (asked.side === 'warehouse' || rows.length === 0) return rows
  const request = { ...asked, dimensions: asked.dimensions.filter((each) => each !== 'year') }
  const quarters = new Map(
    rows.map(({ year, quarter = 0 }) => [`${year} ${quarter}`, { year, quarter }] as const),
  )
  const periods = [...quarters.values()]
  const leftIn = await timeLeftIn(db, periods, now)
  const some = periods.filter((each) => typeof leftIn(each) === 'object')
  const parts = some.map((each) => pendingOf(request, user, each, leftIn(each)))
  const found =
    parts.length > 0 ? (await sql<Pending>`${sql.join(parts, sql` union all `)}`.execute(db)).rows : []
  const pending = new Map(found.map((each) => [nameOf(each), each.count]))
  return rows.map((row) => {
    const missing = row.dueProjects - row.reportedProjects
    const left = leftIn({ year: row.year, quarter: row.quarter ?? 0 })
    // The counts may be of a moment after the sums.
    const counted = Math.min(pending.get(nameOf(row)) ?? 0, missing)
    const still = left === 'all' ? missing : left === 'none' ? 0 : counted
    return { ...row, pendingProjects: still, overdueProjects: missing - still }
  })
}
