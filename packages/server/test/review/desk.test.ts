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
  const draft = soundProject(serial, {
    projectName: `盐池县麻黄山第${serial}储能站`,
    longitude: roundTo(106.8 + serial * 0.03, 4),
    latitude: 37.7,
  })
  const { id } = await enterprise.projects.create(draft)
  const { failed, undo } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  expect(failed).toEqual([])
  return { id, undo, name: draft.projectName }
}

const ref = (entityId: number) => ({ entity: 'PROJECT' as const, entityId })

describe('the desk', () => {
  test.each(['county_yc', 'city_wz', 'province_nx', 'nation'])(
    'of %s lists what waits for it, the oldest first',
    async (username) => {
      const client = await rig.as(username)
      const { content, totalElements, kinds } = await client.review.listTasks({ size: 100 })
      expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(totalElements)
      for (const { entity, count, oldestDays, overdue, ages } of kinds) {
        const own = content.filter((task) => task.entity === entity)
        const days = own.map(({ waitingDays }) => waitingDays)
        if (own.length < count) continue // more than a page
        expect(oldestDays).toBe(count === 0 ? undefined : Math.max(...days))
        expect(overdue).toBe(own.filter((task) => task.overdue).length)
        expect(ages).toEqual({
          days3: days.filter((each) => each <= 3).length,
          days7: days.filter((each) => each > 3 && each <= 7).length,
          longer: days.filter((each) => each > 7).length,
        })
      }
      const since = content.map(({ waitingSince }) => waitingSince)
      expect(since).toEqual([...since].sort())
      for (const { entity, entityId } of content.slice(0, 5)) {
        const { goals } = await client.review.getRecord({ entity, entityId })
        expect(goals.some(({ action }) => action === 'PASS' || action === 'CONFIRM')).toBe(true)
      }
    },
  )

  test.each(['WAITING', 'POWER', 'DUE'] as const)('is ordered by %s and filtered by marks', async (order) => {
    await submitted()
    for (const mark of ['REPEAT', 'WARNING', 'ANSWERED', 'CHANGED', 'OVERDUE'] as const) {
      const { content, totalElements } = await county.review.listTasks({ order, mark, size: 100 })
      expect(content).toHaveLength(totalElements)
    }
  })

  test('says where a decision leads, and how the record came here', async () => {
    const { id } = await submitted()
    const { goals, steps, completeness } = await county.review.getRecord(ref(id))
    expect(goals.map(({ text }) => text)).toEqual([
      '通过后送 吴忠市能源主管部门',
      '退回后回到 盐池一号储能有限公司',
    ])
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      '企业 DONE',
      '县 CURRENT',
      '市 NEXT',
      '省 NEXT',
      '国家 NEXT',
      '入库 NEXT',
    ])
    expect(completeness.filled).toBe(completeness.required)
  })
})

describe('a draft', () => {
  test('is its writer’s alone, and goes with the decision', async () => {
    const { id } = await submitted()
    const draft = { ...ref(id), opinion: '请核对', remarks: [{ field: 'ratedPower', text: '请核对功率' }] }
    expect(await county.review.saveDraft(draft)).toMatchObject(draft)
    expect((await county.review.getRecord(ref(id))).draft).toMatchObject(draft)
    expect((await enterprise.review.getRecord(ref(id))).draft).toBeUndefined()
    await county.projects.submit({ ids: [id], action: 'PASS' })
    expect((await county.review.getRecord(ref(id))).draft).toBeUndefined()
  })

  test('is refused for a record that does not wait for the caller', async () => {
    const { id } = await submitted()
    const province = await rig.as('province_nx')
    await expect(province.review.saveDraft({ ...ref(id), opinion: '请核对' })).rejects.toMatchObject({
      status: 409,
    })
  })
})

test('the office shares its phrases', async () => {
  expect(await county.review.savePhrases(['情况属实，同意上报', ' 请按备案证核对 '])).toEqual([
    '情况属实，同意上报',
    '请按备案证核对',
  ])
  expect(await county.review.listPhrases()).toEqual(['情况属实，同意上报', '请按备案证核对'])
  expect(await (await rig.as('city_wz')).review.listPhrases()).toEqual([])
})

describe('undoing', () => {
  test('a return puts state, draft and messages back', async () => {
    const { id, name } = await submitted()
    const before = (await enterprise.messages.getUnreadCount()).count
    const reason = '业主已说明两站各自独立'
    await county.review.saveDraft({ ...ref(id), opinion: '尚需核对', reason, remarks: [] })
    const { undo } = await county.projects.submit({
      ids: [id],
      action: 'RETURN',
      opinion: '请核对',
      remarks: [{ id, remarks: [{ field: 'ratedPower', text: '请核对功率' }] }],
    })
    expect(undo?.seconds).toBe(10)
    expect((await enterprise.messages.getUnreadCount()).count).toBe(before)
    await county.review.undo({ undoId: undo?.undoId ?? '' })
    const { task, remarks, draft } = await county.review.getRecord(ref(id))
    expect(task).toMatchObject({ title: name, statusLabel: '待县级审核' })
    expect(remarks).toEqual([])
    const remarked = [{ field: 'ratedPower', text: '请核对功率' }]
    expect(draft).toMatchObject({ opinion: '请核对', reason, remarks: remarked })
    expect((await county.projects.get(id)).flow.history.map(({ action }) => action)).toEqual(['SUBMIT'])
  })

  test('a submission makes the project a draft again and forgets the submission', async () => {
    const { id, undo } = await submitted()
    await enterprise.review.undo({ undoId: undo?.undoId ?? '' })
    expect(await enterprise.projects.get(id)).toMatchObject({ declareStatusLabel: '草稿', deletable: true })
    expect((await enterprise.review.getRecord(ref(id))).submissions).toEqual([])
  })

  test('is refused once somebody has acted', async () => {
    const { id, undo } = await submitted()
    await county.projects.read({ ids: [id] })
    await expect(enterprise.review.undo({ undoId: undo?.undoId ?? '' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^不能撤销：.+已于 \d\d:\d\d 签收$/),
    })
  })

  test('is nobody else’s, and happens once', async () => {
    const { undo } = await submitted()
    const request = { undoId: undo?.undoId ?? '' }
    await expect(county.review.undo(request)).rejects.toMatchObject({ status: 404 })
    await enterprise.review.undo(request)
    await expect(enterprise.review.undo(request)).rejects.toMatchObject({ status: 404 })
  })
})
