import { ReportStatus } from '@xinchu/contract/codes'
import { type OfficeNames, UNNAMED } from './offices.ts'
import type { FlowStep, FlowTable, Words } from './table.ts'

export type ReportFlow = FlowTable<ReportStatus>
type Step = FlowStep<ReportStatus>

const { draft, submitted, returned, passed, returnedByNation, confirmed } = ReportStatus

type Office = keyof typeof UNNAMED

const leadsTo =
  (verb: string, to: Office) =>
  (offices: OfficeNames): Words => {
    const office = offices.get(to) ?? UNNAMED[to]
    return { text: `${verb} ${office}`, office }
  }

const submittedTo = (to: Office) => leadsTo('提交后送', to)
const returnedTo = (to: Office) => leadsTo('退回后回到', to)
const passedToNation = leadsTo('通过后送', 'nation')
const takenBack = (): Words => ({ text: '撤回后可修改并重新提交' })
const filed = (verb: string) => (): Words => ({ text: `${verb}后归档` })

/** The actions of reports. */
export const ALL_ACTIONS = ['SAVE', 'SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'CONFIRM', 'REOPEN'] as const

/** States in which an author changes his report. The second where the nation alone reviews. */
const OPEN: readonly ReportStatus[] = [draft, returned]
const OPEN_TO_NATION: readonly ReportStatus[] = [...OPEN, returnedByNation]

/** Handing in writes the content too. */
const handingIn = { writes: true, undo: true } as const
const withdrawal: Step = { by: ['author'], from: [submitted], to: draft, says: takenBack }
const confirmation = (from: ReportStatus): Step => ({
  by: ['nation'],
  from: [from],
  to: confirmed,
  decides: true,
  undo: true,
  says: filed('确认'),
})
const reopening: Step = {
  by: ['nation'],
  from: [confirmed],
  to: returned,
  opinion: true,
  returns: 'author',
  sendsDown: true,
  says: returnedTo('author'),
}
const asking = { opinion: true, decides: true, undo: true } as const
const returning = { ...asking, returns: 'author', sendsDown: true } as const

/** An office reviews first, then the nation. What the nation returned waits with that office, which answers it or sends it down. */
const byBoth = (reviewer: 'city' | 'province'): ReportFlow => ({
  states: {
    [draft]: { waits: 'author' },
    [submitted]: { waits: 'reviewer' },
    [returned]: { waits: 'author' },
    [passed]: { waits: 'nation' },
    [returnedByNation]: { waits: 'reviewer', answers: true },
    [confirmed]: {},
  },
  steps: {
    SAVE: [{ by: ['author'], from: OPEN, writes: true }],
    SUBMIT: [{ by: ['author'], from: OPEN, to: submitted, ...handingIn, says: submittedTo(reviewer) }],
    PASS: [
      { by: ['reviewer'], from: [submitted], to: passed, decides: true, undo: true, says: passedToNation },
      {
        by: ['reviewer'],
        from: [returnedByNation],
        to: passed,
        opinion: true,
        answers: true,
        decides: true,
        undo: true,
        says: passedToNation,
      },
    ],
    RETURN: [
      {
        by: ['reviewer'],
        from: [submitted, returnedByNation],
        to: returned,
        ...returning,
        says: returnedTo('author'),
      },
      {
        by: ['nation'],
        from: [passed],
        to: returnedByNation,
        ...asking,
        returns: 'reviewer',
        says: returnedTo(reviewer),
      },
    ],
    // A reviewer takes back what the nation has not acted on, an author what the reviewer has not.
    WITHDRAW: [withdrawal, { by: ['reviewer'], from: [passed], to: submitted, says: takenBack }],
    CONFIRM: [confirmation(passed)],
    REOPEN: [reopening],
  },
})

export const BY_PROVINCE_AND_NATION = byBoth('province')
export const BY_CITY_AND_NATION = byBoth('city')

/** The nation alone reviews. What it returns is with the author. */
export const BY_NATION: ReportFlow = {
  states: {
    [draft]: { waits: 'author' },
    [submitted]: { waits: 'nation' },
    [returned]: { waits: 'author' },
    [passed]: {},
    [returnedByNation]: { waits: 'author' },
    [confirmed]: {},
  },
  steps: {
    SAVE: [{ by: ['author'], from: OPEN_TO_NATION, writes: true }],
    SUBMIT: [
      { by: ['author'], from: OPEN_TO_NATION, to: submitted, ...handingIn, says: submittedTo('nation') },
    ],
    RETURN: [
      {
        by: ['nation'],
        from: [submitted],
        to: returnedByNation,
        ...returning,
        says: returnedTo('author'),
      },
    ],
    WITHDRAW: [withdrawal],
    CONFIRM: [confirmation(submitted)],
    REOPEN: [reopening],
  },
}

/** The province alone reviews. */
export const BY_PROVINCE: ReportFlow = {
  states: {
    [draft]: { waits: 'author' },
    [submitted]: { waits: 'reviewer' },
    [returned]: { waits: 'author' },
    [passed]: {},
    [returnedByNation]: {},
    [confirmed]: {},
  },
  steps: {
    SAVE: [{ by: ['author'], from: OPEN, writes: true }],
    SUBMIT: [{ by: ['author'], from: OPEN, to: submitted, ...handingIn, says: submittedTo('province') }],
    PASS: [
      { by: ['reviewer'], from: [submitted], to: passed, decides: true, undo: true, says: filed('通过') },
    ],
    RETURN: [{ by: ['reviewer'], from: [submitted], to: returned, ...returning, says: returnedTo('author') }],
    WITHDRAW: [withdrawal],
  },
}
