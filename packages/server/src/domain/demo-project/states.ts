import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type Caller, codeOf } from '../caller.ts'
import { lackingFor } from '../permissions.ts'
import type { DemoRow } from './columns.ts'

type Schemas = components['schemas']
export type DemoAction = Schemas['DemoFlowRequest']['action']
export type DemoPart = Schemas['DemoPart']

/** Parts of an application, in the order of the form. */
export const DEMO_PARTS: readonly DemoPart[] = [
  'MASTER',
  'APPLICATION',
  'IMPLEMENTATION',
  'BRIEF',
  'ATTACHMENTS',
]

/** The role of an office towards a demonstration project. */
export type DemoParty = 'APPLICANT' | 'RECOMMENDER' | 'PLATFORM' | 'NATION'

/** The parts of a project that decide its flow. */
export type DemoState = Pick<
  DemoRow,
  | 'status'
  | 'excellent_type_status'
  | 'read_flag'
  | 'org_id'
  | 'recommend_org_id'
  | 'opened_parts'
  | 'submitted_once'
>

/** One way that an action may go. */
export interface DemoStep {
  by: readonly DemoParty[]
  from: readonly DemoStatus[]
  /** The state afterwards; the same one if absent. */
  to?: DemoStatus
  /** Sets the state of the excellence review. */
  excellent?: ExcellentTypeStatus
  /** Needs this state of the excellence review. */
  whileExcellent?: ExcellentTypeStatus
  /** Only until the office above has signed the project in. */
  unread?: true
}

const BOTH: readonly DemoParty[] = ['PLATFORM', 'NATION']
const { scored, selected, notSelected, waitingForGroup } = ExcellentTypeStatus

/** States in which the applicant changes the project. */
export const DRAFTING: readonly DemoStatus[] = [
  DemoStatus.draft,
  DemoStatus.returnedByRecommender,
  DemoStatus.returnedByNation,
]

/** The flow: who may take which action in which state, and where it leads. */
export const DEMO_FLOW: Readonly<Record<DemoAction, readonly DemoStep[]>> = {
  SUBMIT: [{ by: ['APPLICANT'], from: DRAFTING, to: DemoStatus.atRecommender }],
  PASS: [{ by: ['RECOMMENDER'], from: [DemoStatus.atRecommender], to: DemoStatus.recommended }],
  RETURN: [
    { by: ['RECOMMENDER'], from: [DemoStatus.atRecommender], to: DemoStatus.returnedByRecommender },
    { by: BOTH, from: [DemoStatus.recommended], to: DemoStatus.returnedByNation },
  ],
  WITHDRAW: [
    { by: ['APPLICANT'], from: [DemoStatus.atRecommender], to: DemoStatus.draft, unread: true },
    { by: ['RECOMMENDER'], from: [DemoStatus.recommended], to: DemoStatus.atRecommender, unread: true },
  ],
  READ: [
    { by: ['RECOMMENDER'], from: [DemoStatus.atRecommender], unread: true },
    { by: BOTH, from: [DemoStatus.recommended], unread: true },
  ],
  ACCEPT: [{ by: BOTH, from: [DemoStatus.recommended], to: DemoStatus.accepted }],
  PRIMARY_PASS: [
    {
      by: ['PLATFORM'],
      from: [DemoStatus.inPrimaryReview],
      to: DemoStatus.primaryPassed,
      excellent: waitingForGroup,
    },
  ],
  PRIMARY_FAIL: [{ by: ['PLATFORM'], from: [DemoStatus.inPrimaryReview], to: DemoStatus.primaryFailed }],
  EXCELLENT_PASS: [
    {
      by: ['NATION'],
      from: [DemoStatus.inExcellentReview],
      whileExcellent: scored,
      to: DemoStatus.shortlisted,
      excellent: selected,
    },
  ],
  EXCELLENT_FAIL: [
    {
      by: ['NATION'],
      from: [DemoStatus.inExcellentReview],
      whileExcellent: scored,
      to: DemoStatus.notSelected,
      excellent: notSelected,
    },
  ],
  ANNOUNCE: [{ by: ['NATION'], from: [DemoStatus.shortlisted], to: DemoStatus.announced }],
  CANCEL: [{ by: ['NATION'], from: [DemoStatus.shortlisted], to: DemoStatus.notSelected }],
  QUIT: [{ by: ['NATION'], from: [DemoStatus.announced], to: DemoStatus.quit }],
  REOPEN: [{ by: ['NATION'], from: [DemoStatus.primaryFailed], to: DemoStatus.inPrimaryReview }],
}

/** The actions of the flow, in the order in which they are offered. */
// Object.keys loses the names of the keys.
export const DEMO_ACTIONS = Object.keys(DEMO_FLOW) as readonly DemoAction[]

type Office = Pick<Caller, 'deptId' | 'orgId' | 'roles'>

/** The caller's role towards a project; undefined for those who only read. */
export function partyOf(
  user: Office,
  row: Pick<DemoState, 'org_id' | 'recommend_org_id'>,
): DemoParty | undefined {
  switch (codeOf(user)) {
    case 'ENT':
      return row.org_id === user.orgId ? 'APPLICANT' : undefined
    case 'PRV':
    case 'CEN':
      return row.recommend_org_id === user.orgId ? 'RECOMMENDER' : undefined
    case 'PLT':
      return 'PLATFORM'
    case 'NAT':
      return 'NATION'
    default:
      return undefined
  }
}

/** The step that an office's action takes; undefined if state or office does not allow it. */
export function stepOf(user: Office, row: DemoState, action: DemoAction): DemoStep | undefined {
  const party = partyOf(user, row)
  return (
    party &&
    DEMO_FLOW[action].find(
      ({ by, from, unread, whileExcellent }) =>
        by.includes(party) &&
        from.includes(row.status) &&
        !(unread && row.read_flag) &&
        (whileExcellent === undefined || whileExcellent === row.excellent_type_status),
    )
  )
}

/** Whether only the receipt of the office above keeps an action from being taken. */
export const isStoppedByReceipt = (user: Office, row: DemoState, action: DemoAction): boolean =>
  row.read_flag && action === 'WITHDRAW' && stepOf(user, { ...row, read_flag: false }, action) !== undefined

const NEEDS_OPINION: ReadonlySet<DemoAction> = new Set([
  'RETURN',
  'PRIMARY_FAIL',
  'EXCELLENT_FAIL',
  'CANCEL',
  'QUIT',
  'REOPEN',
])

/** Actions that are refused without a reason in words. */
export const needsOpinion = (action: DemoAction): boolean => NEEDS_OPINION.has(action)

/** Actions that a caller may take on a project now. */
export const allowedActions = (user: Caller, row: DemoState): DemoAction[] =>
  DEMO_ACTIONS.filter(
    (action) =>
      stepOf(user, row, action) !== undefined && !lackingFor('updateDemoStatuses', user, { action }),
  )

/** Parts that the caller may change now: all, or those that the last return opened. */
export function editableParts(user: Office, row: DemoState): DemoPart[] {
  if (partyOf(user, row) !== 'APPLICANT' || !DRAFTING.includes(row.status)) return []
  return DEMO_PARTS.filter((part) => row.opened_parts === null || row.opened_parts.includes(part))
}

/** The same, as far as the caller's roles let him write at all. */
export const writableParts = (user: Caller, row: DemoState): DemoPart[] =>
  lackingFor('saveDemoApplication', user) ? [] : editableParts(user, row)

/** Whether the caller may delete a project: its author, before it was ever submitted. */
export const mayDelete = (user: Office, row: DemoState): boolean =>
  partyOf(user, row) === 'APPLICANT' && row.status === DemoStatus.draft && !row.submitted_once
