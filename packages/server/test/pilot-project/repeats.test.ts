import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { completePilot, soundPilot, step } from '../support/pilots.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
let enterprise: XinchuClient
let province: XinchuClient
let platform: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  province = await rig.as('province_nx')
  platform = await rig.as('platform')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 5000

async function submitted(more: Parameters<typeof soundPilot>[1] = {}): Promise<number> {
  serial += 1
  const { id } = await completePilot(enterprise, soundPilot(serial, more))
  await step(enterprise, id, 'SUBMIT')
  return id
}

const rowFor = async (client: XinchuClient, id: number) =>
  (await client.demoProjects.getSubmitted({ size: 1000 })).content.find((row) => row.id === id)

describe('a suspected duplicate', () => {
  const SITE = { longitude: 107.4, latitude: 37.7, ratedPower: 480, ratedEnergy: 960 }
  const REASON = '同一基地的一期与二期，设备与场址均不同'
  let first: number
  let second: number
  beforeAll(async () => {
    first = await submitted({ ...SITE, projectName: '盐池县冯记沟构网型储能甲' })
    second = await submitted({ ...SITE, projectName: '盐池县冯记沟构网型储能乙' })
  })

  test('[7.demo.23] is shown to its recommender with its score and the grounds, and not to the applicant', async () => {
    const row = await rowFor(province, second)
    expect(row?.repeats?.map(({ projectId, projectName }) => [projectId, projectName])).toEqual([
      [first, '盐池县冯记沟构网型储能甲'],
    ])
    expect(row?.repeats?.[0]?.score).toBeGreaterThanOrEqual(70)
    expect(row?.repeats?.[0]?.signals.map(({ label }) => label)).toContain('功率与能量相差 1% 以内')
    const { content } = await enterprise.demoProjects.list({ size: 100 })
    expect(content.find(({ id }) => id === second)).not.toHaveProperty('repeats')
    expect(await refusalCodes(enterprise.demoProjects.getSubmitted())).toContain('W-001')
  })

  test('is not recommended without a reason, while the others of the batch are', async () => {
    const other = await submitted()
    const ids = [first, second, other]
    const { succeeded, failed } = await province.demoProjects.updateStatuses({ ids, action: 'PASS' })
    expect(succeeded).toEqual([other])
    expect(failed.map(({ id, code }) => [id, code])).toEqual([
      [first, 'M-021'],
      [second, 'M-021'],
    ])
    const blank = [{ id: first, reason: '　　　　　　　　　　　　' }]
    const refused = await province.demoProjects.updateStatuses({
      ids: [first],
      action: 'PASS',
      passReasons: blank,
    })
    expect(refused.failed[0]).toMatchObject({ code: 'M-021' })
  })

  test('goes to the formal check with the reason of its recommender', async () => {
    await step(province, second, 'PASS', { passReasons: [{ id: second, reason: REASON }] })
    const row = await rowFor(platform, second)
    expect(row?.repeats).toHaveLength(1)
    expect(row?.repeatReason).toMatchObject({ reason: REASON, orgName: expect.stringContaining('宁夏') })
  })

  test('is one that is linked to the same station, whatever it is called', async () => {
    const third = await submitted()
    await sql`update demo_project set es_project_id = 1 where id in (${third}, ${first})`.execute(rig.db)
    const row = await rowFor(province, third)
    expect(row?.repeats?.[0]).toMatchObject({ projectId: first, score: 100 })
  })
})

describe('after the window has closed', () => {
  beforeEach(async () => {
    await sql`update fill_time set end_time = now() - interval '1 hour' where fill_type = 'DEMO_APPLY'`.execute(
      rig.db,
    )
  })

  const pass = async (id: number, dueDate: string) => {
    await sql`update demo_project set due_date = ${dueDate} where id = ${id}`.execute(rig.db)
    return province.demoProjects.updateStatuses({ ids: [id], action: 'PASS' })
  }
  const inDays = (days: number) => day(new Date(Date.now() + days * 86_400_000))

  test('a recommender passes on what was returned until a week after the day that the return named, not later', async () => {
    await sql`update fill_time set end_time = now() + interval '9 days' where fill_type = 'DEMO_APPLY'`.execute(
      rig.db,
    )
    const id = await submitted()
    await sql`update fill_time set end_time = now() - interval '1 hour' where fill_type = 'DEMO_APPLY'`.execute(
      rig.db,
    )
    await expect(pass(id, inDays(-8))).rejects.toMatchObject({ status: 423 })
    expect((await pass(id, inDays(-7))).succeeded).toEqual([id])
  })
})

test('deleting a returned attachment updates the remark on the attachments', async () => {
  await sql`update fill_time set end_time = now() + interval '9 days' where fill_type = 'DEMO_APPLY'`.execute(
    rig.db,
  )
  const id = await submitted()
  const remarks = [
    { id, remarks: [{ part: 'ATTACHMENTS' as const, field: 'attachmentIds', text: '请删除多余附件' }] },
  ]
  await step(province, id, 'RETURN', { opinion: '请补正', parts: ['ATTACHMENTS'], remarks })
  const { attachments } = await enterprise.demoProjects.get({ id })
  const record = () => enterprise.review.getRecord({ entity: 'DEMO', entityId: id })
  const before = (await record()).remarks[0]
  await enterprise.files.delete(attachments.at(-1)?.id ?? 0)
  const after = (await record()).remarks[0]
  expect(before?.changed).not.toBe(true)
  expect(after?.changed).toBe(true)
})
