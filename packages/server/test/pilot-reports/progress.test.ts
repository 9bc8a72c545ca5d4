import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { refusalCodes } from '../support/rules.ts'

type Quarter = 1 | 2 | 3 | 4

const today = day(new Date())
const last = closedQuarter(today)
const key = { year: last.year, quarter: last.quarter as Quarter } // 1 to 4

let rig: Rig
let enterprise: XinchuClient
let demoProjectId: number
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  demoProjectId = await announcedOf(rig, 'enterprise_yc')
  await leaveMilestonesOpen()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Takes the dates out of the plan, so that its milestones are late. */
async function leaveMilestonesOpen(): Promise<void> {
  await sql`update demo_part set content = jsonb_set(content, '{milestones}',
      (select jsonb_agg(m - 'actualDate' - 'progressPct') from jsonb_array_elements(content->'milestones') m))
    where project_id = ${demoProjectId} and part = 'IMPLEMENTATION'`.execute(rig.db)
}

const BEFORE = { buildStatus: '3', overallProgress: 82, cumulativeInvestment: 8000 } as const

beforeEach(async () => {
  await rig.db.deleteFrom('demo_progress').execute()
  const before = quarterAfter(last, -1)
  await rig.db
    .insertInto('demo_progress')
    .values({
      demo_project_id: demoProjectId,
      province_code: '640000',
      year: before.year,
      quarter: before.quarter as Quarter, // 1 to 4
      content: JSON.stringify(BEFORE),
      status: '5',
      submit_time: '2026-01-01 00:00:00',
    })
    .execute()
})

const CONTENT = {
  buildStatus: '3',
  overallProgress: 90,
  periodInvestment: 2000,
  cumulativeInvestment: 10_000,
  progressContent: '完成储能系统安装',
  nextPlan: '开展分系统调试',
  delayReason: '设备供货推迟',
  expectedCommissionDate: '2027-06-30',
} as const

const send = (action: 'SAVE' | 'SUBMIT', more: object = {}) =>
  enterprise.progress.save({ action, demoProjectId, ...key, ...CONTENT, ...more })

describe('quarterly progress', () => {
  test('[7.assess.5, 7.assess.6] is kept as a draft that nobody else sees, and shown to the recommender once it is submitted', async () => {
    const draft = await send('SAVE')
    expect(draft).toMatchObject({ status: '0', actions: ['SAVE', 'SUBMIT'] })
    const province = await rig.as('province_nx')
    const query = { demoProjectId, year: key.year, quarter: key.quarter }
    expect((await province.progress.list(query)).totalElements).toBe(0)
    await send('SUBMIT', { id: draft.id, version: draft.version })
    const [seen] = (await province.progress.list(query)).content
    expect(seen).toMatchObject({ status: '1', actions: ['PASS', 'RETURN'] })
    expect(seen?.flow.history.map(({ action }) => action)).toEqual(['SAVE', 'SUBMIT'])
  })

  test.each([
    ['N-006', { overallProgress: 80 }],
    ['N-007', { delayReason: '' }],
    ['N-008', { cumulativeInvestment: 12_000 }],
    ['N-009', { milestones: [{ milestoneId: 999_999 }] }],
    ['F-001', { progressContent: '' }],
  ])('is refused by the rule %s', async (code, more) => {
    expect(await refusalCodes(send('SUBMIT', more))).toContain(code)
  })

  test('may fall below the last quarter, and milestones may be late, when the reason is given', async () => {
    const sent = await send('SUBMIT', { overallProgress: 80, progressDropReason: '返工更换储能系统' })
    expect(sent.status).toBe('1')
  })

  test('of an operating project without a linked station takes the figures that were typed', async () => {
    const operating = { buildStatus: '4', expectedCommissionDate: undefined } as const
    expect(await refusalCodes(send('SUBMIT', operating))).toContain('F-001')
    const usage = { chargeEnergy: 120.5, dischargeEnergy: 103, equivalentUtilizationHours: 220 }
    expect(await send('SUBMIT', { ...operating, usage })).toMatchObject({ status: '1', usage })
  })

  test('waits until the quarter before has been handed in', async () => {
    await rig.db.deleteFrom('demo_progress').execute()
    expect(await refusalCodes(send('SUBMIT'))).toContain('N-005')
  })

  test('is written over by nobody who has not seen the last version', async () => {
    const draft = await send('SAVE')
    expect(await refusalCodes(send('SAVE'))).toContain('W-003')
    expect(await refusalCodes(send('SAVE', { id: draft.id, version: draft.version + 1 }))).toContain('W-003')
  })

  test('takes its milestones into the plan when the nation confirms it', async () => {
    const { implementation } = await enterprise.demoProjects.get({ id: demoProjectId })
    const milestoneId = implementation?.milestones?.[0]?.id ?? 0
    const milestones = [{ milestoneId, actualDate: '2024-06-01', progressPct: 100 }]
    const { id, version } = await send('SUBMIT', { milestones })
    const passed = await (await rig.as('province_nx')).progress.save({ id, version, action: 'PASS' })
    await (await rig.as('nation')).progress.save({ id, version: passed.version, action: 'CONFIRM' })
    const after = await enterprise.demoProjects.get({ id: demoProjectId })
    expect(after.implementation?.milestones?.[0]).toMatchObject({
      actualDate: '2024-06-01',
      progressPct: 100,
    })
  })

  test('tells the office that it was returned to', async () => {
    const { id, version } = await send('SUBMIT')
    await (await rig.as('province_nx')).progress.save({
      id,
      version,
      action: 'RETURN',
      opinion: '请补充照片',
    })
    const { content } = await enterprise.messages.list({})
    expect(content[0]?.title).toContain(`${key.year}年第${key.quarter}季度进展被退回`)
  })
})

test('the first quarter to report is the first whole one after the announcement', async () => {
  await rig.db.deleteFrom('demo_progress').execute()
  const { first } = quarterDays(last)
  const isDue = async (announceDate: string) => {
    await rig.db
      .updateTable('demo_project')
      .set({ announce_date: announceDate })
      .where('id', '=', demoProjectId)
      .execute()
    const { content } = await enterprise.demoProjects.getTasks({ size: 200 })
    return content.some(
      ({ demoProjectId: id, title }) =>
        id === demoProjectId && title.includes(`${key.year}年第${key.quarter}季度`),
    )
  }
  expect(await isDue(first)).toBe(true)
  expect(await isDue(`${first.slice(0, 8)}02`)).toBe(false)
})
