import type { FillTime, FillTimeDraft } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let now = new Date('2026-11-21T02:00:00Z')
beforeAll(async () => {
  rig = await startRig({ now: () => now })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const WINDOW: FillTimeDraft = {
  fillType: 'QUARTER',
  year: 2031,
  quarter: 1,
  startTime: '2026-11-01 00:00:00',
  endTime: '2026-11-30 23:59:59',
  enabled: true,
}

const draftOf = ({
  id,
  version,
  fillType,
  year,
  quarter,
  startTime,
  endTime,
  enabled,
  levelDeadlines,
}: FillTime) => ({
  id,
  ...(version === undefined ? {} : { version }),
  fillType,
  year,
  ...(quarter === undefined ? {} : { quarter }),
  startTime,
  endTime,
  enabled,
  ...(levelDeadlines ? { levelDeadlines } : {}),
})

/** The demonstration's window is open for the last closed quarter. */
const LAST = closedQuarter(day(new Date()))
const CLOSED = new RegExp(
  `^当前不在填报时间内：季度使用情况（${LAST.year}年第${LAST.quarter}季度）的填报时间为 .* 至 .*，已于 .* 截止。如需办理，请联系宁夏`,
)

const seenBy = async (username: string, query: { year: number; quarter?: number }) =>
  (await rig.as(username)).fillTimes.list(query)

describe('a window that the nation sets', () => {
  test('[7.messages.6, 7.messages.7] is open to every level until that level’s own deadline', async () => {
    const nation = await rig.as('nation')
    const levelDeadlines = {
      enterprise: '2026-11-20 23:59:59',
      county: '2026-11-25 23:59:59',
      city: '2026-11-28 23:59:59',
      province: '2026-11-30 23:59:59',
    }
    await nation.fillTimes.save({ ...WINDOW, levelDeadlines })
    const [enterprise] = await seenBy('enterprise_yc', { year: 2031 })
    const [county] = await seenBy('county_yc', { year: 2031 })
    expect(enterprise).toMatchObject({ open: false, deadline: '2026-11-20 23:59:59' })
    expect(county).toMatchObject({ open: true, deadline: '2026-11-25 23:59:59' })
    // From 10:00 on the 21st to the last second of the 25th.
    expect(county?.remainingSeconds).toBe(4 * 86_400 + 14 * 3600 - 1)
  })

  test.each<[string, Partial<FillTimeDraft>, string]>([
    ['ends before it begins', { endTime: '2026-10-01 00:00:00' }, 'endTime'],
    [
      'has a deadline outside it',
      { levelDeadlines: { county: '2026-12-05 00:00:00' } },
      'levelDeadlines.county',
    ],
    [
      'lets a lower level work longer than a higher one',
      { levelDeadlines: { county: '2026-11-20 00:00:00', city: '2026-11-10 00:00:00' } },
      'levelDeadlines.city',
    ],
    ['is for a place that does not exist', { regionCodes: ['999999'], reason: '甲' }, 'regionCodes'],
    ['is for an office that does not exist', { orgIds: [999_999], reason: '甲' }, 'orgIds'],
    ['extends a place without saying why', { regionCodes: ['640000'], reason: ' ' }, 'reason'],
    ['gives a reason although it extends nobody', { reason: '甲' }, 'reason'],
    ['extends places and offices at once', { regionCodes: ['640000'], orgIds: [1], reason: '甲' }, 'orgIds'],
    ['gives a yearly form a quarter', { fillType: 'YEARCALC' }, 'quarter'],
  ])('is refused when it %s', async (_why, more, field) => {
    const saved = (await rig.as('nation')).fillTimes.save({ ...WINDOW, year: 2032, ...more })
    await expect(saved).rejects.toMatchObject({ kind: 'validation', errors: [{ field }] })
  })

  test('needs its quarter and its batch where the form has them', async () => {
    const nation = await rig.as('nation')
    const { quarter: _quarter, ...yearly } = WINDOW
    await expect(nation.fillTimes.save({ ...yearly, year: 2032 })).rejects.toMatchObject({
      errors: [{ field: 'quarter' }],
    })
    await expect(
      nation.fillTimes.save({ ...yearly, year: 2032, fillType: 'DEMO_APPLY' }),
    ).rejects.toMatchObject({ errors: [{ field: 'batchNo' }] })
  })

  test('is set once for a period; a second one at the same time is refused', async () => {
    const nation = await rig.as('nation')
    await nation.fillTimes.save({ ...WINDOW, year: 2033 })
    await expect(nation.fillTimes.save({ ...WINDOW, year: 2033 })).rejects.toMatchObject({
      kind: 'conflict',
      message: '该期填报时间已设置，请直接修改或按地区延期',
    })
  })

  test('of two who change it the second is told', async () => {
    const nation = await rig.as('nation')
    const made = await nation.fillTimes.save({ ...WINDOW, year: 2034 })
    const change = { ...draftOf(made), endTime: '2026-12-05 00:00:00' }
    await nation.fillTimes.save(change)
    await expect(nation.fillTimes.save(change)).rejects.toMatchObject({ kind: 'conflict' })
    await expect(nation.fillTimes.save({ ...change, id: 999_999 })).rejects.toMatchObject({
      kind: 'not-found',
    })
  })
})

test('an extension for one province opens for it alone', async () => {
  const nation = await rig.as('nation')
  const over = { ...WINDOW, year: 2035, endTime: '2026-11-10 23:59:59' }
  await nation.fillTimes.save(over)
  const extension = {
    ...over,
    endTime: '2026-12-10 23:59:59',
    startTime: '2026-11-11 00:00:00',
    regionCodes: ['640000'],
    reason: '电力抢修',
  }
  await nation.fillTimes.save(extension)
  const openTo = async (username: string) => (await seenBy(username, { year: 2035 })).some(({ open }) => open)
  expect(await openTo('enterprise_yc')).toBe(true)
  expect(await openTo('province_nx')).toBe(true)
  expect(await openTo('enterprise_sy')).toBe(false)
  await expect(nation.fillTimes.save(extension)).rejects.toMatchObject({
    message: '所选地区或机构已有同期的延期',
  })
})

describe('a province', () => {
  let window: FillTime
  beforeAll(async () => {
    window = await (await rig.as('nation')).fillTimes.save({ ...WINDOW, year: 2036 })
  })

  test('shortens the deadlines of its own counties and cities', async () => {
    const province = await rig.as('province_nx')
    const levelDeadlines = { county: '2026-11-20 23:59:59', city: '2026-11-25 23:59:59' }
    await province.fillTimes.save({ ...draftOf(window), levelDeadlines })
    const of = async (username: string) => (await seenBy(username, { year: 2036 }))[0]
    expect(await of('county_yc')).toMatchObject({ open: false, deadline: '2026-11-20 23:59:59' })
    expect(await of('city_wz')).toMatchObject({ open: true, deadline: '2026-11-25 23:59:59' })
    expect(await of('county_sy')).toMatchObject({ open: true, deadline: '2026-11-30 23:59:59' })
    expect(await of('enterprise_yc')).toMatchObject({ open: true, deadline: '2026-11-30 23:59:59' })
  })

  test('takes them back by leaving them out', async () => {
    await (await rig.as('province_nx')).fillTimes.save({ ...draftOf(window), levelDeadlines: {} })
    expect((await seenBy('county_yc', { year: 2036 }))[0]).toMatchObject({ deadline: '2026-11-30 23:59:59' })
  })

  test.each<[string, Partial<FillTimeDraft>]>([
    ['lengthen the window', { endTime: '2026-12-31 23:59:59' }],
    ['begin it earlier', { startTime: '2026-10-01 00:00:00' }],
    ['close it', { enabled: false }],
    ['set the enterprises’ deadline', { levelDeadlines: { enterprise: '2026-11-10 00:00:00' } }],
    ['set its own deadline', { levelDeadlines: { province: '2026-11-10 00:00:00' } }],
    ['extend it for itself', { regionCodes: ['640000'] }],
  ])('cannot %s', async (_what, more) => {
    const saved = (await rig.as('province_nx')).fillTimes.save({ ...draftOf(window), ...more })
    await expect(saved).rejects.toMatchObject({
      kind: 'forbidden',
      message: '省级只可缩短本省市、县的截止时间',
    })
  })

  test('cannot set a window of its own, nor a deadline after the nation’s', async () => {
    const province = await rig.as('province_nx')
    await expect(province.fillTimes.save({ ...WINDOW, year: 2037 })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    const late = { ...draftOf(window), levelDeadlines: { county: '2026-12-01 00:00:00' } }
    await expect(province.fillTimes.save(late)).rejects.toMatchObject({
      kind: 'validation',
      errors: [{ field: 'levelDeadlines.county', message: '不应晚于国家规定的截止时间' }, {}],
    })
  })
})

test.each(['city_wz', 'county_yc', 'enterprise_yc', 'query', 'region_xb'])(
  '%s sets no window',
  async (username) => {
    const saved = (await rig.as(username)).fillTimes.save({ ...WINDOW, year: 2038 })
    await expect(saved).rejects.toMatchObject({ kind: 'forbidden' })
  },
)

test('a window that is switched off is open to nobody, and the nation works outside of any', async () => {
  const nation = await rig.as('nation')
  await nation.fillTimes.save({ ...WINDOW, year: 2039, enabled: false })
  expect((await seenBy('enterprise_yc', { year: 2039 }))[0]).toMatchObject({ open: false })
  expect((await seenBy('nation', { year: 2039 }))[0]).toMatchObject({ open: true })
})

test('what is filled in after the last second of the window is refused with 423 and its reason', async () => {
  now = new Date(`${LAST.year + 1}-11-01T02:00:00Z`)
  const enterprise = await rig.as('enterprise_yc')
  const period = { year: LAST.year, quarter: LAST.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
  const usage = { projectId: 1, ...period }
  const saved = enterprise.projects.saveGeneralItems({
    action: 'SAVE',
    items: [{ itemType: 'USAGE', usage }],
  })
  await expect(saved).rejects.toMatchObject({ status: 404 })
  const { content } = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...period })
  const due = content.find(({ item }) => !item)
  const own = { projectId: due?.projectId ?? 0, ...period }
  await expect(
    enterprise.projects.saveGeneralItems({ action: 'SAVE', items: [{ itemType: 'USAGE', usage: own }] }),
  ).rejects.toMatchObject({ kind: 'window-closed', message: expect.stringMatching(CLOSED) })
})
