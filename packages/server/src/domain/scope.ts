import { deptKinds } from '@xinchu/sdk/rights'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, codeOf } from './caller.ts'

const everything = sql<boolean>`true`
const nothing = sql<boolean>`false`

/** Which rows, as `p` with the places and owners of a project, lie in the reach of a caller's office. */
export function reachOf(user: Caller): RawBuilder<boolean> {
  const within = (column: string, value: string | number | undefined) =>
    value === undefined ? nothing : sql<boolean>`${sql.ref(column)} = ${value}`
  switch (codeOf(user)) {
    case 'NAT':
    case 'ADM':
    case 'NQ':
    case 'PLT':
      return everything
    case 'NAR':
      return sql<boolean>`p.province_code in (select code from region where level = 1 and region_group = ${user.regionGroup ?? ''})`
    case 'NAP':
    case 'PRV':
      return within('p.province_code', user.provinceCode)
    case 'CTY':
      return within('p.city_code', user.cityCode)
    case 'CNT':
      return within('p.county_code', user.countyCode)
    case 'ENT':
      return within('p.org_id', user.orgId)
    case 'CEN':
      return within('p.owner_group_id', user.ownerGroupId)
    case 'PQ':
      return queryReach(user, within)
    default:
      return nothing
  }
}

type Within = (column: string, value: string | number | undefined) => RawBuilder<boolean>

/** Kinds that only look: as the kind that they are named after. */
function queryReach(user: Caller, within: Within): RawBuilder<boolean> {
  if (user.deptId === deptKinds.cityQuery) return within('p.city_code', user.cityCode)
  if (user.deptId === deptKinds.countyQuery) return within('p.county_code', user.countyCode)
  if (user.deptId === deptKinds.groupQuery) return within('p.owner_group_id', user.ownerGroupId)
  return within('p.province_code', user.provinceCode)
}

/**
 * The rows of es_project (as `p`) that a caller may see: what lies in his reach and was submitted at least once, and
 * what his own office made. The one place where this is decided.
 */
export function visibleProjects(user: Caller): RawBuilder<boolean> {
  return sql<boolean>`not p.deleted and (${reachOf(user)}) and (p.submitted_once or p.org_id = ${user.orgId})`
}

/**
 * What {@link visibleProjects} allows, in two parts that have nothing in common: whoever counts adds them up, and an index
 * answers each, which none does for one or the other.
 */
export const visibleParts = (user: Caller): readonly RawBuilder<boolean>[] => [
  sql<boolean>`p.submitted_once`,
  sql<boolean>`not p.submitted_once and p.org_id = ${user.orgId}`,
]
