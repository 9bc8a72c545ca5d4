import { closedQuarter, type Quarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import { isForAll } from './window.ts'

/** Who still has time to report: all, nobody, or the offices and those of the regions that got more. */
export type TimeLeft = 'all' | 'none' | { regions: readonly string[]; offices: readonly number[] }

interface Window extends Quarter {
  region_codes: string[]
  org_ids: number[]
  enabled: boolean
  is_ahead: boolean
}

const numberOf = ({ year, quarter }: Quarter) => year * 4 + quarter

/**
 * Returns who may still report each of some quarters in time, by the deadlines of enterprises. A window of all that was
 * switched off keeps its deadline, an extension that was switched off ends. The last ended quarter without a window has
 * no deadline yet; earlier ones without a window are over.
 */
export async function timeLeftIn(
  db: Db,
  periods: readonly Quarter[],
  now: Date,
): Promise<(period: Quarter) => TimeLeft> {
  const { rows } = await sql<Window>`
    select f.year, f.quarter, f.region_codes, f.org_ids, f.enabled, coalesce(
      (f.level_deadlines ->> 'enterprise')::timestamp at time zone 'Asia/Shanghai', f.end_time) >= ${now.toISOString()}::timestamptz as is_ahead
    from fill_time f where f.fill_type = 'QUARTER' and f.year * 4 + f.quarter = any(${periods.map(numberOf)}::integer[])`.execute(
    db,
  )
  const last = numberOf(closedQuarter(day(now)))
  return (period) => {
    const windows = rows.filter((each) => numberOf(each) === numberOf(period))
    const ofAll = windows.filter(isForAll)
    if (ofAll.length === 0 ? numberOf(period) >= last : ofAll.some((each) => each.is_ahead)) return 'all'
    const longer = windows.filter((each) => each.enabled && each.is_ahead && !isForAll(each))
    if (longer.length === 0) return 'none'
    return {
      regions: longer.flatMap(({ region_codes }) => region_codes),
      offices: longer.flatMap(({ org_ids }) => org_ids),
    }
  }
}

/** SQL condition: the office of station `p` still has time to report. */
export function hasTime(left: TimeLeft): RawBuilder<boolean> {
  if (left === 'all' || left === 'none') return left === 'all' ? sql<boolean>`true` : sql<boolean>`false`
  const regions = sql`${[...left.regions]}::text[]`
  return sql<boolean>`exists (select from org o left join region r on r.code = o.region_code
    where o.id = p.org_id and (o.id = any(${[...left.offices]}::bigint[]) or r.province_code = any(${regions})
      or r.city_code = any(${regions}) or r.county_code = any(${regions})))`
}
