import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, codeOf } from './caller.ts'

const everything = sql<boolean>`true`
const nothing = sql<boolean>`false`

/** SQL condition: row `p` is in the scope of one of the caller's roles. Only copies of roles are limited. */
function withinLimits(user: Caller): RawBuilder<boolean> {
  const limits = user.roles.map(({ limit }) => limit)
  if (limits.some((limit) => limit === undefined)) return everything
  const inRegions = sql<boolean>`p.province_code in (select code from region where level = 1 and region_group = ${user.regionGroup ?? ''})`
  const inProvince = sql<boolean>`p.province_code = ${user.provinceCode ?? ''}`
  return limits.includes('region') ? inRegions : limits.length > 0 ? inProvince : everything
}

/** SQL condition: row `p` (with a project's place and owner columns) is in the scope of the caller. */
export function reachOf(user: Caller): RawBuilder<boolean> {
  const limits = withinLimits(user)
  return limits === everything ? officeReach(user) : sql<boolean>`((${officeReach(user)}) and (${limits}))`
}

function officeReach(user: Caller): RawBuilder<boolean> {
  const within: Within = (column, value, former = []) => {
    if (value === undefined) return nothing
    if (former.length === 0) return sql<boolean>`${sql.ref(column)} = ${value}`
    return sql<boolean>`${sql.ref(column)} in (${sql.join([value, ...former])})`
  }
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
      return within('p.city_code', user.cityCode, user.formerCodes)
    case 'CNT':
      return within('p.county_code', user.countyCode, user.formerCodes)
    case 'ENT':
      return within('p.org_id', user.orgId)
    case 'CEN':
      return within('p.owner_group_id', user.ownerGroupId, user.formerOwners)
    case 'PQ':
      return queryReach(user, within)
    default:
      return nothing
  }
}

/** SQL condition: a column has a value, or one of those that it succeeded. */
type Within = (
  column: string,
  value: string | number | undefined,
  former?: readonly (string | number)[],
) => RawBuilder<boolean>

/** Read-only kinds, with the kind whose scope they share. */
function queryReach(user: Caller, within: Within): RawBuilder<boolean> {
  if (user.deptId === deptKinds.cityQuery) return within('p.city_code', user.cityCode, user.formerCodes)
  if (user.deptId === deptKinds.countyQuery) return within('p.county_code', user.countyCode, user.formerCodes)
  if (user.deptId === deptKinds.groupQuery)
    return within('p.owner_group_id', user.ownerGroupId, user.formerOwners)
  return within('p.province_code', user.provinceCode)
}

/**
 * The only province that the caller's scope can lie in. Undefined for offices of several provinces, and for those whose
 * scope is what they own, wherever it is.
 */
export function provinceOf(user: Caller): string | undefined {
  const isOwner = user.deptId === deptKinds.groupQuery
  const isPlace = ['NAP', 'PRV', 'CTY', 'CNT', 'PQ'].includes(codeOf(user) ?? '') && !isOwner
  return isPlace ? user.provinceCode : undefined
}

/**
 * SQL condition: rows of es_project (`p`) visible to the caller: in scope and submitted at least once, or created by the
 * caller's office. This is the only place that decides it.
 */
export function visibleProjects(user: Caller): RawBuilder<boolean> {
  return sql<boolean>`not p.deleted and (${reachOf(user)}) and (p.submitted_once or p.org_id = ${user.orgId})`
}

/** SQL condition: a deleted draft `p` is one that the caller may restore, as he could delete it: of his own office, and in scope. */
export const restorableProjects = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`(${reachOf(user)}) and p.org_id = ${user.orgId}`

/** The submitted ones of {@link visibleProjects}: the same condition for all offices with the same scope. */
export const submittedProjects = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`not p.deleted and (${reachOf(user)}) and p.submitted_once`

/**
 * {@link visibleProjects} as two disjoint parts, the submitted ones first. Counts add them up, because an index answers each part but not their
 * disjunction.
 */
export const visibleParts = (user: Caller): readonly RawBuilder<boolean>[] => [
  sql<boolean>`p.submitted_once`,
  sql<boolean>`not p.submitted_once and p.org_id = ${user.orgId}`,
]
