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

describe('the policies of the demonstration', () => {
  const found = async (query: { keyword?: string; policyType?: '4'; validity?: '3'; year?: number }) => {
    const { sections } = await rig.as('enterprise_yc')
    return (await sections.list({ category: 'policy', size: 100, ...query })).content
  }

  test('are found by a word of their text, with the hit marked, those with it in the title first', async () => {
    const [first, ...others] = await found({ keyword: '独立储能' })
    expect(first?.hits?.text).toContainEqual({ text: '独立储能', hit: true })
    expect(others.length).toBeGreaterThan(0)
    const [titled] = await found({ keyword: '调度运用' })
    expect(titled?.hits?.title).toContainEqual({ text: '调度运用', hit: true })
  })

  test('are found by their number, and by nothing that they lack', async () => {
    expect((await found({ keyword: '发改能源规〔2021〕1051号' })).map(({ title }) => title)).toEqual([
      '关于加快推动新型储能发展的指导意见',
    ])
    expect(await found({ keyword: '核聚变' })).toEqual([])
    expect(await found({ keyword: '、' })).toEqual([])
  })

  test('are filtered by kind, validity and year', async () => {
    const grid = await found({ policyType: '4' })
    expect(grid.length).toBeGreaterThan(3)
    expect(new Set(grid.map(({ policyType }) => policyType))).toEqual(new Set(['4']))
    expect((await found({ validity: '3' })).map(({ docNo }) => docNo)).toContain('电监市场〔2006〕43号')
    for (const { publishDate } of await found({ year: 2024 })) expect(publishDate).toMatch(/^2024/)
  })

  test('lead from a replaced one to the new one and back', async () => {
    const { sections } = await rig.as('enterprise_yc')
    const [old] = await found({ keyword: '并网发电厂辅助服务管理暂行办法 43号' })
    const one = async (id: number) => (await sections.list({ category: 'policy', id })).content[0]
    const before = await one(old?.id ?? 0)
    expect(before).toMatchObject({ supersededBy: { title: '电力辅助服务管理办法' } })
    expect(await one(before?.supersededBy?.id ?? 0)).toMatchObject({ supersedes: { id: old?.id } })
  })
})

describe('the days of an entry', () => {
  test('decide when readers see it; editors see it always', async () => {
    const { sections: editor } = await rig.as('policy_edit')
    const { sections: reader } = await rig.as('enterprise_yc')
    const made = await editor.create({ ...policy, title: '定期展示', onlineFrom: '2099-01-01' })
    const seen = async () => (await reader.list({ category: 'policy', id: made.id })).content
    await editor.update({
      ...policy,
      title: '定期展示',
      onlineFrom: '2099-01-01',
      id: made.id,
      version: 0,
      status: '1',
    })
    expect(await seen()).toEqual([])
    expect((await editor.list({ category: 'policy', id: made.id })).content).toMatchObject([{ live: false }])
    await editor.update({ ...policy, title: '定期展示', onlineUntil: '2020-01-01', id: made.id, version: 1 })
    expect(await seen()).toEqual([])
    await editor.update({ ...policy, title: '定期展示', onlineFrom: '2020-01-01', id: made.id, version: 2 })
    expect(await seen()).toMatchObject([{ live: true }])
    const wrong = { ...policy, onlineFrom: '2026-02-01', onlineUntil: '2026-01-01' }
    expect(await refusal(editor.create(wrong))).toEqual({
      status: 400,
      message: '下线日期：不能早于上线日期',
    })
  })

  test('and a pinned entry is first', async () => {
    const { sections: editor } = await rig.as('industry_edit')
    const draft = {
      category: 'industry',
      title: '置顶企业',
      companyName: '置顶企业',
      year: 2020,
      pinned: true,
    } as const
    const { id } = await editor.create(draft)
    await editor.update({ ...draft, id, version: 0, status: '1' })
    const { sections: reader } = await rig.as('industry_query')
    expect((await reader.list({ category: 'industry' })).content[0]).toMatchObject({ id, pinned: true })
  })
})

test('an entry cannot replace itself or an entry of another section', async () => {
  const { sections: editor } = await rig.as('policy_edit')
  const first = await editor.create({ ...policy, title: '甲办法' })
  const second = await editor.create({ ...policy, title: '乙办法', supersedesId: first.id })
  const message = '所修订或替代的政策：须为本栏目的其他内容'
  for (const supersedesId of [first.id, second.id])
    expect(await refusal(editor.update({ ...policy, supersedesId, id: first.id, version: 0 }))).toEqual({
      status: 400,
      message,
    })
  expect(await refusal(editor.create({ ...policy, supersedesId: 999_999 }))).toEqual({ status: 400, message })
})
