import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, codeOf } from '../../caller.ts'
import { BY_CITY_AND_NATION, BY_NATION, BY_PROVINCE, type ReportFlow } from '../../flow/report-flows.ts'
import { type Party, statesWaitingFor } from '../../flow/table.ts'
import { reviewedByCity } from '../../general-items/year-calc-scope.ts'

const isOfEnterprise = sql<boolean>`p.scope_type = 'ENTERPRISE'`
const isOfProvince = sql<boolean>`(not ${isOfEnterprise} and p.scope_id::text = p.province_code)`
const isOfLower = sql<boolean>`(not ${isOfEnterprise} and p.scope_id::text <> p.province_code)`

const waitsFor = (flow: ReportFlow, party: Party) =>
  sql<boolean>`p.status = any(${statesWaitingFor(flow, party)}::text[])`

/** SQL condition: calculation `p` waits for the caller's decision. Which office reviews it follows from whose it is, and from its place. */
export function waitingYearCalcs(user: Caller): RawBuilder<boolean> {
  if (codeOf(user) === 'NAT')
    return sql<boolean>`(${isOfProvince} and ${waitsFor(BY_NATION, 'nation')}
      or ${isOfLower} and ${waitsFor(BY_CITY_AND_NATION, 'nation')})`
  const fromReviewer = waitsFor(BY_CITY_AND_NATION, 'reviewer')
  switch (user.deptId) {
    case deptKinds.city:
      return sql<boolean>`(p.city_code = ${user.cityCode ?? null} and ${reviewedByCity} and ${fromReviewer})`
    case deptKinds.province:
      return sql<boolean>`(p.province_code = ${user.provinceCode ?? null}
        and (${isOfEnterprise} and ${waitsFor(BY_PROVINCE, 'reviewer')}
          or ${isOfLower} and not ${reviewedByCity} and ${fromReviewer}))`
    default:
      return sql<boolean>`false`
  }
}
