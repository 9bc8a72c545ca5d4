import { ReportStatus } from '@xinchu/contract/codes'
import { REVIEWED_KINDS } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import { kindOf, kinds } from '../../src/domain/desk/list.ts'
import {
  type ProjectParty,
  type ProjectState,
  projectFlow,
  type Route,
  statusesOf,
} from '../../src/domain/es-project/flow-table.ts'
import {
  BY_CITY_AND_NATION,
  BY_NATION,
  BY_PROVINCE,
  BY_PROVINCE_AND_NATION,
  type ReportFlow,
} from '../../src/domain/flow/report-flows.ts'
import { assertTable, type FlowAction, type Party, stepOf } from '../../src/domain/flow/table.ts'
import { PROVINCIAL_FLOW } from '../../src/domain/provincial/flow.ts'

type Line = readonly [from: string, action: FlowAction, by: Party, to: string]

const ACTIONS: readonly FlowAction[] = ['SAVE', 'SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'CONFIRM', 'REOPEN']
const PARTIES: readonly Party[] = ['author', 'reviewer', 'nation']

/** An author's report that an office reviews first, and then the nation. */
const BY_BOTH: readonly Line[] = [
  ['0', 'SAVE', 'author', '0'],
  ['2', 'SAVE', 'author', '2'],
  ['0', 'SUBMIT', 'author', '1'],
  ['2', 'SUBMIT', 'author', '1'],
  ['1', 'PASS', 'reviewer', '3'],
  ['4', 'PASS', 'reviewer', '3'],
  ['1', 'RETURN', 'reviewer', '2'],
  ['4', 'RETURN', 'reviewer', '2'],
  ['3', 'RETURN', 'nation', '4'],
  ['1', 'WITHDRAW', 'author', '0'],
  ['3', 'WITHDRAW', 'reviewer', '1'],
  ['3', 'CONFIRM', 'nation', '5'],
  ['5', 'REOPEN', 'nation', '2'],
]

/** Flows of reports: state, action, who, state afterwards. Whatever is not here is refused. */
const REPORTS: readonly { name: string; flow: ReportFlow; lines: readonly Line[] }[] = [
  { name: 'the province and the nation review', flow: BY_PROVINCE_AND_NATION, lines: BY_BOTH },
  { name: 'the city and the nation review', flow: BY_CITY_AND_NATION, lines: BY_BOTH },
  {
    name: 'the nation alone reviews',
    flow: BY_NATION,
    lines: [
      ['0', 'SAVE', 'author', '0'],
      ['2', 'SAVE', 'author', '2'],
      ['4', 'SAVE', 'author', '4'],
      ['0', 'SUBMIT', 'author', '1'],
      ['2', 'SUBMIT', 'author', '1'],
      ['4', 'SUBMIT', 'author', '1'],
      ['1', 'RETURN', 'nation', '4'],
      ['1', 'WITHDRAW', 'author', '0'],
      ['1', 'CONFIRM', 'nation', '5'],
      ['5', 'REOPEN', 'nation', '2'],
    ],
  },
  {
    name: 'the province alone reviews',
    flow: BY_PROVINCE,
    lines: [
      ['0', 'SAVE', 'author', '0'],
      ['2', 'SAVE', 'author', '2'],
      ['0', 'SUBMIT', 'author', '1'],
      ['2', 'SUBMIT', 'author', '1'],
      ['1', 'PASS', 'reviewer', '3'],
      ['1', 'RETURN', 'reviewer', '2'],
      ['1', 'WITHDRAW', 'author', '0'],
    ],
  },
]

test.each(REPORTS)('where $name, a report takes the steps of its table and no other', ({ flow, lines }) => {
  const taken = ACTIONS.flatMap((action) =>
    Object.values(ReportStatus).flatMap((from) =>
      PARTIES.flatMap((party) => {
        const step = stepOf(flow, from, action, new Set([party]))
        return step ? [[from, action, party, step.to ?? from]] : []
      }),
    ),
  )
  expect(taken.sort()).toEqual([...lines].map((line) => [...line]).sort())
})

type ProjectLine = readonly [from: ProjectState, action: FlowAction, by: ProjectParty, to: ProjectState]

/** A project of an enterprise where county and city review. READ leaves the state as it is. */
const PROJECT: readonly ProjectLine[] = [
  ['0', 'SUBMIT', 'author', '1'],
  ['2', 'SUBMIT', 'author', '1'],
  ['4', 'SUBMIT', 'author', '1'],
  ['6', 'SUBMIT', 'author', '1'],
  ['C0', 'SUBMIT', 'province', 'C1'],
  ['C2', 'SUBMIT', 'province', 'C1'],
  ['C4*', 'SUBMIT', 'province', 'C1'],
  ['1', 'PASS', 'county', '3'],
  ['3', 'PASS', 'city', '5'],
  ['5', 'PASS', 'province', 'C0'],
  ['C1', 'PASS', 'nation', 'C3'],
  ['1', 'RETURN', 'county', '2'],
  ['3', 'RETURN', 'city', '4'],
  ['5', 'RETURN', 'province', '6'],
  ['C1', 'RETURN', 'nation', 'C2'],
  ['1', 'WITHDRAW', 'author', '0'],
  ['3', 'WITHDRAW', 'county', '1'],
  ['5', 'WITHDRAW', 'city', '3'],
  ['C1', 'WITHDRAW', 'province', 'C0'],
  ['C0', 'REOPEN', 'province', '6'],
  ['C2', 'REOPEN', 'province', '6'],
  ['C4*', 'REOPEN', 'province', '6'],
  ['1', 'READ', 'county', '1'],
  ['3', 'READ', 'city', '3'],
  ['5', 'READ', 'province', '5'],
  ['C1', 'READ', 'nation', 'C1'],
]

const LONGEST: Route = { first: '1', hasCity: true, kept: '0', isStored: false }
const EDITABLE: readonly ProjectState[] = ['0', '2', '4', '6']
const submittedTo = (to: ProjectState) => EDITABLE.map((from): ProjectLine => [from, 'SUBMIT', 'author', to])

/** What other routes have instead of lines of the longest one. A line without a state afterwards goes. */
const ROUTES: readonly { name: string; route: Route; lines: readonly ProjectLine[]; gone?: string[] }[] = [
  { name: 'whose county and city review', route: LONGEST, lines: [] },
  {
    name: 'whose city does not review',
    route: { ...LONGEST, hasCity: false },
    lines: [
      ['1', 'PASS', 'county', '5'],
      ['5', 'WITHDRAW', 'county', '1'],
    ],
    gone: ['5 WITHDRAW city'],
  },
  {
    name: 'that goes to the city first',
    route: { ...LONGEST, first: '3' },
    lines: [...submittedTo('3'), ['3', 'WITHDRAW', 'author', '0']],
    gone: ['1 WITHDRAW author', '3 WITHDRAW county'],
  },
  {
    name: 'of a city',
    route: { ...LONGEST, first: '5' },
    lines: [...submittedTo('5'), ['5', 'WITHDRAW', 'author', '0']],
    gone: ['1 WITHDRAW author', '5 WITHDRAW city'],
  },
  {
    name: 'of a province',
    route: { ...LONGEST, first: '7' },
    lines: submittedTo('C0'),
    gone: ['1 WITHDRAW author'],
  },
  {
    name: 'that was stored',
    route: { ...LONGEST, kept: '4', isStored: true },
    lines: [
      ['5', 'PASS', 'province', 'C4*'],
      ['C1', 'WITHDRAW', 'province', 'C4*'],
    ],
  },
]

const PROJECT_PARTIES: readonly ProjectParty[] = ['author', 'county', 'city', 'province', 'nation']
const keyOf = ([from, action, by]: ProjectLine) => `${from} ${action} ${by}`

test.each(ROUTES)(
  'a project $name takes the steps of its table and no other',
  ({ route, lines, gone = [] }) => {
    const flow = projectFlow(route)
    const states = Object.keys(flow.states) as ProjectState[] // the states just read
    const actions = Object.keys(flow.steps) as FlowAction[] // likewise
    const taken = actions.flatMap((action) =>
      states.flatMap((from) =>
        PROJECT_PARTIES.flatMap((by): ProjectLine[] => {
          const step = stepOf(flow, from, action, new Set([by]))
          return step ? [[from, action, by, step.to ?? from]] : []
        }),
      ),
    )
    const expected = new Map([...PROJECT, ...lines].map((line) => [keyOf(line), line]))
    for (const key of gone) expected.delete(key)
    expect(taken.map((line) => line.join(' ')).sort()).toEqual(
      [...expected.values()].map((line) => line.join(' ')).sort(),
    )
  },
)

test('a step of a project writes its two columns, and the nation’s stays as it was before the province', () => {
  const stored = { declare_status: '6', country_status: '4' }
  expect(statusesOf('1', stored)).toEqual({ declare: '1', country: '4' })
  expect(statusesOf('C4*', stored)).toEqual({ declare: '7', country: '4' })
  expect(statusesOf('C1', { declare_status: '7', country_status: '4' })).toEqual({
    declare: '7',
    country: '1',
  })
})

test('what a province reports goes to the nation alone', () => {
  expect(PROVINCIAL_FLOW).toBe(BY_NATION)
})

const flows = kinds.flatMap(({ code, flow, flows: all = [flow] }) =>
  all.map((each, index) => ({ name: all.length > 1 ? `${code}, flow ${index + 1}` : code, flow: each })),
)

describe.each(flows)('the kind $name', ({ flow }) => {
  test('waits in each state for the party that may take a step, and in a final one for none', () => {
    for (const [state, { waits }] of Object.entries(flow.states)) {
      const steps = Object.values(flow.steps).flat()
      const onward = steps.filter((step) => step.from.includes(state) && step.decides)
      if (waits === 'nation') expect(onward.every(({ by }) => by.includes('nation'))).toBe(true)
      if (waits === undefined) expect(onward).toEqual([])
    }
  })

  test('asks for words wherever it returns a record', () => {
    for (const action of ['RETURN', 'REOPEN'] as const)
      for (const step of flow.steps[action] ?? []) expect(step.opinion).toBe(true)
  })
})

test('a quarterly report has the flow by province and nation, a yearly calculation one of four', () => {
  expect(kindOf('USAGE')?.flow).toBe(BY_PROVINCE_AND_NATION)
  expect(kindOf('YEARCALC')?.flows).toEqual([
    BY_PROVINCE_AND_NATION,
    BY_CITY_AND_NATION,
    BY_NATION,
    BY_PROVINCE,
  ])
})

test('the list names all kinds of records, each by its code, in the order of the desk', () => {
  expect(kinds.map(({ code }) => code)).toEqual(REVIEWED_KINDS)
})

test('a flow that leads to an unknown state does not start', () => {
  const steps = { SUBMIT: [{ by: ['author'], from: ['0'], to: '9' }] } as const
  expect(() => assertTable({ states: { '0': { waits: 'author' } }, steps })).toThrow(
    'the flow has no state 9',
  )
})
