import { BuildStatus, ReportStatus } from '@xinchu/contract/codes'

export type ReportAction = 'SAVE' | 'SUBMIT' | 'PASS' | 'RETURN' | 'WITHDRAW' | 'CONFIRM' | 'REOPEN'

/** States of construction in which a station reports its use; a retired one reports until it retired. */
export const REPORTING: readonly string[] = [BuildStatus.operating, BuildStatus.stopped, BuildStatus.retired]

/** States of a report that its reviewer has passed. */
export const PASSED: readonly ReportStatus[] = [ReportStatus.passed, ReportStatus.confirmed]

/** States of a report that statistics count. */
export const COUNTED_STATES: readonly ReportStatus[] = [ReportStatus.submitted, ...PASSED]

/** Whether statistics count a report in this state. */
export const isCounted = (status: string | null): boolean => COUNTED_STATES.some((each) => each === status)

/** Whether a step of a report changes what statistics count or the numbers of reports by state. No report is a draft. */
export const movesFigures = (from: string | null, to: string): boolean =>
  isCounted(to) || (from ?? ReportStatus.draft) !== to

/** Role of an office towards a report. */
export type Part = 'author' | 'reviewer' | 'nation'

/** Review chains: a reviewer and then the nation, the nation alone, or a reviewer alone. */
export type ReportChain = 'reviewer-nation' | 'nation' | 'reviewer'

type Step = readonly [part: Part, from: readonly ReportStatus[], to: ReportStatus]
type Table = Readonly<Partial<Record<ReportAction, readonly Step[]>>>

const WRITE: Table = {
  SUBMIT: [['author', [ReportStatus.draft, ReportStatus.returned], ReportStatus.submitted]],
  WITHDRAW: [['author', [ReportStatus.submitted], ReportStatus.draft]],
}

const REVIEW: Table = {
  PASS: [['reviewer', [ReportStatus.submitted], ReportStatus.passed]],
  RETURN: [['reviewer', [ReportStatus.submitted], ReportStatus.returned]],
}

const CHAINS: Readonly<Record<ReportChain, Table>> = {
  'reviewer-nation': {
    ...WRITE,
    // The reviewer resubmits a report returned by the nation, or returns it to its author.
    PASS: [['reviewer', [ReportStatus.submitted, ReportStatus.returnedByNation], ReportStatus.passed]],
    RETURN: [
      ['reviewer', [ReportStatus.submitted, ReportStatus.returnedByNation], ReportStatus.returned],
      ['nation', [ReportStatus.passed], ReportStatus.returnedByNation],
    ],
    // A reviewer takes back what the nation has not acted on, an author what the reviewer has not.
    WITHDRAW: [
      ['author', [ReportStatus.submitted], ReportStatus.draft],
      ['reviewer', [ReportStatus.passed], ReportStatus.submitted],
    ],
    CONFIRM: [['nation', [ReportStatus.passed], ReportStatus.confirmed]],
    REOPEN: [['nation', [ReportStatus.confirmed], ReportStatus.returned]],
  },
  nation: {
    SUBMIT: [
      [
        'author',
        [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation],
        ReportStatus.submitted,
      ],
    ],
    WITHDRAW: [['author', [ReportStatus.submitted], ReportStatus.draft]],
    CONFIRM: [['nation', [ReportStatus.submitted], ReportStatus.confirmed]],
    RETURN: [['nation', [ReportStatus.submitted], ReportStatus.returnedByNation]],
    REOPEN: [['nation', [ReportStatus.confirmed], ReportStatus.returned]],
  },
  reviewer: { ...WRITE, ...REVIEW },
}

const ACTIONS: readonly ReportAction[] = ['SAVE', 'SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'CONFIRM', 'REOPEN']

/** States in which an author may change a report. */
const editable = (chain: ReportChain): readonly ReportStatus[] =>
  chain === 'nation'
    ? [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation]
    : [ReportStatus.draft, ReportStatus.returned]

/** State after an action; undefined if state or role does not allow it. */
export function reportMove(
  chain: ReportChain,
  status: ReportStatus,
  action: ReportAction,
  parts: ReadonlySet<Part>,
): ReportStatus | undefined {
  if (action === 'SAVE') return parts.has('author') && editable(chain).includes(status) ? status : undefined
  return CHAINS[chain][action]?.find(([part, from]) => parts.has(part) && from.includes(status))?.[2]
}

/** Actions that an office may take on a report now. */
export const reportActions = (
  chain: ReportChain,
  status: ReportStatus,
  parts: ReadonlySet<Part>,
): ReportAction[] => ACTIONS.filter((action) => reportMove(chain, status, action, parts) !== undefined)

/** The role that a report waits for. */
export function waitsFor(chain: ReportChain, status: ReportStatus): Part | undefined {
  if (editable(chain).includes(status)) return 'author'
  if (status === ReportStatus.submitted) return chain === 'nation' ? 'nation' : 'reviewer'
  if (status === ReportStatus.returnedByNation) return 'reviewer'
  return status === ReportStatus.passed && chain === 'reviewer-nation' ? 'nation' : undefined
}

/** Actions that require a written reason. */
export const needsOpinion = (action: ReportAction): boolean => action === 'RETURN' || action === 'REOPEN'

/** An action that an office may take now, and whether it is refused without words. */
export interface ReportStep {
  action: ReportAction
  needsOpinion: boolean
}

/** The actions of an office as a form offers them. What the nation returned is passed on only with an answer. */
export const reportSteps = (
  chain: ReportChain,
  status: ReportStatus,
  parts: ReadonlySet<Part>,
): ReportStep[] =>
  reportActions(chain, status, parts).map((action) => ({
    action,
    needsOpinion: needsOpinion(action) || (action === 'PASS' && status === ReportStatus.returnedByNation),
  }))
