import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { codesOf, familyOf } from '../support/rules.ts'
import { rightsCases } from './cases/rights.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each(Object.entries(rightsCases))('%s is the code of a call that breaks it', async (code, call) => {
  expect(await codesOf(call(rig))).toContain(code)
})

test('each rule of roles is executed', () => {
  expect(Object.keys(rightsCases)).toEqual(familyOf('G').map(({ code }) => code))
})
