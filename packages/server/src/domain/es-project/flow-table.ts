import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { FlowStep, FlowTable } from '../flow/table.ts'
import { EDITABLE, mayReport } from './waiting.ts'

/** Who acts on a project: who reports it, the levels that review it, and the nation. */
export type ProjectParty = 'author' | 'county' | 'city' | 'province' | 'nation'

const { draft, atCounty, returnedByCounty, atCity, returnedByCity, atProvince, returnedByProvince } =
  DeclareStatus

/** States past the province. `storedAgain` is stored and was reviewed again since. */
const throughProvince = `C${CountryStatus.none}` as const
const atNation = `C${CountryStatus.waiting}` as const
const returnedByNation = `C${CountryStatus.returned}` as const
const passedByNation = `C${CountryStatus.passed}` as const
const stored = `C${CountryStatus.stored}` as const
const storedAgain = `${stored}*` as const

/** State of a project: that of the declaration; past the province, C and that of the nation's review. */
const STATES = {
  [draft]: { waits: 'author' },
  [atCounty]: { waits: 'county' },
  [returnedByCounty]: { waits: 'author' },
  [atCity]: { waits: 'city' },
  [returnedByCity]: { waits: 'author' },
  [atProvince]: { waits: 'province' },
  [returnedByProvince]: { waits: 'author' },
  [throughProvince]: { waits: 'province' },
  [atNation]: { waits: 'nation' },
  [returnedByNation]: { waits: 'province', answers: true },
  [passedByNation]: {},
  [stored]: {},
  [storedAgain]: { waits: 'province' },
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
export function stateNamed(text: string): ProjectState {
  if (!isState(text)) throw new Error(`a project has no state ${text}`)
  return text
}

/** The state of a project as its flow has it. */
export function projectState(row: Statuses & { changed_since_stored: boolean }): ProjectState {
  if (row.declare_status !== DeclareStatus.passed) return stateNamed(row.declare_status)
  const isAgain = row.country_status === CountryStatus.stored && mayReport(row)
  return stateNamed(`C${row.country_status}${isAgain ? '*' : ''}`)
}

/** The two columns of a state, as a step writes them. */
export interface Move {
  declare: string
  country: string
}

/** The columns of a state. Before the province has passed a project, the nation's review stays as it was. */
export const statusesOf = (state: ProjectState, { country_status }: Statuses): Move =>
  state.startsWith('C')
    ? { declare: DeclareStatus.passed, country: state.slice(1, 2) }
    : { declare: state, country: country_status }

/** What the way of a project depends on: who reviews it, and what it was before. */
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

const undoable = { undo: true } as const
const decision = { ...undoable, decides: true } as const
const returning = { ...decision, opinion: true, returns: 'author' } as const

function withdrawals({ first, hasCity, isStored }: Route): ProjectStep[] {
  const start = first === DeclareStatus.passed ? [] : [stateNamed(first)]
  const later = (...states: ProjectState[]) => states.filter((state) => state !== first)
  const fromCounty = hasCity ? later(atCity) : later(atCity, atProvince)
  return [
    { by: ['author'], from: start, to: draft, unread: true },
    { by: ['county'], from: fromCounty, to: atCounty, unread: true },
    { by: ['city'], from: hasCity ? later(atProvince) : [], to: atCity, unread: true },
    { by: ['province'], from: [atNation], to: isStored ? storedAgain : throughProvince, unread: true },
  ]
}

/** `to` is the state into which the author sends it. */
const submits = (to: ProjectState): ProjectStep[] => [
  { by: ['author'], from: EDITABLE.map(stateNamed), to, ...undoable },
  { by: ['province'], from: [throughProvince, storedAgain], to: atNation, ...decision, answers: true },
  // The nation's return must be answered in words.
  { by: ['province'], from: [returnedByNation], to: atNation, ...decision, opinion: true, answers: true },
]

function flowFor(route: Route): ProjectFlow {
  const { first, hasCity, kept } = route
  const through = kept === CountryStatus.stored ? storedAgain : stateNamed(`C${kept}`)
  return {
    states: STATES,
    steps: {
      SUBMIT: submits(first === DeclareStatus.passed ? through : stateNamed(first)),
      PASS: [
        { by: ['county'], from: [atCounty], to: hasCity ? atCity : atProvince, ...decision },
        { by: ['city'], from: [atCity], to: atProvince, ...decision },
        { by: ['province'], from: [atProvince], to: through, ...decision },
        { by: ['nation'], from: [atNation], to: passedByNation, ...decision },
      ],
      RETURN: [
        { by: ['county'], from: [atCounty], to: returnedByCounty, ...returning },
        { by: ['city'], from: [atCity], to: returnedByCity, ...returning },
        { by: ['province'], from: [atProvince], to: returnedByProvince, ...returning },
        // It is with the province; passes below hold until the province sends it down.
        { by: ['nation'], from: [atNation], to: returnedByNation, ...returning, returns: 'reviewer' },
      ],
      WITHDRAW: withdrawals(route),
      REOPEN: [
        {
          by: ['province'],
          from: [throughProvince, returnedByNation, storedAgain],
          to: returnedByProvince,
          opinion: true,
          returns: 'author',
          sendsDown: true,
        },
      ],
      READ: [
        { by: ['county'], from: [atCounty] },
        { by: ['city'], from: [atCity] },
        { by: ['province'], from: [atProvince] },
        { by: ['nation'], from: [atNation] },
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
