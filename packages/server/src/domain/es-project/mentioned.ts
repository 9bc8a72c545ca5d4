import { CountryStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { Caller } from '../caller.ts'
import type { Mentioned } from '../flow/record.ts'
import { HINTS } from '../flow/refused-by.ts'
import { isOpen } from '../flow/table.ts'
import { projectFlow, projectState } from './flow-table.ts'
import type { ProjectRow } from './query.ts'
import { stateOf } from './state-name.ts'
import { moveOf, partiesOf, routeOf } from './states.ts'
import { EDITABLE, holderOf } from './waiting.ts'
import { wayOfProject } from './way.ts'

/** The way that is left to a caller whose step the state of a project refuses. */
function hintFor(row: ProjectRow, user: Caller, holder: string | undefined): string | undefined {
  const isOwn = row.org_id === user.orgId
  if (isOwn && EDITABLE.includes(row.declare_status)) return HINTS.rewrite
  if (moveOf(user, row, 'WITHDRAW', 'province')) return HINTS.takeBack
  if (holder !== undefined && (isOwn || holderOf(row) === deptKinds.nation)) return HINTS.askBack(holder)
  return row.country_status === CountryStatus.stored && holder === undefined ? HINTS.reopen : undefined
}

/** The facts of a project that messages and refusals name. */
export const mentionedProject = (row: ProjectRow, user: Caller): Mentioned => ({
  id: row.id,
  orgId: row.org_id,
  title: row.project_name,
  place: row,
  isAuthor: partiesOf(user, row).has('author'),
  isOpen: isOpen(projectFlow(routeOf(row)), projectState(row)),
  way: () => wayOfProject(row),
  task: () => ({ statusLabel: stateOf(row).statusLabel }),
  hint: (holder) => hintFor(row, user, holder),
})
