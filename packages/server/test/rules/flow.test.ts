import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { codesOf, familyOf } from '../support/rules.ts'
import { managementCases } from './cases/management.ts'
import { reviewCases } from './cases/review.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const CASES = { ...reviewCases, ...managementCases }

test.each(Object.entries(CASES))('%s is the code of a call that breaks it', async (code, call) => {
  expect(await codesOf(call(rig))).toContain(code)
})

test('each rule of states, rights and times is executed', () => {
  expect(Object.keys(CASES).sort()).toEqual(familyOf('W').map(({ code }) => code))
})
