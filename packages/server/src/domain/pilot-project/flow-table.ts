import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type OfficeNames, UNNAMED } from '../flow/offices.ts'
import type { FlowStep, FlowTable, Words } from '../flow/table.ts'

export type PilotAction = components['schemas']['DemoFlowRequest']['action']

/** The role of an office towards a demonstration project: who applies, who recommends it, and who reviews it for the nation. */
export type PilotParty = 'author' | 'recommender' | 'platform' | 'nation'

/** One way that an action may go. */
export interface PilotStep extends FlowStep<DemoStatus, PilotParty> {
  /** Sets the state of the excellence review. */
  excellent?: ExcellentTypeStatus
  /** Needs this state of the excellence review. */
  whileExcellent?: ExcellentTypeStatus
  /** Not once the publicity of the batch has begun: its list is what all projects were decided for. */
  unpublished?: true
}

interface PilotFlow extends FlowTable<DemoStatus, PilotParty> {
  steps: Readonly<Record<PilotAction, readonly PilotStep[]>>
}

const {
  draft,
  atRecommender,
  returnedByRecommender,
  recommended,
  returnedByNation,
  accepted,
  inPrimaryReview,
  primaryPassed,
  primaryFailed,
  inExcellentReview,
  shortlisted,
  notSelected,
  announced,
  quit,
} = DemoStatus

const BOTH: readonly PilotParty[] = ['platform', 'nation']

/** States in which the review of a project goes on. */
export const UNDECIDED: readonly DemoStatus[] = [inPrimaryReview, primaryPassed, inExcellentReview]

/** States in which the applicant changes the project. */
export const DRAFTING: readonly DemoStatus[] = [draft, returnedByRecommender, returnedByNation]

const decision = { decides: true, undo: true } as const
const returning = { ...decision, opinion: true, returns: 'author' } as const

const applicantIn = (offices: OfficeNames): string => offices.get('author') ?? '申报单位'
const takenBack = (): Words => ({ text: '撤回后可修改并重新办理' })
const returned = (offices: OfficeNames): Words => ({ text: `退回后回到 ${applicantIn(offices)}` })

/** The flow as its offices ask for it. Assigning experts moves accepted projects into their reviews. */
export const PILOT_FLOW: PilotFlow = {
  states: {
    [draft]: { waits: 'author' },
    [atRecommender]: { waits: 'recommender' },
    [returnedByRecommender]: { waits: 'author' },
    [recommended]: { waits: 'nation' },
    [returnedByNation]: { waits: 'author' },
    [accepted]: { waits: 'platform' },
    [inPrimaryReview]: { waits: 'platform' },
    [primaryPassed]: { waits: 'platform' },
    [primaryFailed]: {},
    [inExcellentReview]: { waits: 'nation' },
    [shortlisted]: { waits: 'nation' },
    [notSelected]: {},
    [announced]: {},
    [quit]: {},
  },
  steps: {
    SUBMIT: [
      {
        by: ['author'],
        from: DRAFTING,
        to: atRecommender,
        undo: true,
        says: (offices) => ({ text: `提交至 ${offices.get('province') ?? '推荐单位'}` }),
      },
    ],
    PASS: [
      {
        by: ['recommender'],
        from: [atRecommender],
        to: recommended,
        ...decision,
        says: (offices) => ({
          text: `推荐后送 ${offices.get('nation') ?? UNNAMED.nation} 形审`,
          note: '国家未签收前可撤回',
        }),
      },
    ],
    RETURN: [
      {
        by: ['recommender'],
        from: [atRecommender],
        to: returnedByRecommender,
        ...returning,
        says: returned,
      },
      {
        by: BOTH,
        from: [recommended],
        to: returnedByNation,
        ...returning,
        says: (offices) => ({ ...returned(offices), note: '单位补正后先送推荐单位，再回到本列表' }),
      },
    ],
    WITHDRAW: [
      { by: ['author'], from: [atRecommender], to: draft, unread: true, says: takenBack },
      { by: ['recommender'], from: [recommended], to: atRecommender, unread: true, says: takenBack },
    ],
    READ: [
      { by: ['recommender'], from: [atRecommender], unread: true },
      { by: BOTH, from: [recommended], unread: true },
    ],
    ACCEPT: [
      {
        by: BOTH,
        from: [recommended],
        to: accepted,
        ...decision,
        says: () => ({ text: '通过后进入专家评审' }),
      },
    ],
    PRIMARY_PASS: [
      {
        by: ['platform'],
        from: [inPrimaryReview],
        to: primaryPassed,
        excellent: ExcellentTypeStatus.waitingForGroup,
      },
    ],
    PRIMARY_FAIL: [{ by: ['platform'], from: [inPrimaryReview], to: primaryFailed, opinion: true }],
    EXCELLENT_PASS: [
      {
        by: ['nation'],
        from: [inExcellentReview],
        whileExcellent: ExcellentTypeStatus.scored,
        to: shortlisted,
        excellent: ExcellentTypeStatus.selected,
      },
    ],
    EXCELLENT_FAIL: [
      {
        by: ['nation'],
        from: [inExcellentReview],
        whileExcellent: ExcellentTypeStatus.scored,
        to: notSelected,
        opinion: true,
        excellent: ExcellentTypeStatus.notSelected,
      },
    ],
    ANNOUNCE: [{ by: ['nation'], from: [shortlisted], to: announced }],
    CANCEL: [{ by: ['nation'], from: [shortlisted], to: notSelected, opinion: true, undo: true }],
    QUIT: [{ by: ['nation'], from: [announced], to: quit, opinion: true, undo: true }],
    REOPEN: [
      { by: ['nation'], from: [primaryFailed], to: inPrimaryReview, opinion: true, unpublished: true },
    ],
  },
}

/** The actions of the flow, in the order in which they are offered. */
// Object.keys loses the names of the keys.
export const PILOT_ACTIONS = Object.keys(PILOT_FLOW.steps) as readonly PilotAction[]

/** Actions that are refused without a reason in words. */
export const needsOpinion = (action: PilotAction): boolean =>
  PILOT_FLOW.steps[action].some(({ opinion }) => opinion)
