import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, codeOf } from '../caller.ts'
import {
  BY_CITY_AND_NATION,
  BY_NATION,
  BY_PROVINCE,
  BY_PROVINCE_AND_NATION,
  type ReportFlow,
} from '../flow/report-flows.ts'
import type { Part, ReportChain } from '../flow/report-states.ts'
import { reviewLevels, reviewsAt } from '../review-levels.ts'
import type { YearCalcRecord } from './year-calc-rows.ts'

const { province: PROVINCE, city: CITY, county: COUNTY, enterprise: ENTERPRISE } = deptKinds
const GOVERNMENT: readonly number[] = [PROVINCE, CITY, COUNTY]

/** Subject of a calculation, with the place that decides who reviews it. */
export interface CalcScope {
  scopeType: 'REGION' | 'ENTERPRISE'
  scopeId: number
  scopeName: string
  provinceCode: string
  cityCode: string | undefined
  countyCode: string | undefined
}

/** Subject of the caller's calculations: its division or itself; undefined for offices that only read. */
export async function ownScope(db: Db, user: Caller): Promise<CalcScope | undefined> {
  const { provinceCode, cityCode, countyCode, regionCode } = user
  if (!provinceCode || !regionCode) return undefined
  const place = { provinceCode, cityCode, countyCode }
  if (user.deptId === ENTERPRISE)
    return { scopeType: 'ENTERPRISE', scopeId: user.orgId, scopeName: user.orgName, ...place }
  if (!GOVERNMENT.includes(user.deptId)) return undefined
  const region = await db
    .selectFrom('region')
    .select('name')
    .where('code', '=', regionCode)
    .executeTakeFirst()
  return {
    scopeType: 'REGION',
    scopeId: Number(regionCode),
    scopeName: region?.name ?? user.orgName,
    ...place,
  }
}

type Placed = Pick<
  YearCalcRecord,
  'scope_type' | 'scope_id' | 'province_code' | 'city_code' | 'county_code' | 'review_levels'
>

/** Review chain of a calculation: a province's goes directly to the nation, an enterprise's ends at the province. */
export function chainOf({ scope_type, scope_id, province_code }: Placed): ReportChain {
  if (scope_type === 'ENTERPRISE') return 'reviewer'
  return String(scope_id) === province_code ? 'nation' : 'reviewer-nation'
}

/** Kind of the first reviewing department: a county's calculation goes to its city if cities review there. */
export function reviewerOf(calc: Placed): typeof CITY | typeof PROVINCE | undefined {
  const chain = chainOf(calc)
  if (chain === 'nation') return undefined
  const isCounty = chain === 'reviewer-nation' && calc.county_code !== null
  const hasCity = calc.city_code !== null && reviewsAt(calc.review_levels, 'city')
  return isCounty && hasCity ? CITY : PROVINCE
}

/** The flow of a calculation: that of its chain, which names the office that reviews first. */
export function flowOf(calc: Placed): ReportFlow {
  const chain = chainOf(calc)
  if (chain === 'nation') return BY_NATION
  if (chain === 'reviewer') return BY_PROVINCE
  return reviewerOf(calc) === CITY ? BY_CITY_AND_NATION : BY_PROVINCE_AND_NATION
}

/** SQL condition: calculation `p` goes to its city first, as `reviewerOf` has it. */
export const reviewedByCity = sql<boolean>`(p.scope_type <> 'ENTERPRISE' and p.county_code is not null
  and p.city_code is not null and coalesce(${reviewLevels} @> array['city'], true))`

/** Role of a caller towards a calculation. */
export function yearCalcParts(calc: Placed, user: Caller): ReadonlySet<Part> {
  const parts = new Set<Part>()
  const isOwn =
    calc.scope_type === 'ENTERPRISE'
      ? user.deptId === ENTERPRISE && calc.scope_id === user.orgId
      : GOVERNMENT.includes(user.deptId) && String(calc.scope_id) === user.regionCode
  if (isOwn) parts.add('author')
  const reviewer = reviewerOf(calc)
  const isPlace =
    reviewer === CITY ? calc.city_code === user.cityCode : calc.province_code === user.provinceCode
  if (reviewer === user.deptId && isPlace) parts.add('reviewer')
  if (codeOf(user) === 'NAT') parts.add('nation')
  return parts
}
