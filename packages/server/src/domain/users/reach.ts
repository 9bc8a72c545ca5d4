import { type RawBuilder, sql } from 'kysely'
import { type Caller, codeOf } from '../caller.ts'

const everyone = sql<boolean>`true`
const nobody = sql<boolean>`false`

/**
 * Which offices (as `o` in the division `r`), and so which accounts, lie below a caller: all of them for the nation, the
 * administrators and national queries, those of their own division for the levels of government. The nation's own
 * offices lie below nobody else.
 */
export function below(user: Caller): RawBuilder<boolean> {
  const within = (column: string, value: string | undefined) =>
    value === undefined
      ? nobody
      : sql<boolean>`${sql.ref(column)} = ${value} and o.dept_id not in (1, 2, 900)`
  switch (codeOf(user)) {
    case 'NAT':
    case 'ADM':
    case 'NQ':
      return everyone
    case 'NAR':
      return sql<boolean>`r.region_group = ${user.regionGroup ?? ''} and o.dept_id in (3, 4, 5, 100)`
    case 'NAP':
    case 'PRV':
      return within('r.province_code', user.provinceCode)
    case 'CTY':
      return within('r.city_code', user.cityCode)
    case 'CNT':
      return within('r.county_code', user.countyCode)
    case 'CEN':
      return user.ownerGroupId === undefined
        ? nobody
        : sql<boolean>`o.dept_id = 100 and o.owner_group_id = ${user.ownerGroupId}`
    default:
      return nobody
  }
}

/** The levels of government above a caller's place, and his own office: whom he reports to and sits with. */
export function above(user: Caller): RawBuilder<boolean> {
  return sql<boolean>`(o.id = ${user.orgId}
    or o.dept_id = 3 and o.region_code = ${user.provinceCode ?? ''}
    or o.dept_id = 4 and o.region_code = ${user.cityCode ?? ''}
    or o.dept_id = 5 and o.region_code = ${user.countyCode ?? ''})`
}

/** The nation, the administrators and the operators of the platform, whom anybody may need. */
export const central: RawBuilder<boolean> = sql<boolean>`o.dept_id in (1, 900, 1001)`

/** What lies in a division or in one above it that is named. */
export const inRegion = (code: string): RawBuilder<boolean> =>
  sql<boolean>`${code} in (r.province_code, r.city_code, r.county_code)`
