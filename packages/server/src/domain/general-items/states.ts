/** States of a report: draft, waiting for its first reviewer, returned, passed, returned by the nation, confirmed. */
export const DRAFT = '0'
export const SUBMITTED = '1'
export const RETURNED = '2'
export const PASSED = '3'
export const RETURNED_BY_NATION = '4'
export const CONFIRMED = '5'

export type ReportAction = 'SAVE' | 'SUBMIT' | 'PASS' | 'RETURN' | 'CONFIRM' | 'REOPEN'

/** What an office is to a report. */
export type Part = 'author' | 'reviewer' | 'nation'

/** Kinds of reports by who looks at them: a reviewer and then the nation, the nation alone, or a reviewer alone. */
export type ReportChain = 'reviewer-nation' | 'nation' | 'reviewer'

type Step = readonly [part: Part, from: readonly string[], to: string]
type Table = Readonly<Partial<Record<ReportAction, readonly Step[]>>>

const WRITE: Table = { SUBMIT: [['author', [DRAFT, RETURNED], SUBMITTED]] }

const REVIEW: Table = {
  PASS: [['reviewer', [SUBMITTED], PASSED]],
  RETURN: [['reviewer', [SUBMITTED], RETURNED]],
}

const CHAINS: Readonly<Record<ReportChain, Table>> = {
  'reviewer-nation': {
    ...WRITE,
    // What the nation returned, the reviewer sends up again or hands back to its author.
    PASS: [['reviewer', [SUBMITTED, RETURNED_BY_NATION], PASSED]],
    RETURN: [
      ['reviewer', [SUBMITTED, RETURNED_BY_NATION], RETURNED],
      ['nation', [PASSED], RETURNED_BY_NATION],
    ],
    CONFIRM: [['nation', [PASSED], CONFIRMED]],
    REOPEN: [['nation', [CONFIRMED], RETURNED]],
  },
  nation: {
    SUBMIT: [['author', [DRAFT, RETURNED, RETURNED_BY_NATION], SUBMITTED]],
    CONFIRM: [['nation', [SUBMITTED], CONFIRMED]],
    RETURN: [['nation', [SUBMITTED], RETURNED_BY_NATION]],
    REOPEN: [['nation', [CONFIRMED], RETURNED]],
  },
  reviewer: { ...WRITE, ...REVIEW },
}

const ACTIONS: readonly ReportAction[] = ['SAVE', 'SUBMIT', 'PASS', 'RETURN', 'CONFIRM', 'REOPEN']

/** States in which an author may change what he reported. */
const editable = (chain: ReportChain) =>
  chain === 'nation' ? [DRAFT, RETURNED, RETURNED_BY_NATION] : [DRAFT, RETURNED]

/** The state that an action leads to, or undefined where the state or the part does not allow it. */
export function reportMove(
  chain: ReportChain,
  status: string,
  action: ReportAction,
  parts: ReadonlySet<Part>,
): string | undefined {
  if (action === 'SAVE') return parts.has('author') && editable(chain).includes(status) ? status : undefined
  return CHAINS[chain][action]?.find(([part, from]) => parts.has(part) && from.includes(status))?.[2]
}

/** What an office may do with a report now. */
export const reportActions = (chain: ReportChain, status: string, parts: ReadonlySet<Part>): ReportAction[] =>
  ACTIONS.filter((action) => reportMove(chain, status, action, parts) !== undefined)

/** The part that a report waits for. */
export function waitsFor(chain: ReportChain, status: string): Part | undefined {
  if (editable(chain).includes(status)) return 'author'
  if (status === SUBMITTED) return chain === 'nation' ? 'nation' : 'reviewer'
  if (status === RETURNED_BY_NATION) return 'reviewer'
  return status === PASSED && chain === 'reviewer-nation' ? 'nation' : undefined
}

/** Actions that need a reason in words. */
export const needsOpinion = (action: ReportAction): boolean => action === 'RETURN' || action === 'REOPEN'
