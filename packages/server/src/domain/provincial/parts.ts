import type { ReportStatus } from '@xinchu/contract/codes'
import { forbidden } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import type { ReportAction } from '../flow/report-states.ts'
import { offersOf, type Party, statesWaitingFor } from '../flow/table.ts'
import { PROVINCIAL_FLOW } from './flow.ts'

interface Owned {
  province_code: string
}

/** The roles of the kinds of offices. */
const PART_OF: Readonly<Record<string, Party>> = { PRV: 'author', NAT: 'nation' }

/** Returns the role of an office towards a province's reports. */
export function partsOf({ province_code }: Owned, user: Caller): ReadonlySet<Party> {
  const part = PART_OF[codeOf(user) ?? '']
  return new Set(!part || (part === 'author' && province_code !== user.provinceCode) ? [] : [part])
}

/** States before submission: a draft, or returned. */
export const OWED: readonly ReportStatus[] = statesWaitingFor(PROVINCIAL_FLOW, 'author')

/** Actions that an office may take now. */
export const actionsOn = (row: Owned & { status: ReportStatus }, user: Caller): ReportAction[] =>
  offersOf(PROVINCIAL_FLOW, row.status, partsOf(row, user)).map(
    ({ action }) => action as ReportAction, // the table has the actions of a report
  )

/** The province of the caller's office. @throws HttpError 403 for an office without one */
export function ownProvince({ provinceCode }: Caller): string {
  if (provinceCode === undefined) throw forbidden()
  return provinceCode
}
