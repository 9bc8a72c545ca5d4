import { BuildStatus, ReportStatus } from '@xinchu/contract/codes'
import { BY_NATION, BY_PROVINCE, BY_PROVINCE_AND_NATION, type ReportFlow } from './report-flows.ts'
import { offersOf, type Party } from './table.ts'

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
export type Part = Party

/** Review chains: a reviewer and then the nation, the nation alone, or a reviewer alone. */
export type ReportChain = 'reviewer-nation' | 'nation' | 'reviewer'

/** The flow of each chain. Which office reviews first matters for its words alone. */
const FLOWS: Readonly<Record<ReportChain, ReportFlow>> = {
  'reviewer-nation': BY_PROVINCE_AND_NATION,
  nation: BY_NATION,
  reviewer: BY_PROVINCE,
}

type Parts = ReadonlySet<Part>

/** The role that a report waits for. */
export const waitsFor = (chain: ReportChain, status: ReportStatus): Part | undefined =>
  FLOWS[chain].states[status].waits

/** Actions that require a written reason. */
export const needsOpinion = (action: ReportAction): boolean => action === 'RETURN' || action === 'REOPEN'

/** An action that an office may take now, and whether it is refused without words. */
export interface ReportStep {
  action: ReportAction
  needsOpinion: boolean
}

/** The actions of an office as a form offers them. What the nation returned is passed on only with an answer. */
export const reportSteps = (chain: ReportChain, status: ReportStatus, parts: Parts): ReportStep[] =>
  offersOf(FLOWS[chain], status, parts).map(({ action, step }) => ({
    action: action as ReportAction, // the tables have the actions of a report
    needsOpinion: step.opinion ?? false,
  }))

/** Actions that an office may take on a report now. */
export const reportActions = (chain: ReportChain, status: ReportStatus, parts: Parts): ReportAction[] =>
  reportSteps(chain, status, parts).map(({ action }) => action)
