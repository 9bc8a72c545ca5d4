import type { FillTime, FillTimeDraft } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ now: () => new Date('2026-11-21T02:00:00Z') })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const WINDOW: FillTimeDraft = {
  fillType: 'QUARTER',
  year: 2041,
  quarter: 4,
  startTime: '2042-01-01 00:00:00',
  endTime: '2042-01-31 23:59:59',
  levelDeadlines: { enterprise: '2042-01-20 23:59:59', county: '2042-01-25 23:59:59' },
  enabled: true,
}

const nation = async () => rig.sameAs('nation')
const save = async (draft: FillTimeDraft): Promise<FillTime> => (await nation()).fillTimes.save(draft)

describe('a copy to the next period', () => {
  test('is shown with its dates before anything is saved', async () => {
    const { id } = await save(WINDOW)
    const { fillTimes } = await nation()
    const { items } = await fillTimes.copy({ ids: [id], dryRun: true })
    expect(items).toMatchObject([
      {
        fromId: id,
        warnings: [],
        window: {
          year: 2042,
          quarter: 1,
          startTime: '2042-04-01 00:00:00',
          endTime: '2042-04-30 23:59:59',
          levelDeadlines: { enterprise: '2042-04-20 23:59:59', county: '2042-04-25 23:59:59' },
        },
      },
    ])
    expect(await fillTimes.list({ year: 2042 })).toEqual([])
    await fillTimes.copy({ ids: [id], dryRun: false })
    expect(await fillTimes.list({ year: 2042 })).toMatchObject([
      { quarter: 1, endTime: '2042-04-30 23:59:59' },
    ])
  })

  test('is of the latest window of each kind by default; a standing one has no next period', async () => {
    const { items } = await (await nation()).fillTimes.copy({ dryRun: true })
    expect(items.map(({ window }) => window.fillType)).toEqual([
      ...new Set(items.map(({ window }) => window.fillType)),
    ])
    expect(items.find(({ window }) => window.fillType === 'QUARTER')?.window).toMatchObject({
      year: 2042,
      quarter: 2,
    })
    expect(items.find(({ window }) => window.fillType === 'PROJECT')?.problem).toBe('长期开放，无需复制')
  })

  test('warns of an overlap and of a period that stays without a window', async () => {
    const long = await save({
      ...WINDOW,
      fillType: 'DEMO_PROGRESS',
      year: 2050,
      endTime: '2042-06-30 23:59:59',
    })
    await save({
      ...WINDOW,
      fillType: 'DEMO_PROGRESS',
      year: 2051,
      quarter: 3,
      levelDeadlines: {},
      startTime: '2043-01-01 00:00:00',
      endTime: '2043-01-31 23:59:59',
    })
    const { items } = await (await nation()).fillTimes.copy({ ids: [long.id], dryRun: true })
    expect(items[0]?.warnings).toEqual([
      '与2050年第4季度的填报时间（2042-01-01 至 2042-06-30）重叠',
      '2051年第2季度尚未设置填报时间',
    ])
  })

  test('of an extension is refused, and so is one of a window that does not exist', async () => {
    const extension = await save({ ...WINDOW, year: 2044, regionCodes: ['640000'], reason: '电力抢修' })
    const { fillTimes } = await nation()
    expect(await refusal(fillTimes.copy({ ids: [extension.id], dryRun: false }))).toMatchObject({
      status: 409,
      message: '延期只用于本期，不复制',
    })
    expect(await refusal(fillTimes.copy({ ids: [999_999], dryRun: true }))).toMatchObject({ status: 404 })
  })

  test('by two administrators at once sets each window once', async () => {
    const { quarter: _quarter, ...yearly } = WINDOW
    const sources = [
      await save({ ...WINDOW, year: 2060 }),
      await save({ ...yearly, fillType: 'YEARCALC', year: 2060 }),
    ]
    const ids = sources.map(({ id }) => id)
    const clients = [await nation(), await rig.sameAs('admin')]
    const outcomes = await Promise.allSettled(
      clients.map(({ fillTimes }) => fillTimes.copy({ ids, dryRun: false })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', message: '2061年第1季度的填报时间已设置' },
    })
    expect(await clients[0]?.fillTimes.list({ year: 2061 })).toHaveLength(2)
  })

  test.each(['province_nx', 'city_wz', 'enterprise_yc', 'query', 'region_xb'])(
    '%s may not make one',
    async (name) => {
      const { fillTimes } = await rig.sameAs(name)
      await expect(fillTimes.copy({ dryRun: true })).rejects.toMatchObject({ kind: 'forbidden' })
    },
  )
})

describe('an extension for an office', () => {
  const PAST = { startTime: '2026-10-01 00:00:00', endTime: '2026-10-31 23:59:59', levelDeadlines: {} }
  const MORE = { startTime: '2026-11-01 00:00:00', endTime: '2026-12-10 23:59:59', levelDeadlines: {} }
  const REASON = '主变检修 <A>，数据延后'
  let ownOffice = 0
  beforeAll(async () => {
    await save({ ...WINDOW, ...PAST, year: 2045 })
    ownOffice = (await (await rig.sameAs('enterprise_yc')).auth.getInfo()).user.orgId ?? 0
    await save({ ...WINDOW, ...MORE, year: 2045, orgIds: [ownOffice], reason: REASON })
  })
  const seenBy = async (name: string) => (await rig.sameAs(name)).fillTimes.list({ year: 2045 })

  test('opens the form for it alone', async () => {
    expect((await seenBy('enterprise_yc')).some(({ open }) => open)).toBe(true)
    expect((await seenBy('enterprise_sy')).some(({ open }) => open)).toBe(false)
    expect((await seenBy('county_yc')).some(({ open }) => open)).toBe(false)
  })

  test('shows its reason to the office and to those who set windows', async () => {
    const reasonFor = async (name: string) =>
      (await seenBy(name)).find(({ orgIds }) => orgIds?.includes(ownOffice))?.reason
    expect(await reasonFor('enterprise_yc')).toBe(REASON)
    expect(await reasonFor('nation')).toBe(REASON)
    expect(await reasonFor('enterprise_sy')).toBeUndefined()
  })

  test('reaches the office as a message with reason and deadline', async () => {
    const titled = async (name: string) =>
      (await (await rig.sameAs(name)).messages.list({ size: 50 })).content.find(
        ({ title }) => title === '填报延期：2045年第4季度季度使用情况',
      )
    const message = await titled('enterprise_yc')
    expect(message).toMatchObject({ deadline: '2026-12-10 23:59:59' })
    expect(message?.content).toContain('主变检修 &lt;A&gt;，数据延后')
    expect(await titled('enterprise_sy')).toBeUndefined()
  })

  test('is recorded in the audit log with its reason', async () => {
    const { auditLog } = await rig.sameAs('admin')
    const { content } = await auditLog.list({ size: 50 })
    const details = await Promise.all(content.map(({ id }) => auditLog.getDetail(id)))
    expect(JSON.stringify(details)).toContain('主变检修')
  })

  test('says to others why the form is closed', async () => {
    const [closed] = (await seenBy('enterprise_sy')).filter(({ closedReason }) => closedReason)
    expect(closed?.closedReason).toMatch(
      /^当前不在填报时间内：季度使用情况（2045年第4季度）的填报时间为 2026-10-01 00:00 至 2026-10-31 23:59，已于 2026-10-31 23:59 截止。如需办理，请联系/,
    )
  })
})

test('the refusal says which deadline of the caller’s level has passed', async () => {
  await save({
    ...WINDOW,
    year: 2046,
    startTime: '2026-11-01 00:00:00',
    endTime: '2026-11-30 23:59:59',
    levelDeadlines: { enterprise: '2026-11-10 23:59:59' },
  })
  const [window] = await (await rig.sameAs('enterprise_yc')).fillTimes.list({ year: 2046 })
  expect(window?.closedReason).toMatch(/，本级已于 2026-11-10 23:59 截止。/)
})
