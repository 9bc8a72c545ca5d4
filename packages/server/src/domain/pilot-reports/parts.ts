import { RecommendType, ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { type Caller, codeOf } from '../caller.ts'
import { type Part, type ReportAction, reportActions, waitsFor } from '../flow/report-states.ts'
import type { FlowAction } from '../flow/table.ts'
import { lackingFor } from '../permissions.ts'
import type { PilotRow } from '../pilot-project/columns.ts'
import type { Upper } from '../remarks/rules.ts'
import type { ReportKind } from './reports.ts'

/** Reports go from the applicant through the office that recommended the project to the nation. */
export const CHAIN = 'reviewer-nation'

type Owned = Pick<PilotRow, 'org_id' | 'recommend_org_id'>

/** The roles of the kinds of offices. */
const PART_OF: Readonly<Record<string, Part>> = {
  ENT: 'author',
  PRV: 'reviewer',
  CEN: 'reviewer',
  NAT: 'nation',
  PLT: 'nation',
}

/** Returns the role of an office towards the reports of a project. */
export function reportParts(project: Owned, user: Caller): ReadonlySet<Part> {
  const part = PART_OF[codeOf(user) ?? '']
  const office =
    part === 'author' ? project.org_id : part === 'reviewer' ? project.recommend_org_id : user.orgId
  return new Set(part && office === user.orgId ? [part] : [])
}

/** States in which a report waits for an office of the caller's kind. */
export function waitingStates(user: Caller): ReportStatus[] {
  const part = PART_OF[codeOf(user) ?? '']
  return part ? Object.values(ReportStatus).filter((status) => waitsFor(CHAIN, status) === part) : []
}

/** Returns the office that answers a return by the nation: the recommender of the project. */
export const reviewHold = ({ recommend_type }: Pick<PilotRow, 'recommend_type'>): Upper => ({
  reviewer: recommend_type === RecommendType.group ? deptKinds.group : deptKinds.province,
  levels: 'DEMONSTRATION',
})

/** The platform confirms and returns for the nation, but cannot reopen reports. */
export const isKeptFrom = (user: Caller, action: FlowAction) => action === 'REOPEN' && codeOf(user) !== 'NAT'

const CALLS: Readonly<Record<ReportKind, string>> = {
  PROGRESS: 'saveProgressSubmission',
  ANNUAL: 'saveAnnualReport',
}

/** Actions that a caller may take on a report now. */
export const actionsOn = (
  kind: ReportKind,
  project: Owned,
  status: ReportStatus,
  user: Caller,
): ReportAction[] =>
  reportActions(CHAIN, status, reportParts(project, user)).filter(
    (action) => !isKeptFrom(user, action) && !lackingFor(CALLS[kind], user, { action }),
  )
