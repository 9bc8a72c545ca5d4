import { AssignStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, codeOf } from '../caller.ts'
import { reachOf } from '../scope.ts'

/**
 * SQL condition: rows of demo_project (`p`) visible to the caller. The applicant's office sees its own. An office that
 * recommends sees what was submitted to it; the nation, its branches, the platform and query offices see what was submitted
 * within their places. An expert sees what was assigned to him, except where he withdrew. Nobody else sees any. This is the only place that decides it.
 */
export function visiblePilots(user: Caller): RawBuilder<boolean> {
  const submitted = sql<boolean>`p.submitted_once`
  switch (codeOf(user)) {
    case 'ENT':
      return sql<boolean>`not p.deleted and p.org_id = ${user.orgId}`
    case 'PRV':
    case 'CEN':
      return sql<boolean>`not p.deleted and ${submitted} and p.recommend_org_id = ${user.orgId}`
    case 'EXP':
      return sql<boolean>`not p.deleted and exists (select 1 from expert_assign a where a.project_id = p.id
        and a.expert_id = ${user.id} and a.status <> ${AssignStatus.recused})`
    case 'NAT':
    case 'NQ':
    case 'PLT':
    case 'NAR':
    case 'NAP':
      return sql<boolean>`not p.deleted and ${submitted} and (${reachOf(user)})`
    default:
      return sql<boolean>`false`
  }
}

/** SQL condition: a deleted draft `p` is one that the caller may restore: of his own office, the applicant. */
export const restorablePilots = (user: Caller): RawBuilder<boolean> =>
  codeOf(user) === 'ENT' ? sql<boolean>`p.org_id = ${user.orgId}` : sql<boolean>`false`
