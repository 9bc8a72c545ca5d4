import type { ReportStatus } from '@xinchu/sdk/codes'
import { conflict, forbidden, NOT_ALLOWED } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import type { DemoRow } from '../demo-project/columns.ts'
import { type Part, type ReportAction, reportActions, reportMove } from '../general-items/states.ts'

/** Reports go from the applicant through the office that recommended the project to the nation. */
export const CHAIN = 'reviewer-nation'

type Owned = Pick<DemoRow, 'org_id' | 'recommend_org_id'>

/** The role of an office towards the reports of a project. */
export function reportParts(project: Owned, user: Caller): ReadonlySet<Part> {
  const code = codeOf(user)
  if (code === 'ENT' && project.org_id === user.orgId) return new Set(['author'])
  if ((code === 'PRV' || code === 'CEN') && project.recommend_org_id === user.orgId)
    return new Set(['reviewer'])
  return code === 'NAT' || code === 'PLT' ? new Set(['nation']) : new Set()
}

/** The platform confirms and returns for the nation, but opens nothing again. */
const isKeptFrom = (user: Caller, action: ReportAction) => action === 'REOPEN' && codeOf(user) !== 'NAT'

/** Actions that an office may take on a report now. */
export const actionsOn = (project: Owned, status: ReportStatus, user: Caller): ReportAction[] =>
  reportActions(CHAIN, status, reportParts(project, user)).filter((action) => !isKeptFrom(user, action))

/** The state after an action. @throws HttpError 403 for an office without a role, 409 in another state */
export function statusAfter(
  project: Owned,
  status: ReportStatus,
  action: ReportAction,
  user: Caller,
): ReportStatus {
  const parts = reportParts(project, user)
  if (parts.size === 0 || isKeptFrom(user, action)) throw forbidden()
  const to = reportMove(CHAIN, status, action, parts)
  if (to === undefined) throw conflict(NOT_ALLOWED.code, NOT_ALLOWED.message)
  return to
}
