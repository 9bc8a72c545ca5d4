import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { FlowStep, FlowTable } from '../flow/table.ts'
import { EDITABLE, mayReport } from './waiting.ts'

/** Who acts on a project: who reports it, the levels that review it, and the nation. */
export type ProjectParty = 'author' | 'county' | 'city' | 'province' | 'nation'

/**
 * State of a project: that of the declaration; past the province, C and that of the nation's review. C4* is one that is
 * stored and was reviewed again since.
 */
const STATES = {
  '0': { waits: 'author' },
  '1': { waits: 'county' },
  '2': { waits: 'author' },
  '3': { waits: 'city' },
  '4': { waits: 'author' },
  '5': { waits: 'province' },
  '6': { waits: 'author' },
  C0: { waits: 'province' },
  C1: { waits: 'nation' },
  C2: { waits: 'province', answers: true },
  C3: {},
  C4: {},
  'C4*': { waits: 'province' },
} as const satisfies FlowTable<string, ProjectParty>['states']

export type ProjectState = keyof typeof STATES
export type ProjectStep = FlowStep<ProjectState, ProjectParty>
export type ProjectFlow = FlowTable<ProjectState, ProjectParty>

interface Statuses {
  declare_status: string
  country_status: string
}

const isState = (text: string): text is ProjectState => Object.hasOwn(STATES, text)

/** The state with a code of the database. @throws Error for another one */
function stateNamed(text: string): ProjectState {
  if (!isState(text)) throw new Error(`a project has no state ${text}`)
  return text
}

/** The state of a project as its flow has it. */
export function projectState(row: Statuses & { changed_since_stored: boolean }): ProjectState {
  if (row.declare_status !== DeclareStatus.passed) return stateNamed(row.declare_status)
  const isAgain = row.country_status === CountryStatus.stored && mayReport(row)
  return stateNamed(`C${row.country_status}${isAgain ? '*' : ''}`)
}

/** What a step writes. */
export interface Move {
  declare: string
  country: string
}

/** The columns of a state. Before the province has passed a project, the nation's review stays as it was. */
export const statusesOf = (state: ProjectState, { country_status }: Statuses): Move =>
  state.startsWith('C')
    ? { declare: DeclareStatus.passed, country: state.slice(1, 2) }
    : { declare: state, country: country_status }

/** What decides the way of a project. */
export interface Route {
  /** The first state of its review; `DeclareStatus.passed` for a project of the province. */
  first: string
  /** The city reviews it. */
  hasCity: boolean
  /** State of the nation's review that it has when the province passes it. */
  kept: string
  /** It was stored in the warehouse once. */
  isStored: boolean
}

const decision = { decides: true } as const
const returning = { opinion: true, decides: true } as const

function withdrawals({ first, hasCity, isStored }: Route): ProjectStep[] {
  const start = first === DeclareStatus.passed ? [] : [stateNamed(first)]
  const later = (...states: ProjectState[]) => states.filter((state) => state !== first)
  return [
    { by: ['author'], from: start, to: '0', unread: true },
    { by: ['county'], from: hasCity ? later('3') : later('3', '5'), to: '1', unread: true },
    { by: ['city'], from: hasCity ? later('5') : [], to: '3', unread: true },
    { by: ['province'], from: ['C1'], to: isStored ? 'C4*' : 'C0', unread: true },
  ]
}

function flowFor(route: Route): ProjectFlow {
  const { first, hasCity, kept } = route
  const through = stateNamed(`C${kept}${kept === CountryStatus.stored ? '*' : ''}`)
  const reported: readonly ProjectState[] = ['C0', 'C2', 'C4*']
  return {
    states: STATES,
    steps: {
      SUBMIT: [
        {
          by: ['author'],
          from: EDITABLE.map(stateNamed),
          to: first === DeclareStatus.passed ? through : stateNamed(first),
        },
        { by: ['province'], from: ['C0', 'C4*'], to: 'C1', ...decision },
        // What the nation returned is sent up again only with an answer.
        { by: ['province'], from: ['C2'], to: 'C1', ...returning },
      ],
      PASS: [
        { by: ['county'], from: ['1'], to: hasCity ? '3' : '5', ...decision },
        { by: ['city'], from: ['3'], to: '5', ...decision },
        { by: ['province'], from: ['5'], to: through, ...decision },
        { by: ['nation'], from: ['C1'], to: 'C3', ...decision },
      ],
      RETURN: [
        { by: ['county'], from: ['1'], to: '2', ...returning },
        { by: ['city'], from: ['3'], to: '4', ...returning },
        { by: ['province'], from: ['5'], to: '6', ...returning },
        { by: ['nation'], from: ['C1'], to: 'C2', ...returning },
      ],
      WITHDRAW: withdrawals(route),
      REOPEN: [{ by: ['province'], from: reported, to: '6', opinion: true }],
      READ: [
        { by: ['county'], from: ['1'] },
        { by: ['city'], from: ['3'] },
        { by: ['province'], from: ['5'] },
        { by: ['nation'], from: ['C1'] },
      ],
    },
  }
}

const made = new Map<string, ProjectFlow>()

/** The flow of the projects of a route. There are few routes, so each flow is made once. */
export function projectFlow(route: Route): ProjectFlow {
  const key = Object.values(route).join('/')
  const flow = made.get(key) ?? flowFor(route)
  made.set(key, flow)
  return flow
}
