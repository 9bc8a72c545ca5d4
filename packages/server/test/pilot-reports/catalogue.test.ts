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

test.each(['PRIMARY', 'EXCELLENT', 'ANNUAL', 'SELF'] as const)(
  'at the stage %s the scores below each index add up to it, and all together to 100',
  async (stage) => {
    const tree = await (await rig.as('expert')).assessment.getCatalogue({ stage })
    expect(tree).toHaveLength(5)
    for (const index of tree)
      expect(index.children?.reduce((sum, child) => sum + child.fullScore, 0)).toBe(index.fullScore)
    expect(tree.reduce((sum, { fullScore }) => sum + fullScore, 0)).toBe(100)
    expect(tree.flatMap(({ children = [] }) => children)).toHaveLength(19)
  },
)

test('[7.assess.1] without a stage the indices of every stage are given, and without a version the one that holds', async () => {
  const tree = await (await rig.as('enterprise_yc')).assessment.getCatalogue({})
  expect(new Set(tree.map(({ stage }) => stage)).size).toBe(4)
  expect(new Set(tree.map(({ version }) => version))).toEqual(new Set([1]))
})
