import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { momentOf } from '../../runtime/time.ts'
import { definedOnly } from '../auth/info.ts'
import { type Caller, may } from '../caller.ts'

/** A window as it applies to a caller, including the deadlines of the caller's province. */
export type FillTimeRow = Row<'fill_time'> & {
  /** The office of the caller's province that can be asked for more time. */
  ask_office: string | null
}

/** The period of a form, with a quarter for quarterly forms. */
export interface Period {
  year: number
  quarter?: number
}

export interface WindowFilter {
  fillType?: FillTimeRow['fill_type'] | undefined
  year?: number | undefined
  quarter?: number | undefined
  id?: number | undefined
}

export type Deadlines = Partial<Record<'enterprise' | 'county' | 'city' | 'province', string>>

const LEVELS: Readonly<Record<number, keyof Deadlines>> = {
  [deptKinds.enterprise]: 'enterprise',
  [deptKinds.county]: 'county',
  [deptKinds.city]: 'city',
  [deptKinds.province]: 'province',
}

const earlier = (a: string, b: string) => (a < b ? a : b)

/** Whether a window applies to all regions and offices. */
export const isForAll = ({ region_codes, org_ids }: Pick<FillTimeRow, 'region_codes' | 'org_ids'>): boolean =>
  region_codes.length + org_ids.length === 0

/** Whether a window applies to the caller's region or office. */
export function reaches(window: FillTimeRow, user: Caller): boolean {
  const { region_codes, org_ids } = window
  return (
    isForAll(window) ||
    org_ids.includes(user.orgId) ||
    [user.provinceCode, user.cityCode, user.countyCode].some(
      (code) => code !== undefined && region_codes.includes(code),
    )
  )
}

/** Deadlines of a window's levels. They were validated when written. */
export const deadlinesOf = ({ level_deadlines }: Pick<FillTimeRow, 'level_deadlines'>): Deadlines =>
  level_deadlines

/** The deadline of all, if they have the same one. */
export function commonDeadline(deadlines: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = new Set(deadlines)
  return others.length === 0 ? first : undefined
}

/** End of a window for this caller: the deadline of the caller's level, or the window's end. */
export function deadlineOf(window: FillTimeRow, user: Caller): string {
  const level = LEVELS[user.deptId]
  return (level && deadlinesOf(window)[level]) || window.end_time
}

export function isOpenFor(window: FillTimeRow, user: Caller, now: Date): boolean {
  if (may(user, 'windows.ignore')) return true
  if (!window.enabled || !reaches(window, user)) return false
  return momentOf(window.start_time) <= now && now <= momentOf(deadlineOf(window, user))
}

/** Returns windows, latest first, with the deadlines set by the caller's province. */
export async function findWindows(db: Db, filter: WindowFilter, user: Caller): Promise<FillTimeRow[]> {
  const rows = await db
    .selectFrom('fill_time as f')
    .leftJoin('fill_time_limit as l', (join) =>
      join.onRef('l.fill_time_id', '=', 'f.id').on('l.province_code', '=', user.provinceCode ?? ''),
    )
    .selectAll('f')
    .select([
      sql<string | null>`l.county`.as('county'),
      sql<string | null>`l.city`.as('city'),
      sql<string | null>`(select o.org_name from org o join region r on r.code = o.region_code
        where o.dept_id = ${deptKinds.province} and o.enabled and r.province_code = ${user.provinceCode ?? ''}
        order by o.id limit 1)`.as('ask_office'),
    ])
    .where(({ and }) =>
      and(
        definedOnly({
          'f.id': filter.id,
          'f.fill_type': filter.fillType,
          'f.year': filter.year,
          'f.quarter': filter.quarter,
        }),
      ),
    )
    .orderBy('f.start_time', 'desc')
    .orderBy('f.id', 'desc')
    .execute()
  return rows.map(({ county, city, ...window }) => {
    const set = deadlinesOf(window)
    const least = (level: 'county' | 'city', limit: string | null) =>
      limit ? { [level]: earlier(limit, set[level] ?? window.end_time) } : {}
    return { ...window, level_deadlines: { ...set, ...least('county', county), ...least('city', city) } }
  })
}
