import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, codeOf } from '../caller.ts'
import { reachOf } from '../scope.ts'

const nothing = sql<boolean>`false`

function reach(user: Caller): RawBuilder<boolean> {
  switch (codeOf(user)) {
    case 'PRV':
    case 'NAT':
    case 'NQ':
    case 'PLT':
    case 'NAR':
    case 'NAP':
      return reachOf(user)
    case 'PQ':
      // Belong to no group.
      return user.deptId === deptKinds.groupQuery ? nothing : reachOf(user)
    default:
      return nothing
  }
}

const seen = (user: Caller) =>
  sql<boolean>`(${reach(user)}) and (p.submit_time is not null or p.org_id = ${user.orgId})`

/**
 * SQL condition: rows of provincial_demo (`p`) visible to the caller: within his places, and to others than the author's
 * office once they were submitted. This is the only place that decides it.
 */
export const visibleProvincialPilots = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`not p.deleted and ${seen(user)}`

/** SQL condition: a deleted project `p` is one that the caller may restore, as he could delete it: of his own province. */
export const restorableProvincialPilots = (user: Caller): RawBuilder<boolean> =>
  codeOf(user) === 'PRV'
    ? sql<boolean>`${seen(user)} and p.province_code = ${user.provinceCode ?? ''}`
    : nothing

/** As `visibleProvincialPilots`, of work_report (`p`). */
export const visibleWorkReports = (user: Caller): RawBuilder<boolean> =>
  codeOf(user) === 'PQ'
    ? nothing
    : sql<boolean>`(${reach(user)}) and (p.submit_time is not null or p.org_id = ${user.orgId})`

/** SQL condition: provinces (`r`) whose reports the caller watches over. */
export const reachedProvinces = (user: Caller): RawBuilder<boolean> =>
  codeOf(user) === 'PQ'
    ? nothing
    : sql<boolean>`exists (select 1 from (select r.code as province_code) p where ${reach(user)})`
