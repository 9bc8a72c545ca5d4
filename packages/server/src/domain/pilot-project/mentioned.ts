import type { Caller } from '../caller.ts'
import type { Mentioned } from '../flow/record.ts'
import { isOpen } from '../flow/table.ts'
import { PILOT_FLOW } from './flow-table.ts'
import type { PilotRecord } from './query.ts'
import { sealedRefusal, shownStatusLabel } from './sight.ts'
import { partyOf } from './states.ts'
import { recommenderOf, wayOfPilot } from './way.ts'

/** The facts of a project that messages and refusals name. */
export const mentionedPilot = (row: PilotRecord, user: Caller): Mentioned => ({
  id: row.id,
  orgId: row.org_id,
  title: row.project_name,
  place: row,
  reviewerOffice: recommenderOf(row),
  isAuthor: partyOf(user, row) === 'author',
  isOpen: isOpen(PILOT_FLOW, row.status),
  sealed: sealedRefusal(user, row),
  way: () => wayOfPilot(row),
  task: () => ({ statusLabel: shownStatusLabel(user, row) }),
})
