import { DemoStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type Caller, codeOf } from '../caller.ts'
import type { FlowAction } from '../flow/table.ts'
import { lackingFor } from '../permissions.ts'
import type { BatchColumns } from './batch-state.ts'
import type { PilotRow } from './columns.ts'
import {
  DRAFTING,
  PILOT_ACTIONS,
  PILOT_FLOW,
  type PilotAction,
  type PilotParty,
  type PilotStep,
} from './flow-table.ts'

type Schemas = components['schemas']
export type DemoPart = Schemas['DemoPart']

/** Parts of an application, in the order of the form. */
export const PILOT_PARTS: readonly DemoPart[] = [
  'MASTER',
  'APPLICATION',
  'IMPLEMENTATION',
  'BRIEF',
  'ATTACHMENTS',
]

/** The parts of a project that decide its flow. */
export type PilotState = Pick<
  PilotRow,
  | 'status'
  | 'excellent_type_status'
  | 'read_flag'
  | 'org_id'
  | 'recommend_org_id'
  | 'opened_parts'
  | 'submitted_once'
> &
  Pick<BatchColumns, 'is_published'>

type Office = Pick<Caller, 'deptId' | 'orgId' | 'roles'>

/** The caller's role towards a project; undefined for those who only read. */
export function partyOf(
  user: Office,
  row: Pick<PilotState, 'org_id' | 'recommend_org_id'>,
): PilotParty | undefined {
  switch (codeOf(user)) {
    case 'ENT':
      return row.org_id === user.orgId ? 'author' : undefined
    case 'PRV':
    case 'CEN':
      return row.recommend_org_id === user.orgId ? 'recommender' : undefined
    case 'PLT':
      return 'platform'
    case 'NAT':
      return 'nation'
    default:
      return undefined
  }
}

/** The step that a party's action takes; undefined if the state or the party does not allow it. */
export function stepBy(
  party: PilotParty | undefined,
  row: PilotState,
  action: FlowAction,
): PilotStep | undefined {
  const { steps }: { steps: Readonly<Partial<Record<FlowAction, readonly PilotStep[]>>> } = PILOT_FLOW
  return (
    party &&
    steps[action]?.find(
      ({ by, from, unread, whileExcellent, unpublished }) =>
        by.includes(party) &&
        from.includes(row.status) &&
        !(unread && row.read_flag) &&
        !(unpublished && row.is_published) &&
        (whileExcellent === undefined || whileExcellent === row.excellent_type_status),
    )
  )
}

/** The step that an office's action takes. */
export const stepOf = (user: Office, row: PilotState, action: PilotAction): PilotStep | undefined =>
  stepBy(partyOf(user, row), row, action)

type Asked = [party: PilotParty | undefined, row: PilotState, action: FlowAction]

/** Whether a receipt alone keeps an action from being taken. */
const isKeptByReceipt = (...[party, row, action]: Asked): boolean =>
  row.read_flag && stepBy(party, { ...row, read_flag: false }, action) !== undefined

/** Whether only the receipt of the office above keeps a project from being withdrawn. */
export const isStoppedByReceipt = (...[party, row, action]: Asked): boolean =>
  action === 'WITHDRAW' && isKeptByReceipt(party, row, action)

/** Whether the office that has a project has signed it in already. */
export const isSignedIn = (...[party, row, action]: Asked): boolean =>
  action === 'READ' && isKeptByReceipt(party, row, action)

/** Actions that a caller may take on a project now. */
export const allowedActions = (user: Caller, row: PilotState): PilotAction[] =>
  PILOT_ACTIONS.filter(
    (action) =>
      stepOf(user, row, action) !== undefined && !lackingFor('updateDemoStatuses', user, { action }),
  )

/** Parts that the caller may change now: all, or those that the last return opened. */
export function editableParts(user: Office, row: PilotState): DemoPart[] {
  if (partyOf(user, row) !== 'author' || !DRAFTING.includes(row.status)) return []
  return PILOT_PARTS.filter((part) => row.opened_parts === null || row.opened_parts.includes(part))
}

/** The same, as far as the caller's roles let him write at all. */
export const writableParts = (user: Caller, row: PilotState): DemoPart[] =>
  lackingFor('saveDemoApplication', user) ? [] : editableParts(user, row)

/** Whether the caller may delete a project: its author, before it was ever submitted. */
export const mayDelete = (user: Office, row: PilotState): boolean =>
  partyOf(user, row) === 'author' && row.status === DemoStatus.draft && !row.submitted_once
