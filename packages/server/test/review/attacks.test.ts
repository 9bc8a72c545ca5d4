import type { XinchuClient } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
  enterprise = await rig.as('enterprise_yc')
  county = await rig.as('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

async function submitted() {
  serial += 1
  const place = {
    projectName: `盐池县哈巴湖${'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥'[serial]}储能站`,
    longitude: roundTo(106.8 + serial * 0.03, 4),
    latitude: 37.7,
  }
  const { id } = await enterprise.projects.create(soundProject(serial, place))
  const { failed, undo } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  expect(failed).toEqual([])
  return { id, undoId: undo?.undoId ?? '' }
}

interface Draft {
  field?: string
  text: string
  remarkId?: number
}

const returnWith = (id: number, remarks: Draft[]) =>
  county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对', remarks: [{ id, remarks }] })

const ref = (entityId: number) => ({ entity: 'PROJECT' as const, entityId })
const remarksOf = async (id: number) => (await county.review.getRecord(ref(id))).remarks
const stateOf = async (id: number) => (await county.projects.get(id)).declareStatusLabel

async function returned(remarks: Draft[] = [{ field: 'ratedPower', text: '请核对功率' }]) {
  const { id } = await submitted()
  const { failed, undo } = await returnWith(id, remarks)
  expect(failed).toEqual([])
  const [remark] = await remarksOf(id)
  return { id, undoId: undo?.undoId ?? '', remarkId: remark?.id ?? 0 }
}

/** Outcomes of calls sent at once, as "ok" or the status of the refusal, sorted. */
const outcomesOf = async (calls: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(calls))
    .map((each) => (each.status === 'fulfilled' ? 'ok' : (each.reason as { status: number }).status)) // refusals are HTTP errors
    .sort()

describe('a return', () => {
  test('with 100 remarks is stored whole, and one with more is refused whole', async () => {
    const many = (times: number) =>
      Array.from({ length: times }, (_, at) => ({ text: `请核对第 ${at + 1} 处` }))
    const { id } = await submitted()
    await expect(returnWith(id, many(101))).rejects.toMatchObject({ status: 400 })
    expect([await stateOf(id), await remarksOf(id)]).toEqual(['待县级审核', []])
    expect((await returnWith(id, many(100))).failed).toEqual([])
    expect(await remarksOf(id)).toHaveLength(100)
  })

  test.each([
    ['a property of every object', 'constructor'],
    ['a row of a plain field', 'ratedPower[0]'],
    ['a property that rows do not have', 'hybridDetail[0].noSuch'],
    ['a field of another kind of record', 'chargeTimes'],
  ])('on %s moves nothing', async (_, field) => {
    const { id } = await submitted()
    const { failed } = await returnWith(id, [{ field, text: '请核对' }])
    expect(failed).toMatchObject([{ code: 'W-031', message: `没有“${field}”这一项` }])
    expect(await remarksOf(id)).toEqual([])
  })

  test('in the thread of another project moves nothing', async () => {
    const other = await returned()
    const { id } = await submitted()
    const { failed } = await returnWith(id, [{ remarkId: other.remarkId, text: '请核对' }])
    expect(failed).toMatchObject([{ code: 'W-031', message: '再问的意见不存在' }])
    expect((await remarksOf(other.id))[0]).toMatchObject({ text: '请核对功率' })
  })

  test('sent twice at once happens once', async () => {
    const { id } = await submitted()
    const results = await Promise.all([
      returnWith(id, [{ text: '请核对' }]),
      returnWith(id, [{ text: '请核对' }]),
    ])
    expect(results.map(({ succeeded }) => succeeded.length).sort()).toEqual([0, 1])
    expect(await remarksOf(id)).toHaveLength(1)
  })

  test('and a pass by two reviewers at once come to one decision', async () => {
    const { id } = await submitted()
    const [first, second] = await Promise.all([
      returnWith(id, [{ text: '请核对' }]),
      county.projects.submit({ ids: [id], action: 'PASS' }),
    ])
    expect(first.succeeded.length + second.succeeded.length).toBe(1)
    const history = (await county.projects.get(id)).flow.history.map(({ action }) => action)
    expect(history).toEqual(['SUBMIT', first.succeeded.length === 1 ? 'RETURN' : 'PASS'])
  })
})

describe('an answer', () => {
  test('of 501 characters is refused, one of 500 stored', async () => {
    const { remarkId } = await returned()
    const answer = (length: number) =>
      enterprise.review.answer({ items: [{ id: remarkId, answer: '核'.repeat(length) }] })
    await expect(answer(501)).rejects.toMatchObject({ status: 400 })
    expect((await answer(500))[0]).toMatchObject({ status: '1' })
  })

  test('to one remark of another office among own ones changes none', async () => {
    const { remarkId, id } = await returned()
    const other = await rig.as('enterprise_sy')
    const items = [{ id: remarkId, answer: '已核对' }]
    await expect(other.review.answer({ items })).rejects.toMatchObject({ status: 404 })
    await expect(
      enterprise.review.answer({ items: [...items, { id: 999_999_999, answer: '已核对' }] }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await remarksOf(id))[0]).toMatchObject({ status: '0' })
  })

  test('and a closing at once leave a closed remark', async () => {
    const { id, remarkId } = await returned()
    const outcomes = await outcomesOf([
      county.review.close([remarkId]),
      enterprise.review.answer({ items: [{ id: remarkId, answer: '已核对' }] }),
    ])
    expect(outcomes.filter((each) => each !== 'ok' && each !== 409)).toEqual([])
    expect((await remarksOf(id))[0]).toMatchObject({ status: '2' })
  })
})

test('closing is refused to offices outside, and to a lower level', async () => {
  const { id, remarkId } = await returned()
  for (const username of ['county_sy', 'province_bj'])
    await expect((await rig.sameAs(username)).review.close([remarkId])).rejects.toMatchObject({ status: 404 })
  await rig.db.updateTable('review_remark').set({ level: 4 }).where('id', '=', remarkId).execute()
  await expect(county.review.close([remarkId])).rejects.toMatchObject({ status: 409, code: 'W-031' })
  expect((await remarksOf(id))[0]).toMatchObject({ status: '0' })
})

describe('undoing', () => {
  test('is refused once the author has answered, and keeps the answer', async () => {
    const { id, remarkId, undoId } = await returned()
    await enterprise.review.answer({ items: [{ id: remarkId, answer: '已核对' }] })
    await expect(county.review.undo({ undoId })).rejects.toMatchObject({
      code: 'W-032',
      message: '不能撤销：意见已被答复或关闭',
    })
    expect([await stateOf(id), (await remarksOf(id))[0]?.answer]).toEqual(['县级退回', '已核对'])
  })

  test('and a sign-in at once: one of them happens', async () => {
    const { id, undoId } = await submitted()
    const outcomes = await outcomesOf([
      enterprise.review.undo({ undoId }),
      county.projects.read({ ids: [id] }),
    ])
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1)
  })

  test('sent twice at once happens once', async () => {
    const { id, undoId } = await submitted()
    expect(await outcomesOf([0, 1].map(() => enterprise.review.undo({ undoId })))).toEqual([404, 'ok'])
    const { flow } = await enterprise.projects.get(id)
    expect([flow.statusLabel, flow.history]).toEqual(['草稿', []])
  })

  test('is refused to another user of the same office', async () => {
    const { undoId } = await submitted()
    const colleague = await rig.as('svc_enterprise')
    await expect(colleague.review.undo({ undoId })).rejects.toMatchObject({ status: 404 })
  })

  test('is refused after its time, and nothing moves', async () => {
    const { id, undoId } = await submitted()
    await rig.db
      .updateTable('review_undo')
      .set({ until: '2020-01-01 00:00:00' })
      .where('id', '=', undoId)
      .execute()
    await expect(enterprise.review.undo({ undoId })).rejects.toMatchObject({
      code: 'W-032',
      message: '已超过可撤销的时间',
    })
    expect(await stateOf(id)).toBe('待县级审核')
  })

  test('a submission leaves a draft that can be deleted, with nothing of the review in sight', async () => {
    const { id, undoId } = await submitted()
    await county.review.saveDraft({ ...ref(id), opinion: '请核对' })
    await enterprise.review.undo({ undoId })
    await enterprise.projects.delete([id])
    await expect(county.review.getRecord(ref(id))).rejects.toMatchObject({ status: 404 })
    expect(
      (await county.review.listTasks({ size: 100 })).content.map(({ entityId }) => entityId),
    ).not.toContain(id)
  })
})
