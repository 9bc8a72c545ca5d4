import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, codeOf } from '../caller.ts'

const everyone = sql<boolean>`true`
const nobody = sql<boolean>`false`

const kindAmong = (kinds: readonly (keyof typeof deptKinds)[]) =>
  sql<boolean>`o.dept_id = any(${kinds.map((name) => deptKinds[name])}::integer[])`
const isKind = (kind: keyof typeof deptKinds) => sql<boolean>`o.dept_id = ${deptKinds[kind]}`
const isNational = kindAmong(['nation', 'nationQuery', 'administration'])
const isReporting = kindAmong(['province', 'city', 'county', 'enterprise'])

/**
 * SQL condition: office `o` (division `r`), and so its accounts, is below the caller: all for the nation, administrators
 * and national queries; those of the own division for government levels. National offices are below nobody else.
 */
export function below(user: Caller): RawBuilder<boolean> {
  const within = (column: string, value: string | undefined) =>
    value === undefined ? nobody : sql<boolean>`${sql.ref(column)} = ${value} and not ${isNational}`
  switch (codeOf(user)) {
    case 'NAT':
    case 'ADM':
    case 'NQ':
      return everyone
    case 'NAR':
      return sql<boolean>`r.region_group = ${user.regionGroup ?? ''} and ${isReporting}`
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
        : sql<boolean>`${isKind('enterprise')} and o.owner_group_id = ${user.ownerGroupId}`
    default:
      return nobody
  }
}

/** Government offices above the caller's place, and the caller's own office. */
export function above(user: Caller): RawBuilder<boolean> {
  return sql<boolean>`(o.id = ${user.orgId}
    or ${isKind('province')} and o.region_code = ${user.provinceCode ?? ''}
    or ${isKind('city')} and o.region_code = ${user.cityCode ?? ''}
    or ${isKind('county')} and o.region_code = ${user.countyCode ?? ''})`
}

/** The nation, administrators and operators, whom everyone may contact. */
export const central: RawBuilder<boolean> = kindAmong(['nation', 'administration', 'platform'])

/** Condition for a division and everything in it. */
export const inRegion = (code: string): RawBuilder<boolean> =>
  sql<boolean>`${code} in (r.province_code, r.city_code, r.county_code)`

/** Code of the country in counts by division: the offices without a division. */
export const NATION = '100000'

/** Condition for the offices of just this division, without those in it. */
export const ofLevel = (code: string): RawBuilder<boolean> =>
  code === NATION ? sql<boolean>`r.code is null` : sql<boolean>`r.code = ${code}`
