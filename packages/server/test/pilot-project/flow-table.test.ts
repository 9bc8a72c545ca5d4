import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { CallerCode } from '@xinchu/contract/rights'
import { callerCodes } from '@xinchu/contract/rights'
import { expect, test } from 'vitest'
import { PILOT_ACTIONS, type PilotAction } from '../../src/domain/pilot-project/flow-table.ts'
import { editableParts, type PilotState, stepOf } from '../../src/domain/pilot-project/states.ts'

/** The table of the specification: state, action, who, state afterwards. */
const TABLE: readonly (readonly [
  from: DemoStatus,
  action: PilotAction,
  by: readonly CallerCode[],
  to: DemoStatus,
])[] = [
  ['0', 'SUBMIT', ['ENT'], '1'],
  ['1', 'PASS', ['PRV', 'CEN'], '3'],
  ['1', 'RETURN', ['PRV', 'CEN'], '2'],
  ['1', 'READ', ['PRV', 'CEN'], '1'],
  ['1', 'WITHDRAW', ['ENT'], '0'],
  ['2', 'SUBMIT', ['ENT'], '1'],
  ['3', 'ACCEPT', ['NAT', 'PLT'], '5'],
  ['3', 'RETURN', ['NAT', 'PLT'], '4'],
  ['3', 'READ', ['NAT', 'PLT'], '3'],
  ['3', 'WITHDRAW', ['PRV', 'CEN'], '1'],
  ['4', 'SUBMIT', ['ENT'], '1'],
  ['6', 'PRIMARY_PASS', ['PLT'], '7'],
  ['6', 'PRIMARY_FAIL', ['PLT'], '8'],
  ['8', 'REOPEN', ['NAT'], '6'],
  ['9', 'EXCELLENT_PASS', ['NAT'], '10'],
  ['9', 'EXCELLENT_FAIL', ['NAT'], '11'],
  ['10', 'ANNOUNCE', ['NAT'], '12'],
  ['10', 'CANCEL', ['NAT'], '11'],
  ['12', 'QUIT', ['NAT'], '13'],
]

const OWN = 7
// A caller of each kind; those that could own or recommend the project do.
const callers = Object.entries(callerCodes).map(([code, { dept, ...more }]) => ({
  code: code as CallerCode, // the keys of callerCodes
  user: {
    deptId: dept[0] as 1, // any kind of department
    orgId: OWN,
    roles: 'role' in more ? [{ id: more.role[0], name: '', level: 0, dataScope: 'nation' as const }] : [],
  },
}))

const stateOf = (status: DemoStatus, more: Partial<PilotState> = {}): PilotState => ({
  status,
  excellent_type_status: status === '9' ? ExcellentTypeStatus.scored : ExcellentTypeStatus.none,
  read_flag: false,
  org_id: OWN,
  recommend_org_id: OWN,
  opened_parts: null,
  submitted_once: true,
  is_published: false,
  ...more,
})

const cases = Object.values(DemoStatus).flatMap((status) =>
  PILOT_ACTIONS.map((action) => [status, action] as const),
)

test.each(cases)(
  'in state %s, %s is taken by those whom the table names, and by nobody else',
  (status, action) => {
    const expected = TABLE.find(([from, each]) => from === status && each === action)
    for (const { code, user } of callers) {
      const step = stepOf(user, stateOf(status), action)
      expect(step ? (step.to ?? status) : undefined, code).toBe(
        expected?.[2].includes(code) ? expected[3] : undefined,
      )
    }
  },
)

test.each(TABLE)('in state %s, %s needs an own project', (status, action, by) => {
  const foreign = stateOf(status, { org_id: 1, recommend_org_id: 1 })
  for (const { code, user } of callers.filter((each) => by.includes(each.code)))
    expect(stepOf(user, foreign, action) !== undefined, code).toBe(code === 'NAT' || code === 'PLT')
})

test.each([
  ['1', 'WITHDRAW', 'ENT'],
  ['3', 'WITHDRAW', 'PRV'],
  ['1', 'READ', 'CEN'],
  ['3', 'READ', 'PLT'],
] as const)('in state %s, %s by %s ends with the receipt', (status, action, code) => {
  const user = callers.find((each) => each.code === code)?.user
  expect(user && stepOf(user, stateOf(status, { read_flag: true }), action)).toBeUndefined()
})

test.each(Object.values(ExcellentTypeStatus))(
  'the excellence review is decided in its state 4, not in %s',
  (state) => {
    const nation = callers.find(({ code }) => code === 'NAT')?.user
    const row = stateOf('9', { excellent_type_status: state })
    expect(nation && stepOf(nation, row, 'EXCELLENT_PASS') !== undefined).toBe(state === '4')
  },
)

test.each(Object.values(DemoStatus))('in state %s the applicant changes what is open', (status) => {
  const enterprise = callers.find(({ code }) => code === 'ENT')?.user
  if (!enterprise) throw new Error('no enterprise')
  const isOpen = ['0', '2', '4'].includes(status)
  expect(editableParts(enterprise, stateOf(status))).toHaveLength(isOpen ? 5 : 0)
  expect(editableParts(enterprise, stateOf(status, { opened_parts: ['BRIEF'] }))).toEqual(
    isOpen ? ['BRIEF'] : [],
  )
  for (const { code, user } of callers)
    if (code !== 'ENT') expect(editableParts(user, stateOf(status)), code).toEqual([])
})
