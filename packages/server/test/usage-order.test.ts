import type { FillTimeDraft, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { soundUsage } from './support/usage.ts'

let rig: Rig
let enterprise: XinchuClient
let province: XinchuClient
let nation: XinchuClient
let station = { id: 0, name: '' }

type Quarter = { year: number; quarter: 1 | 2 | 3 | 4 }
const quarterOf = ({ year, quarter }: { year: number; quarter: number }): Quarter => ({
  year,
  quarter: quarter as Quarter['quarter'], // a quarter is 1 to 4
})
const last = quarterOf(closedQuarter(day(new Date())))
const before = quarterOf(quarterAfter(last, -1))
const named = ({ year, quarter }: Quarter) => `${year}年第${quarter}季度`

const clear = (period: Quarter) =>
  rig.db
    .deleteFrom('usage_report')
    .where('project_id', '=', station.id)
    .where('year', '=', period.year)
    .where('quarter', '=', period.quarter)
    .execute()

async function submit(period: Quarter) {
  const items = [{ itemType: 'USAGE' as const, usage: soundUsage(station.id, period) }]
  const { saved } = await enterprise.projects.saveGeneralItems({ action: 'SUBMIT', items })
  const [item] = saved
  if (!item) throw new Error('nothing was submitted')
  return { itemType: 'USAGE' as const, id: item.id, version: item.version }
}

const windowOf = (period: Quarter): FillTimeDraft => ({
  fillType: 'QUARTER',
  ...period,
  startTime: `${quarterDays(period).last} 00:00:00`,
  endTime: '2099-12-31 23:59:59',
  enabled: true,
})

beforeAll(async () => {
  rig = await startRig()
  // Those of the demonstration's earlier quarters.
  await rig.db.deleteFrom('fill_time').where('enabled', '=', false).execute()
  enterprise = await rig.as('enterprise_yc')
  province = await rig.as('province_nx')
  nation = await rig.as('nation')
  const { content } = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...last })
  // One that was in operation long before.
  const due = content.find(({ commissionDate = '9' }) => commissionDate < quarterDays(before).first)
  station = { id: due?.projectId ?? 0, name: due?.projectName ?? '' }
  expect(station.id).toBeGreaterThan(0)
  // The number stands beside the name, since both find the rows of a table.
  const { projectCode } = await enterprise.projects.get(station.id)
  expect(due?.projectCode).toBe(projectCode)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

describe('a station whose earlier quarter is missing', () => {
  test('is passed all the same while nobody was asked for that quarter', async () => {
    await clear(last)
    await clear(before)
    const item = await submit(last)
    const { saved } = await province.projects.saveGeneralItems({ action: 'PASS', items: [item] })
    expect(saved).toMatchObject([{ status: '3' }])
  })

  test('is not passed once a window was opened for it, and is as soon as it has reported', async () => {
    await nation.fillTimes.save(windowOf(before))
    await clear(last)
    const item = await submit(last)
    const pass = () => province.projects.saveGeneralItems({ action: 'PASS', items: [item] })
    await expect(pass()).rejects.toMatchObject({
      status: 409,
      message: `“${station.name}”缺少${named(before)}使用情况，补报后方可通过`,
    })
    const asked = { ids: [station.id], fillType: 'QUARTER', ...last } as const
    expect(await province.projects.judgeSubmit({ ...asked, ids: [station.id] })).toMatchObject({
      allowed: false,
      reasons: [{ id: station.id }],
      fillTime: { fillType: 'QUARTER', ...last },
    })
    await submit(before)
    expect((await pass()).saved).toMatchObject([{ status: '3' }])
    expect(await province.projects.judgeSubmit({ ...asked, ids: [station.id] })).toMatchObject({
      allowed: true,
    })
  })
})

describe('how far a quarter is', () => {
  test('counts for the enterprise what reached the province, and for the province what it has passed', async () => {
    const { content } = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...last, size: 100 })
    const own = await enterprise.projects.getSubmitProvinceFlag(last)
    const reached = content.filter(({ item }) => item && !['0', '2'].includes(item.status)).length
    expect(own).toMatchObject({ submitted: reached, pending: content.length - reached })
    const all = await province.projects.listDueItems({ itemType: 'USAGE', ...last, size: 1 })
    const passed = await province.projects.listDueItems({
      itemType: 'USAGE',
      ...last,
      status: ['3', '5'],
      size: 1,
    })
    expect(await province.projects.getSubmitProvinceFlag(last)).toMatchObject({
      flag: '1',
      label: '部分提交',
      submitted: passed.totalElements,
      pending: all.totalElements - passed.totalElements,
    })
  })

  test('[7.project.9] of a place counts that place alone', async () => {
    const county = await province.projects.getSubmitProvinceFlag({ ...last, countyCode: '640323' })
    const whole = await province.projects.getSubmitProvinceFlag(last)
    expect(county.submitted + county.pending).toBeLessThan(whole.submitted + whole.pending)
  })

  test('is locked when the office’s own deadline is over', async () => {
    const [window] = await nation.fillTimes.list({ fillType: 'QUARTER', ...before })
    const ended = `${quarterDays(before).last} 00:00:01`
    await nation.fillTimes.save({
      ...windowOf(before),
      ...(window ? { id: window.id, version: window.version ?? 0 } : {}),
      levelDeadlines: { enterprise: ended },
    })
    expect(await enterprise.projects.getSubmitProvinceFlag(before)).toMatchObject({
      flag: '3',
      label: '已锁定',
      lockedAt: ended,
    })
    expect((await province.projects.getSubmitProvinceFlag(before)).flag).not.toBe('3')
  })
})
