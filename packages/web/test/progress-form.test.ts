import { expect, test } from 'vitest'
import { draftOf, formOf, isSound } from '../src/features/pilot-reports/progress-model.ts'

const empty = formOf(undefined, undefined, '4')
const typed = { ...empty, usage: { ...empty.usage, chargeEnergy: '120.5', dischargeEnergy: '103' } }

test('figures that were typed for an operating project are sent, and an empty one is left out', () => {
  expect(draftOf(typed, []).usage).toEqual({ chargeEnergy: 120.5, dischargeEnergy: 103 })
  expect(draftOf(empty, []).usage).toBeUndefined()
})

test('a project that is still being built sends no figures of its operation', () => {
  expect(draftOf({ ...typed, buildStatus: '3' }, []).usage).toBeUndefined()
})

test('a figure that is no number keeps the report from being saved as it is typed', () => {
  expect(isSound(typed)).toBe(true)
  expect(isSound({ ...typed, usage: { ...typed.usage, chargeEnergy: '12a' } })).toBe(false)
})
