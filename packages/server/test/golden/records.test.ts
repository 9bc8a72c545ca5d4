import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { SMS_CODE } from '../support/filing.ts'
import { SUBJECTS } from './subjects.ts'
import { walkThrough } from './walk.ts'

/*
 * Every state of each kind of record, as each account sees it, and each step from it with all that it leaves behind. A
 * change of the flow changes these files, and only such a change does. To accept one:
 * vitest run --project postgres test/golden -u
 */

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 600, smsCode: SMS_CODE } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each(SUBJECTS)('$name: states, goals, steps and undoing are as recorded', async (subject) => {
  await expect(await walkThrough(rig, subject)).toMatchFileSnapshot(`${subject.name}.txt`)
})
