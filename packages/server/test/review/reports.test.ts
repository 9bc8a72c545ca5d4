import type { GeneralItem, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundUsage } from '../support/usage.ts'

let rig: Rig
let enterprise: XinchuClient
let province: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
  enterprise = await rig.as('enterprise_yc')
  province = await rig.as('province_nx')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

let projectId = 0
let item: GeneralItem

const send = async (
  client: XinchuClient,
  request: Omit<Parameters<XinchuClient['projects']['saveGeneralItems']>[0], 'items'>,
  more: object = {},
) => {
  const result = await client.projects.saveGeneralItems({
    ...request,
    items: [{ itemType: 'USAGE', id: item.id, version: item.version, ...more }],
  })
  item = result.saved[0] ?? item
  return result
}

const ref = () => ({ entity: 'USAGE' as const, entityId: item.id })

// Each test begins with a quarter that the enterprise has just handed in.
beforeEach(async () => {
  const due = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...PERIOD, size: 1 })
  projectId = due.content[0]?.projectId ?? 0
  await rig.db
    .deleteFrom('usage_report')
    .where('project_id', '=', projectId)
    .where('year', '=', PERIOD.year)
    .where('quarter', '=', PERIOD.quarter)
    .execute()
  const { saved } = await enterprise.projects.saveGeneralItems({
    action: 'SUBMIT',
    items: [{ itemType: 'USAGE', usage: soundUsage(projectId, PERIOD) }],
  })
  const [made] = saved
  if (!made) throw new Error('the quarter was not handed in')
  item = made
})

const change = { usage: {} }
beforeEach(() => {
  change.usage = { ...soundUsage(projectId, PERIOD), chargeTimes: 11 }
})

describe('a quarter that was returned with remarks', () => {
  const returned = () =>
    send(
      province,
      { action: 'RETURN', opinion: '请核对' },
      { remarks: [{ field: 'chargeTimes', text: '次数偏少' }] },
    )

  test('is not handed in unchanged, and is once the figure is changed', async () => {
    await returned()
    await expect(send(enterprise, { action: 'SUBMIT' })).rejects.toMatchObject({
      status: 409,
      code: 'W-028',
      message: '还有 1 处意见待处理：充电次数',
    })
    expect((await send(enterprise, { action: 'SUBMIT' }, change)).errors).toEqual([])
    const { changes } = await province.review.getChanges(ref())
    expect(changes).toMatchObject([{ fieldLabel: '充电次数', newValue: '11 次', asked: true }])
  })

  test('is passed when its remarks are closed with it', async () => {
    await returned()
    await send(enterprise, { action: 'SUBMIT' }, change)
    await expect(send(province, { action: 'PASS' })).rejects.toMatchObject({ code: 'W-029' })
    expect((await send(province, { action: 'PASS', closeRemarks: true })).saved[0]).toMatchObject({
      status: '3',
      remarkCount: 0,
    })
  })
})

test('a quarter returned as a whole is handed in unchanged only with words', async () => {
  await send(province, { action: 'RETURN', opinion: '请核对电量' })
  await expect(send(enterprise, { action: 'SUBMIT' })).rejects.toMatchObject({ code: 'W-028' })
  await send(enterprise, { action: 'SUBMIT' }, { answer: '已核对，电量与结算单一致' })
  expect((await province.review.getRecord(ref())).remarks).toMatchObject([
    { fieldLabel: '整件', status: '1', answer: '已核对，电量与结算单一致' },
  ])
})

test('a returned quarter names what differs from its submission, and nothing once it is changed back', async () => {
  expect(item.changedFields).toBeUndefined()
  await send(province, { action: 'RETURN', opinion: '请核对电量' })
  expect(item.changedFields).toEqual([])
  await send(enterprise, { action: 'SAVE' }, change)
  expect(item.changedFields).toEqual(['chargeTimes'])
  const listed = await enterprise.projects.listGeneralItems({ itemType: 'USAGE', id: item.id })
  expect(listed.content[0]?.changedFields).toEqual(['chargeTimes'])
  await send(enterprise, { action: 'SAVE' }, { usage: soundUsage(projectId, PERIOD) })
  expect(item.changedFields).toEqual([])
  // A return from before submissions were kept is compared with what it held at its first change.
  await rig.db.deleteFrom('review_submission').where('entity_id', '=', item.id).execute()
  await send(enterprise, { action: 'SAVE' }, change)
  expect(item.changedFields).toEqual(['chargeTimes'])
})

test('its author takes it back while nobody has acted, and the province what it passed', async () => {
  expect((await send(enterprise, { action: 'WITHDRAW' })).saved[0]?.status).toBe('0')
  await send(enterprise, { action: 'SUBMIT' })
  await send(province, { action: 'PASS' })
  await expect(send(enterprise, { action: 'WITHDRAW' })).rejects.toMatchObject({ code: 'W-005' })
  expect((await send(province, { action: 'WITHDRAW' })).saved[0]?.status).toBe('1')
})

test('a decision is undone, with the words as a draft again', async () => {
  const { undo } = await send(
    province,
    { action: 'RETURN', opinion: '请核对' },
    { remarks: [{ field: 'chargeTimes', text: '次数偏少' }] },
  )
  await province.review.undo({ undoId: undo?.undoId ?? '' })
  const { task, remarks, draft } = await province.review.getRecord(ref())
  expect([task.statusLabel, remarks, draft?.remarks]).toEqual([
    '已提交',
    [],
    [{ field: 'chargeTimes', text: '次数偏少' }],
  ])
})

test('its way leads from the enterprise over the province to the nation', async () => {
  const { steps, goals } = await province.review.getRecord(ref())
  expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
    '企业 DONE',
    '省 CURRENT',
    '国家 NEXT',
    '归档 NEXT',
  ])
  expect(goals.map(({ text }) => text)).toEqual([
    '通过后送 国家能源主管部门',
    '退回后回到 盐池一号储能有限公司',
  ])
})
