import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { codesOf, familyOf } from '../support/rules.ts'
import { pilotCases } from './cases/pilot.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each(Object.entries(pilotCases))('%s is the code of a call that breaks it', async (code, call) => {
  expect(await codesOf(call(rig))).toContain(code)
})

test('each rule of the application and its flow is executed', () => {
  expect(Object.keys(pilotCases)).toEqual(familyOf('M').map(({ code }) => code))
})
