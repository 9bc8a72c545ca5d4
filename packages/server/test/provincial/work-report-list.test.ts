import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { provincialIn } from '../support/provincial.ts'
import { refusal } from '../support/refusal.ts'
import { sheetOf } from '../support/sheet.ts'

const TODAY = new Date()
const TOMORROW = new Date(Date.now() + 24 * 3_600_000)
const year = Number(day(TODAY).slice(0, 4))
const key = { year, reportType: '2' } as const
const NINGXIA = '宁夏回族自治区'
const PROVINCES = ['110000', '640000', '660000']

let rig: Rig
let now = TODAY
let nation: XinchuClient
let province: XinchuClient
beforeAll(async () => {
  rig = await startRig({ now: () => now })
  nation = await rig.as('nation')
  province = await rig.as('province_nx')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  now = TODAY
  for (const table of ['work_report_reminder', 'work_report'] as const)
    await rig.db.deleteFrom(table).execute()
  await rig.db.deleteFrom('message_push').where('biz_type', '=', 'WORK_REPORT').execute()
  await rig.db
    .updateTable('fill_time')
    .set({ end_time: '2099-12-31T23:59:00+08:00', enabled: true, region_codes: [] })
    .where('fill_type', '=', 'PROV_REPORT')
    .execute()
})

const summary = async () => (await nation.workReports.list({ ...key, size: 1 })).summary

describe('the summary of a period', () => {
  test('counts every province once', async () => {
    expect(await summary()).toMatchObject({ year, due: 32, reported: 0, returned: 0, draft: 0, missing: 32 })
  })

  test.each([
    ['0', { draft: 1 }],
    ['1', { reported: 1 }],
    ['2', { returned: 1 }],
    ['4', { returned: 1 }],
    ['5', { reported: 1 }],
  ] as const)('counts a report in state %s', async (status, count) => {
    await provincialIn(rig, 'WORK_REPORT', status)
    expect(await summary()).toMatchObject({ due: 32, missing: 31, reported: 0, ...count })
  })

  test('tells the regions and chapters, and does not change with the filter of states', async () => {
    await provincialIn(rig, 'WORK_REPORT', '1')
    const { summary: filtered } = await nation.workReports.list({ ...key, status: ['5'], size: 1 })
    expect(filtered).toEqual(await summary())
    expect(filtered?.groups).toContainEqual({ regionGroup: 'XB', due: 6, reported: 1 })
    expect(filtered?.groups.reduce((sum, { due }) => sum + due, 0)).toBe(32)
    const filled = new Map(filtered?.chapters.map((chapter) => [chapter.field, chapter.filled]))
    expect([filled.size, filled.get('overview'), filled.get('problems')]).toEqual([8, 1, 0])
  })
})

test('a row tells how many chapters are filled', async () => {
  await provincialIn(rig, 'WORK_REPORT', '1')
  const { content } = await nation.workReports.list({ ...key, reported: true })
  expect(content.map(({ filledChapters }) => filledChapters)).toEqual([7])
})

describe('the exported list', () => {
  test('has a row for each province', async () => {
    await provincialIn(rig, 'WORK_REPORT', '1')
    const { column } = await sheetOf(await nation.workReports.export(key))
    expect(column('省份')).toHaveLength(32)
    expect(column('已报').filter((state) => state === '否')).toHaveLength(31)
    expect(column('状态').filter((state) => state === '已提交')).toHaveLength(1)
    expect(column('区域')).not.toContain(null)
  })

  test('keeps the filters', async () => {
    await provincialIn(rig, 'WORK_REPORT', '1')
    const names = async (filter: object) =>
      (await sheetOf(await nation.workReports.export({ ...key, ...filter }))).column('省份')
    expect(await names({ reported: true })).toEqual([NINGXIA])
    expect(await names({ reported: false })).toHaveLength(31)
    expect(await names({ provinceCode: '660000' })).toEqual(['新疆生产建设兵团'])
  })

  test('has its own line alone for a province', async () => {
    const { column } = await sheetOf(await province.workReports.export(key))
    expect(column('省份')).toEqual([NINGXIA])
  })
})

describe('a reminder', () => {
  const remind = (more: object = {}) =>
    nation.workReports.remind({ ...key, provinceCodes: PROVINCES, ...more })
  const received = async () => {
    const { content } = await province.messages.list({ messageType: '2', size: 50 })
    return content.filter(({ title }) => title?.startsWith('催报'))
  }

  test('is shown before it is sent', async () => {
    const plan = await remind({ dryRun: true })
    expect(plan).toMatchObject({
      title: `催报：${year}年度省级工作报告`,
      reminded: ['北京市', NINGXIA, '新疆生产建设兵团'],
      already: [],
      unreached: [],
    })
    expect(plan.content).toContain('2099-12-31 23:59')
    expect([plan.messageId, await received()]).toEqual([undefined, []])
  })

  test('is one message to all who have not reported, which the list shows', async () => {
    await provincialIn(rig, 'WORK_REPORT', '1')
    const { reminded, messageId } = await remind()
    expect(reminded).toEqual(['北京市', '新疆生产建设兵团'])
    expect(await received()).toEqual([])
    const messages = await rig.db
      .selectFrom('message_push')
      .select('id')
      .where('code', '=', 'work-report.due')
      .execute()
    expect(messages.map(({ id }) => id)).toEqual([messageId])
    const { content } = await nation.workReports.list({ ...key, size: 100 })
    const times = content.flatMap(({ provinceCode, remindTime }) => (remindTime ? [provinceCode] : []))
    expect(times).toEqual(['110000', '660000'])
  })

  test.each(['0', '2', '4'] as const)('reaches a province whose report is in state %s', async (status) => {
    await provincialIn(rig, 'WORK_REPORT', status)
    expect((await remind()).reminded).toContain(NINGXIA)
    const [message] = await received()
    expect(message).toMatchObject({
      done: false,
      link: `/provincial/workreport/index?year=${year}&reportType=2`,
    })
  })

  test('is done once the report is handed in', async () => {
    await remind()
    expect((await received()).map(({ done }) => done)).toEqual([false])
    await provincialIn(rig, 'WORK_REPORT', '1')
    expect((await received()).map(({ done }) => done)).toEqual([true])
  })

  test('is sent once a day', async () => {
    await remind({ provinceCodes: ['640000'] })
    expect(await remind()).toMatchObject({ reminded: ['北京市', '新疆生产建设兵团'], already: [NINGXIA] })
    const { messageId } = await remind()
    expect([messageId, (await received()).length]).toEqual([undefined, 1])
    now = TOMORROW
    expect((await remind()).reminded).toHaveLength(3)
  })

  test('names the provinces without a usable account', async () => {
    const { reminded, unreached } = await nation.workReports.remind({ ...key, dryRun: true })
    expect(reminded).toContain(NINGXIA)
    expect(unreached).not.toContain(NINGXIA)
    expect(new Set([...reminded, ...unreached]).size).toBe(32)
  })

  test('leaves out provinces whose window is closed', async () => {
    const windows = rig.db.updateTable('fill_time').where('fill_type', '=', 'PROV_REPORT')
    await windows.set({ region_codes: ['640000'] }).execute()
    expect((await remind({ dryRun: true })).reminded).toEqual([NINGXIA])
    await windows.set({ enabled: false }).execute()
    expect(await refusal(remind())).toMatchObject({
      status: 423,
      message: expect.stringMatching(/^当前不在填报时间内：/),
    })
  })

  test.each(['province_nx', 'query', 'platform', 'admin'])('is not sent by %s', async (username) => {
    const { workReports } = await rig.sameAs(username)
    expect(await refusal(workReports.remind(key))).toMatchObject({ status: 403 })
  })
})
