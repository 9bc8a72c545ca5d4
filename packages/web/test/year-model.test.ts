// @vitest-environment node
import { expect, test } from 'vitest'
import { totalsOf } from '../src/features/periodic/year-model.ts'

const row = (addPower: number) => ({ techType: '01', appScenario: '1', addPower }) as const

test('sums of a calculation have the four decimals of its figures', () => {
  expect(0.1 + 0.2).not.toBe(0.3)
  expect(totalsOf([row(0.1), row(0.2)]).addPower).toBe(0.3)
  expect(totalsOf([row(126_777.1234), row(0.3766)]).addPower).toBe(126_777.5)
})
