import { ReportStatus } from '@xinchu/contract/codes'
import { conflict, forbidden, NOT_ALLOWED } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { type Part, type ReportAction, reportActions, reportMove, waitsFor } from '../general-items/states.ts'

/** Reports of a province go directly to the nation. */
export const CHAIN = 'nation'

interface Owned {
  province_code: string
}

/** The roles of the kinds of offices. */
const PART_OF: Readonly<Record<string, Part>> = { PRV: 'author', NAT: 'nation' }

/** Returns the role of an office towards a province's reports. */
export function partsOf({ province_code }: Owned, user: Caller): ReadonlySet<Part> {
  const part = PART_OF[codeOf(user) ?? '']
  return new Set(!part || (part === 'author' && province_code !== user.provinceCode) ? [] : [part])
}

/** States in which a province's report waits for an office of the caller's kind. */
export function waitingStates(user: Caller): ReportStatus[] {
  const part = PART_OF[codeOf(user) ?? '']
  return part ? Object.values(ReportStatus).filter((status) => waitsFor(CHAIN, status) === part) : []
}

/** States before submission: a draft, or returned. */
export const OWED: readonly ReportStatus[] = Object.values(ReportStatus).filter(
  (status) => waitsFor(CHAIN, status) === 'author',
)

/** Actions that an office may take now. */
export const actionsOn = (row: Owned & { status: ReportStatus }, user: Caller): ReportAction[] =>
  reportActions(CHAIN, row.status, partsOf(row, user))

/** The state after an action. @throws HttpError 403 for an office without a role, 409 in another state */
export function statusAfter(
  row: Owned & { status: ReportStatus },
  action: ReportAction,
  user: Caller,
): ReportStatus {
  const parts = partsOf(row, user)
  if (parts.size === 0) throw forbidden()
  const to = reportMove(CHAIN, row.status, action, parts)
  if (to === undefined) throw conflict(NOT_ALLOWED.code, NOT_ALLOWED.message)
  return to
}

/** The province of the caller's office. @throws HttpError 403 for an office without one */
export function ownProvince({ provinceCode }: Caller): string {
  if (provinceCode === undefined) throw forbidden()
  return provinceCode
}
