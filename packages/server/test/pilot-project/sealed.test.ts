import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { BATCH, completePilot, judgeAll, soundPilot, step } from '../support/pilots.ts'
import { steady } from '../support/steady.ts'

let rig: Rig
const ids: number[] = []
// Replies say how many seconds are left.
const NOW = new Date()
beforeAll(async () => {
  rig = await startRig({ now: () => NOW })
  const enterprise = await rig.sameAs('enterprise_yc')
  const platform = await rig.sameAs('platform')
  for (const serial of [501, 502, 503]) {
    const { id } = await completePilot(enterprise, soundPilot(serial))
    await step(enterprise, id, 'SUBMIT')
    await step(await rig.sameAs('province_nx'), id, 'PASS')
    await judgeAll(platform, id)
    await step(platform, id, 'ACCEPT')
    ids.push(id)
  }
  await sql`update demo_project set status = '6', waiting_since = now() where id = any(${ids}::bigint[])`.execute(
    rig.db,
  )
  for (const stage of ['PRIMARY', 'EXCELLENT'])
    await sql`insert into score_opening (batch_year, batch_no, stage, asked_by, confirmed_by, confirmed_at)
      values (${BATCH.batchYear}, ${BATCH.batchNo}, ${stage}, 'platform', 'nation', now())`.execute(rig.db)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** All that a caller can be told of the projects, and in which order. */
async function told(client: XinchuClient): Promise<unknown> {
  const { demoProjects } = client
  const isRecommender = client === (await rig.sameAs('province_nx'))
  return {
    details: steady(await Promise.all(ids.map((id) => demoProjects.get({ id })))),
    names: await demoProjects.getNameIdList({ status: ['6'] }),
    failed: await demoProjects.getNameIdList({ status: ['7', '8', '9', '10', '11'] }),
    byTime: await demoProjects.list({ sort: ['waitingSince,desc'], size: 100 }),
    byUpdate: await demoProjects.list({ sort: ['updateTime,desc'], size: 100 }),
    todo: await demoProjects.getTasks({ size: 100 }),
    done: await demoProjects.getTasks({ tab: 'done', size: 100 }),
    records: await Promise.all(ids.map((entityId) => client.review.getRecord({ entity: 'DEMO', entityId }))),
    messages: await client.messages.getUnreadCount(),
    ...(isRecommender
      ? {
          all: await demoProjects.getAll({}),
          submitted: await demoProjects.getSubmitted({ size: 100 }),
          quotas: await demoProjects.listQuotas(BATCH),
        }
      : {}),
  }
}

/** A world in which the projects stand as given. */
async function inWorld(states: readonly (readonly [status: string, excellent: string, type?: string])[]) {
  for (const [index, [status, excellent, type]] of states.entries())
    await sql`update demo_project set status = ${status}, excellent_type_status = ${excellent},
      excellent_type = ${type ?? null}, waiting_since = now() - make_interval(hours => ${(index * 7) % 5})
      where id = ${ids[index]}`.execute(rig.db)
}

test.each(['enterprise_yc', 'province_nx', 'office_nx'])(
  '%s is told the same of worlds that differ in what the review has found',
  async (username) => {
    const client = await rig.sameAs(username)
    const tell = async () =>
      username === 'office_nx'
        ? client.demoProjects.list({ size: 100, sort: ['waitingSince,asc'] })
        : told(client)
    await inWorld([
      ['6', '0'],
      ['6', '0'],
      ['6', '0'],
    ])
    const before = await tell()
    expect(JSON.stringify(before)).toContain('评审中')
    for (const world of [
      [
        ['7', '1'],
        ['8', '0'],
        ['6', '0'],
      ],
      [
        ['9', '3'],
        ['8', '0'],
        ['9', '4'],
      ],
      [
        ['10', '5', '1'],
        ['11', '6'],
        ['8', '0'],
      ],
    ] as const) {
      await inWorld(world)
      expect(await tell()).toEqual(before)
    }
  },
)

test('the steps of the review that the flow takes change nothing that the applicant sees', async () => {
  const enterprise = await rig.sameAs('enterprise_yc')
  await inWorld([
    ['6', '0'],
    ['6', '0'],
    ['9', '4'],
  ])
  const before = await told(enterprise)
  const platform = await rig.sameAs('platform')
  const nation = await rig.sameAs('nation')
  const [first = 0, second = 0, third = 0] = ids
  await step(platform, first, 'PRIMARY_PASS')
  await step(platform, second, 'PRIMARY_FAIL', { opinion: '不足' })
  await step(nation, third, 'EXCELLENT_FAIL', { opinion: '名额所限' })
  expect(await told(enterprise)).toEqual(before)
  expect((await platform.demoProjects.get({ id: second })).statusLabel).toBe('初评未通过')
})

test('the publication of the list shows the results', async () => {
  await sql`insert into demo_publicity (batch_year, batch_no, start_time, end_time)
    values (${BATCH.batchYear}, ${BATCH.batchNo}, now() - interval '1 hour', now() + interval '1 day')`.execute(
    rig.db,
  )
  const { demoProjects } = await rig.sameAs('enterprise_yc')
  const seen = await demoProjects.get({ id: ids[1] ?? 0 })
  expect([seen.statusLabel, seen.flow.lastOpinion]).toEqual(['初评未通过', '不足'])
})
