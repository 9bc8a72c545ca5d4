import type { ProjectDraft, XinchuClient } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

/** A project that may be submitted, at the first demonstration enterprise, and like no other. */
function complete(more: Partial<ProjectDraft> = {}): ProjectDraft {
  serial += 1
  const place = { address: '高沙窝镇', longitude: roundTo(106.8 + serial * 0.03, 4), latitude: 37.9 }
  const projectName = `盐池县高沙窝第${serial}储能站`
  return soundProject(serial, { projectName, ...place, ratedPower: 100, ratedEnergy: 200, ...more })
}

describe('a project on its way from the enterprise to the nation', () => {
  test('[7.project.1, 7.project.22] passes county, city and province, is reported and passed, and keeps its history', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const made = await enterprise.projects.create(complete())
    expect(made).toMatchObject({
      declareStatusLabel: '草稿',
      durationHours: 2,
      unitCost: 1043.82,
      actions: ['SUBMIT'],
    })
    const ids = [made.id]
    await enterprise.projects.submit({ ids, action: 'SUBMIT' })
    const labels: string[] = []
    for (const [username, target] of [
      ['county_yc'],
      ['city_wz'],
      ['province_nx'],
      ['province_nx', 'country'],
      ['nation', 'country'],
    ] as const) {
      const office = await rig.as(username)
      labels.push((await office.projects.get(made.id)).flow.statusLabel)
      const action = target === 'country' && username === 'province_nx' ? 'SUBMIT' : 'PASS'
      expect(await office.projects.submit({ ids, action, ...(target ? { target } : {}) })).toEqual({
        succeeded: ids,
        failed: [],
      })
    }
    expect(labels).toEqual(['待县级审核', '待市级审核', '待省级审核', '省级通过', '待国家审核'])
    const { flow } = await enterprise.projects.get(made.id)
    expect(flow.statusLabel).toBe('国家通过（待入库）')
    expect(flow.history.map(({ actionLabel, toStatusLabel }) => `${actionLabel} ${toStatusLabel}`)).toEqual([
      '提交 待县级审核',
      '通过 待市级审核',
      '通过 待省级审核',
      '通过 省级通过',
      '提交 待国家审核',
      '通过 国家通过（待入库）',
    ])
  })

  test('a return needs an opinion, goes back to the enterprise with it and tells it so', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const county = await rig.as('county_yc')
    const { id } = await enterprise.projects.create(complete())
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    await expect(county.projects.submit({ ids: [id], action: 'RETURN' })).rejects.toMatchObject({
      kind: 'validation',
    })
    const { count: before } = await enterprise.messages.getUnreadCount()
    await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请补充备案证' })
    const returned = await enterprise.projects.get(id)
    expect(returned).toMatchObject({
      declareStatusLabel: '县级退回',
      flow: { lastOpinion: '请补充备案证' },
      actions: ['SUBMIT'],
    })
    expect((await enterprise.messages.getUnreadCount()).count).toBe(before + 1)
  })

  test('is withdrawn until the next level has signed it in', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const county = await rig.as('county_yc')
    const { id } = await enterprise.projects.create(complete())
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    await enterprise.projects.submit({ ids: [id], action: 'WITHDRAW' })
    expect((await enterprise.projects.get(id)).declareStatusLabel).toBe('草稿')
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    await county.projects.read({ ids: [id] })
    expect(await enterprise.projects.submit({ ids: [id], action: 'WITHDRAW' })).toEqual({
      succeeded: [],
      failed: [
        {
          id,
          code: 'W-005',
          message: expect.stringMatching(
            /^盐池一号储能有限公司已于 \d{4}-\d\d-\d\d \d\d:\d\d 提交，现为“待县级审核”，由盐池县能源主管部门办理。如需修改，可请盐池县能源主管部门退回。$/,
          ),
        },
      ],
    })
  })

  test('[7.project.12] an incomplete one is kept as a draft and says what it lacks', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const { id } = await enterprise.projects.create({ projectName: '未完成的项目', provinceCode: '640000' })
    const judged = await enterprise.projects.judgeSubmit({ ids: [id] })
    expect(judged.allowed).toBe(false)
    expect(judged.reasons.map(({ message }) => message)).toContain('联系电话：值不能为空')
    const { failed } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    expect(failed).toHaveLength(1)
    const errors = failed[0]?.errors ?? []
    expect(errors.map(({ field, caption, message }) => ({ field, text: `${caption}：${message}` }))).toEqual(
      judged.reasons.map(({ field, message }) => ({ field, text: message })),
    )
    expect(errors.length).toBeGreaterThan(10)
    expect(failed[0]?.message).toMatch(/^有 \d+ 项未填写或有误：建设状态、/)
  })

  test('the same project twice is refused at its submission', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const draft = complete()
    const [first, second] = [await enterprise.projects.create(draft), await enterprise.projects.create(draft)]
    await enterprise.projects.submit({ ids: [first.id], action: 'SUBMIT' })
    const { failed } = await enterprise.projects.submit({ ids: [second.id], action: 'SUBMIT' })
    expect(failed[0]?.message).toContain('与已有项目重复')
  })
})

describe('who may see and do what', () => {
  test.each([
    ['another enterprise', 'enterprise_sy'],
    ['a county of another province', 'county_sy'],
    ['another province', 'province_bj'],
  ])('to %s a project is as if it did not exist', async (_who, username) => {
    const enterprise = await rig.as('enterprise_yc')
    const { id } = await enterprise.projects.create(complete())
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const stranger = await rig.as(username)
    const missing = await stranger.projects.get(999_999_999).catch((error: Error) => error.message)
    const foreign = await stranger.projects.get(id).catch((error: Error) => error.message)
    expect(foreign).toBe(missing)
    expect(await stranger.projects.list({ id })).toMatchObject({ totalElements: 0 })
  })

  test('a draft is its maker’s alone', async () => {
    const { id } = await (await rig.as('enterprise_yc')).projects.create(complete())
    const county = await rig.as('county_yc')
    await expect(county.projects.get(id)).rejects.toMatchObject({ kind: 'not-found', message: '项目不存在' })
  })

  test('a level above cannot act before its turn', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const { id } = await enterprise.projects.create(complete())
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const province = await rig.as('province_nx')
    expect((await province.projects.submit({ ids: [id], action: 'PASS' })).failed).toHaveLength(1)
    expect((await province.projects.get(id)).actions).toEqual([])
  })

  test('a query account cannot create', async () => {
    const query = await rig.as('query')
    await expect(query.projects.create(complete())).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('an enterprise reports its own projects only', async () => {
    const other = await rig.as('enterprise_sy')
    await expect(other.projects.create(complete())).rejects.toMatchObject({
      kind: 'forbidden',
      message: '只能填报本单位的项目',
    })
  })
})

describe('writing', () => {
  let enterprise: XinchuClient
  beforeAll(async () => {
    enterprise = await rig.as('enterprise_yc')
  })

  test('[7.project.2] of two editors the second is told that the record has changed', async () => {
    const { id, version } = await enterprise.projects.create(complete())
    const update = { ...complete(), id, version }
    await enterprise.projects.update(update)
    await expect(enterprise.projects.update(update)).rejects.toMatchObject({
      kind: 'conflict',
      message: '数据已被他人修改，请刷新后重试',
    })
  })

  test('what is under review cannot be changed or deleted', async () => {
    const { id, version } = await enterprise.projects.create(complete())
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    await expect(
      enterprise.projects.update({ ...complete(), id, version: version + 1 }),
    ).rejects.toMatchObject({ kind: 'conflict' })
    await expect(enterprise.projects.delete([id])).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('[7.project.3] drafts are deleted all or none', async () => {
    const { id } = await enterprise.projects.create(complete())
    await expect(enterprise.projects.delete([id, 999_999_999])).rejects.toMatchObject({ kind: 'not-found' })
    expect((await enterprise.projects.get(id)).id).toBe(id)
    await enterprise.projects.delete([id])
    await expect(enterprise.projects.get(id)).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('field errors name the field in the words of its rule', async () => {
    const wrong = enterprise.projects.create(complete({ contactPhone: '1380013800', cityCode: '110100' }))
    await expect(wrong).rejects.toMatchObject({
      kind: 'validation',
      errors: expect.arrayContaining([
        { field: 'contactPhone', code: 'F-003', message: '请输入正确格式的电话号码' },
        { field: 'countyCode', code: 'F-014', message: '行政区划不匹配' },
      ]),
    })
  })

  test('a repeated call with the same key creates once', async () => {
    const draft = complete()
    const call = { idempotencyKey: crypto.randomUUID() }
    const [first, second] = [
      await enterprise.projects.create(draft, call),
      await enterprise.projects.create(draft, call),
    ]
    expect(second.id).toBe(first.id)
    await expect(enterprise.projects.create(complete(), call)).rejects.toMatchObject({ status: 422 })
  })
})

test('outside the fill window nothing is written', async () => {
  const closed = await startRig({ now: () => new Date('2020-01-01T00:00:00Z') })
  const enterprise = await closed.as('enterprise_yc')
  await expect(enterprise.projects.create(complete())).rejects.toMatchObject({
    kind: 'window-closed',
    message: expect.stringMatching(/^当前不在填报时间内：/),
  })
  await closed.close()
})

test('[7.project.5] lists are filtered, sorted and paged by the server', async () => {
  const nation = await rig.as('nation')
  const { content, totalElements } = await nation.projects.list({
    provinceCode: '640000',
    techType: ['01'],
    buildStatus: ['4'],
    sort: ['ratedPower,desc'],
    size: 5,
  })
  expect(content).toHaveLength(5)
  expect(totalElements).toBeGreaterThan(5)
  const powers = content.map(({ ratedPower }) => ratedPower ?? 0)
  expect(powers).toEqual([...powers].sort((a, b) => b - a))
  expect(
    content.every(
      ({ provinceName, techTypeLabel }) =>
        provinceName === '宁夏回族自治区' && techTypeLabel === '锂离子电池',
    ),
  ).toBe(true)
})
