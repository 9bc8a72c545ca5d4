import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('[7.demo.13] the expert of the demonstration has tasks, and has begun one', async () => {
  const { demoProjects } = await rig.as('expert')
  const { content } = await demoProjects.getPrimaryExpertList({ size: 50 })
  expect(content.length).toBeGreaterThan(3)
  expect(content.filter(({ score }) => score !== undefined)).toHaveLength(1)
})

test('the batch under review shows progress and why it cannot be opened yet', async () => {
  const { demoReview } = await rig.as('platform')
  const batch = { batchYear: new Date().getFullYear(), batchNo: 1, stage: 'PRIMARY' as const }
  const { experts, opening } = await demoReview.getReviewProgress(batch)
  expect(experts.some(({ submitted }) => submitted > 0)).toBe(true)
  expect(opening.opened).toBe(false)
  expect(opening.conditions[0]?.message).toMatch(/^仍有 \d+ 份未提交，不能启封$/)
})
