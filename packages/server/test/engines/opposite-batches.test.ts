import type { FlowRequest } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { copyProject } from '../support/many-projects.ts'
import { soundProject } from '../support/projects.ts'

const ROUNDS = 6
const RECORDS = 12

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Both outcomes, where a refusal is one as well. */
const together = <T>(calls: readonly (() => Promise<T>)[]) => Promise.allSettled(calls.map((call) => call()))

let serial = 0
async function drafts(): Promise<number[]> {
  serial += 1
  const { id } = await (await rig.sameAs('enterprise_yc')).projects.create(soundProject(serial))
  return copyProject(rig.db, id, RECORDS)
}

async function submitted(): Promise<number[]> {
  const ids = await drafts()
  const { failed } = await (await rig.sameAs('enterprise_yc')).projects.submit({ ids, action: 'SUBMIT' })
  expect(failed).toEqual([])
  return ids
}

describe('two batches over the same records in opposite order', () => {
  test.each<[what: string, by: string, make: () => Promise<number[]>, one: Step, other: Step]>([
    ['submit and submit', 'enterprise_yc', drafts, { action: 'SUBMIT' }, { action: 'SUBMIT' }],
    ['pass and return', 'county_yc', submitted, { action: 'PASS' }, { action: 'RETURN', opinion: '请核对' }],
  ])('end with one success and one clear answer: %s', async (_, username, make, one, other) => {
    const { projects } = await rig.sameAs(username)
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await make()
      const before = await entriesOf(ids)
      const results = await together([
        () => projects.submit({ ...one, ids }),
        () => projects.submit({ ...other, ids: ids.toReversed() }),
      ])
      const answers = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined))
      expect(answers).not.toContain(undefined)
      const winner = answers.find((answer) => answer?.failed.length === 0)
      const loser = answers.find((answer) => answer !== winner)
      expect([...(winner?.succeeded ?? [])].sort()).toEqual([...ids].sort())
      expect(loser?.succeeded).toEqual([])
      for (const { message } of loser?.failed ?? []) expect(message).toMatch(/现为“|已被/)
      expect(await entriesOf(ids)).toBe(before + 2)
    }
  })

  test('change accounts once: moves planned together are applied by one and refused by the other', async () => {
    const { users } = await rig.sameAs('admin')
    const { rows } = await sql<{ id: number }>`
      select id from app_user where username in ('city_wz', 'county_yc', 'lab_query', 'policy_query', 'industry_query')
      order by id`.execute(rig.db)
    const ids = rows.map(({ id }) => id)
    const orders = [ids, ids.toReversed()]
    for (const action of ['disable', 'enable', 'disable', 'enable'] as const) {
      const plans = await Promise.all(orders.map((each) => users.changeInBulk({ ids: each, action })))
      const results = await together(
        orders.map((each, at) => async () => {
          const digest = plans[at]?.digest ?? ''
          return users.changeInBulk({ ids: each, action, digest, reason: '并行测试' })
        }),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const refused = results.find((result) => result.status === 'rejected')
      expect(refused?.reason).toMatchObject({ status: 409 })
    }
  })
})

type Step = Omit<FlowRequest, 'ids'>

/** Entries of batches over these records. */
async function entriesOf(ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_log
    where operation_id = 'submitProject' and record_keys @> array[${`PROJECT:${ids[1] ?? 0}`}]`.execute(
    rig.db,
  )
  return rows[0]?.count ?? 0
}
