import type { ReportStatus } from '@xinchu/sdk/codes'
import { conflict, forbidden, NOT_ALLOWED } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { type Part, type ReportAction, reportActions, reportMove } from '../general-items/states.ts'

/** What a province reports goes to the nation at once. */
const CHAIN = 'nation'

interface Owned {
  province_code: string
}

/** The role of an office towards what a province reports. */
function partsOf({ province_code }: Owned, user: Caller): ReadonlySet<Part> {
  const code = codeOf(user)
  if (code === 'PRV' && province_code === user.provinceCode) return new Set(['author'])
  return code === 'NAT' ? new Set(['nation']) : new Set()
}

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
