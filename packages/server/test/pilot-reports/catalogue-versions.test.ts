import type { components } from '@xinchu/contract/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { refusalCodes } from '../support/rules.ts'

type Schemas = components['schemas']
type Index = Schemas['AssessIndex']

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** A tree as the flat list that is saved. */
const draftsOf = (tree: readonly Index[], parentCode?: string): Schemas['AssessIndexDraft'][] =>
  tree.flatMap(({ code, indexName, fullScore, indexType, children = [] }) => [
    {
      code,
      indexName,
      fullScore,
      ...(parentCode ? { parentCode } : {}),
      ...(indexType ? { indexType } : {}),
    },
    ...draftsOf(children, code),
  ])

describe('a new version', () => {
  test('is edited by the platform, refused while points are missing, and then in force and read only', async () => {
    const { assessment } = await rig.sameAs('platform')
    const expert = (await rig.sameAs('expert')).assessment
    const made = await assessment.createVersion({ stage: 'SELF', version: 1 })
    expect(made).toMatchObject({ version: 2, revision: 0, current: false, editable: true, problems: [] })
    expect(await refusalCodes(assessment.createVersion({ stage: 'SELF', version: 1 }))).toContain('N-016')
    expect(await expert.listVersions({ stage: 'SELF' })).toHaveLength(1)
    expect(await expert.getCatalogue({ stage: 'SELF', version: 2 })).toEqual([])

    const tree = await assessment.getCatalogue({ stage: 'SELF', version: 2 })
    const indices = draftsOf(tree)
    expect(indices).toHaveLength(24)
    const key = { stage: 'SELF', version: 2 } as const
    const lacking = indices.map((index) => (index.code === 'A2-1' ? { ...index, fullScore: 9 } : index))
    const saved = await assessment.saveVersion({ ...key, revision: 0, indices: lacking })
    expect(saved.problems).toEqual(['A2 安全可靠性：子项合计 24，上级 25，差 1'])
    await expect(assessment.publishVersion(key)).rejects.toThrow('子项合计 24，上级 25，差 1')
    expect(await refusalCodes(assessment.publishVersion(key))).toContain('N-015')
    await expect(assessment.saveVersion({ ...key, revision: 0, indices })).rejects.toMatchObject({
      status: 409,
    })
    await assessment.saveVersion({ ...key, revision: 1, indices })
    expect(await assessment.publishVersion(key)).toMatchObject({ current: true, editable: false })
    expect(await refusalCodes(assessment.saveVersion({ ...key, revision: 2, indices }))).toContain('N-016')
    expect((await expert.getCatalogue({ stage: 'SELF' }))[0]?.version).toBe(2)
    expect((await expert.getCatalogue({ stage: 'SELF', version: 1 }))[0]?.version).toBe(1)
  })

  test('has each code once, three levels at most, and bounds the right way round', async () => {
    const { assessment } = await rig.sameAs('nation')
    await assessment.createVersion({ stage: 'ANNUAL', version: 1 })
    const leaf = { code: 'B1', indexName: '效果', fullScore: 100, indexType: '2' } as const
    const save = (...indices: Schemas['AssessIndexDraft'][]) =>
      refusalCodes(assessment.saveVersion({ stage: 'ANNUAL', version: 2, revision: 0, indices }))
    expect(await save(leaf, leaf)).toContain('N-017')
    expect(await save({ ...leaf, lowerBound: 2, upperBound: 1 })).toContain('N-017')
    expect(await save({ ...leaf, parentCode: 'B0' })).toContain('N-017')
    const below = (code: string, parentCode: string) => ({ ...leaf, code, parentCode })
    expect(await save(leaf, below('B2', 'B1'), below('B3', 'B2'), below('B4', 'B3'))).toContain('N-017')
  })

  test('is not for enterprises to make', async () => {
    const { assessment } = await rig.sameAs('enterprise_yc')
    await expect(assessment.createVersion({ stage: 'SELF', version: 1 })).rejects.toMatchObject({
      status: 403,
    })
  })
})
