import { ReportStatus } from '@xinchu/contract/codes'
import { REVIEWED_KINDS } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import { kindOf, kinds } from '../../src/domain/desk/list.ts'
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

test('the list names each kind once, in the order of the desk', () => {
  const codes = kinds.map(({ code }) => code)
  expect(codes).toEqual(REVIEWED_KINDS.filter((code) => codes.includes(code)))
})

test('a flow that leads to an unknown state does not start', () => {
  const steps = { SUBMIT: [{ by: ['author'], from: ['0'], to: '9' }] } as const
  expect(() => assertTable({ states: { '0': { waits: 'author' } }, steps })).toThrow(
    'the flow has no state 9',
  )
})
