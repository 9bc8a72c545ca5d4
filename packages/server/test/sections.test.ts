import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const policy = {
  category: 'policy',
  title: '关于促进新型储能并网和调度运用的通知',
  content: '<p onclick="x()">正文</p><script>1</script>',
  issueOrg: '国家能源局',
  publishDate: '2024-04-02',
} as const

describe('an entry of a section', () => {
  test('is a draft for its editors, is read by all once it is published, and no more once it is taken down', async () => {
    const { sections: editor } = await rig.as('policy_edit')
    const { sections: reader } = await rig.as('enterprise_yc')
    const made = await editor.create(policy)
    expect(made).toMatchObject({ status: '0', content: '<p>正文</p>1', version: 0 })
    const seen = async () => (await reader.list({ category: 'policy', id: made.id })).content
    expect(await seen()).toEqual([])

    const published = await editor.update({ ...policy, id: made.id, version: 0, status: '1' })
    expect(published).toMatchObject({ status: '1', version: 1, publishDate: '2024-04-02' })
    expect(await seen()).toMatchObject([{ title: policy.title, viewCount: 1 }])
    const { content } = await reader.list({ category: 'policy', keyword: '并网' })
    expect(content[0]).not.toHaveProperty('content')
    expect(await refusal(editor.delete([made.id]))).toEqual({ status: 409, message: '只能删除草稿' })

    await editor.update({ ...policy, id: made.id, version: 1, status: '2' })
    expect(await seen()).toEqual([])
    expect(await refusal(editor.update({ ...policy, id: made.id, version: 1 }))).toMatchObject({
      status: 409,
    })
  })

  test('that is incomplete is kept but not published', async () => {
    const { sections } = await rig.as('lab_edit')
    const draft = { category: 'platform', title: '储能重点实验室' } as const
    const { id } = await sections.create(draft)
    expect(await refusal(sections.update({ ...draft, id, version: 0, status: '1' }))).toEqual({
      status: 400,
      message: '平台名称：值不能为空',
    })
    await sections.delete([id])
    expect(await refusal(sections.delete([id]))).toMatchObject({ status: 404 })
  })

  test('does not lead to anything but a page of the web', async () => {
    const { sections } = await rig.as('policy_edit')
    expect(await refusal(sections.create({ ...policy, sourceUrl: 'javascript:alert(1)' }))).toMatchObject({
      status: 400,
    })
  })
})

describe.each([
  ['policy_edit', 'policy'],
  ['industry_edit', 'industry'],
  ['lab_edit', 'platform'],
  ['nation', 'policy industry platform'],
  ['admin', 'policy industry platform'],
  ['policy_query', ''],
  ['industry_query', ''],
  ['lab_query', ''],
  ['province_nx', ''],
  ['enterprise_yc', ''],
])('%s', (username, own) => {
  test(`looks after the sections: ${own || 'none'}`, async () => {
    const { sections } = await rig.as(username)
    const kept: string[] = []
    for (const category of ['policy', 'industry', 'platform'] as const) {
      const refused = await refusal(sections.create({ category, title: '试' }))
      if (refused) expect(refused.status).toBe(403)
      else kept.push(category)
    }
    expect(kept.join(' ')).toBe(own)
  })
})
