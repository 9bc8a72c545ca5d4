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

async function recordOf(username: string, name: string) {
  const client = await rig.as(username)
  const { content } = await client.projects.list({ keyword: name })
  expect(content).toHaveLength(1)
  return client.review.getRecord({ entity: 'PROJECT', entityId: content[0]?.id ?? 0 })
}

const CORRECTED = '青山乡100MW'

test('the enterprise finds a returned project with remarks in every state, and the message about it', async () => {
  const { remarks, returned } = await recordOf('enterprise_yc', '高沙窝150MW')
  expect(remarks.map(({ fieldLabel, statusLabel }) => [fieldLabel, statusLabel])).toEqual([
    ['额定能量', '已关闭'],
    ['并网电压等级', '已关闭'],
    ['总投资', '待答复'],
    ['计划并网日期', '待答复'],
    ['详细地址', '已答复'],
  ])
  expect(returned?.opinion).toBe('请补充投资构成，并核对计划并网日期')
  const enterprise = await rig.as('enterprise_yc')
  expect(await enterprise.messages.getUnreadCount()).toEqual({ count: 0 })
  const messages = await enterprise.messages.list({})
  expect(messages.content.map(({ title }) => title)).toContain(
    '项目被退回：盐池县高沙窝150MW/300MWh共享储能电站项目',
  )
})

test('the county finds a corrected project with answers and changes, one of them not asked for', async () => {
  const county = await rig.as('county_yc')
  const { remarks, task } = await recordOf('county_yc', CORRECTED)
  expect(remarks.map(({ statusLabel }) => statusLabel)).toEqual(['已答复', '已答复', '已答复'])
  expect(task).toMatchObject({ submissionNo: 2, answeredCount: 3 })
  const { changes } = await county.review.getChanges({ entity: 'PROJECT', entityId: task.entityId })
  expect(changes.map(({ field }) => field).sort()).toEqual([
    'longitude',
    'planGridDate',
    'ratedEnergy',
    'totalInvestment',
  ])
})

test('the county finds warnings with reasons, and the filter for them', async () => {
  const county = await rig.as('county_yc')
  const { warnings } = await recordOf('county_yc', '工业园区20MW')
  expect(warnings.map(({ code, reason }) => [code, Boolean(reason)]).sort()).toEqual([
    ['P-008', true],
    ['P-011', true],
  ])
  const { content } = await county.review.listTasks({ entity: 'PROJECT', mark: 'WARNING' })
  expect(content.map(({ title }) => title)).toContain('盐池县工业园区20MW/40MWh工商业储能项目')
})

test('the province finds a project that it returned and that came back', async () => {
  const { remarks } = await recordOf('province_nx', '麻黄山65MW')
  expect(remarks.map(({ statusLabel }) => statusLabel)).toEqual(['已答复', '已答复'])
})

test('a quarterly report and a yearly calculation are returned with remarks', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const usage = await enterprise.projects.listGeneralItems({ itemType: 'USAGE', status: ['2'] })
  expect(usage.content.map(({ remarkCount }) => remarkCount)).toEqual([2])
  const city = await rig.as('city_wz')
  const calculations = await city.projects.listGeneralItems({ itemType: 'YEARCALC', status: ['2'] })
  expect(calculations.content.map(({ remarkCount }) => remarkCount)).toEqual([2])
})

test('what happened lies in the past, in order', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const { content } = await enterprise.projects.list({ keyword: CORRECTED })
  const { flow } = await enterprise.projects.get(content[0]?.id ?? 0)
  const times = flow.history.map(({ time }) => time)
  expect(times).toEqual([...times].sort())
  expect(new Set(times).size).toBe(3)
})
