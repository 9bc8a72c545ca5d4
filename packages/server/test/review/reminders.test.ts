import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { remindAuthors } from '../../src/domain/remarks/remind.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  county = await rig.as('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const DAYS = 7
const remind = () => inTransaction(rig.db, (trx) => remindAuthors(trx, { now: new Date(), days: DAYS }))

/** Makes all messages about a record older. */
const age = (id: number, days: number) =>
  sql`update message_push set publish_time = publish_time - make_interval(days => ${days}) where biz_id = ${id}`.execute(
    rig.db,
  )

const titlesOf = async (id: number) =>
  (await enterprise.messages.list({ size: 100 })).content
    .filter(({ link }) => link?.includes(String(id)))
    .map(({ title }) => title)

let serial = 0

/** A project that the county has returned with two remarks. */
async function returned(): Promise<number> {
  serial += 1
  const { id } = await enterprise.projects.create(soundProject(serial))
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  const remarks = ['ratedPower', 'ratedEnergy'].map((field) => ({ field, text: '与备案证不一致' }))
  const { failed } = await county.projects.submit({
    ids: [id],
    action: 'RETURN',
    opinion: '请核对建设规模',
    remarks: [{ id, remarks }],
  })
  expect(failed).toEqual([])
  return id
}

test('an author who leaves remarks alone is reminded after some days, and again after as many', async () => {
  const id = await returned()
  await age(id, DAYS - 1)
  await remind()
  expect(await titlesOf(id)).toHaveLength(1)
  await age(id, 1)
  await remind()
  await remind()
  const [reminder, first] = await titlesOf(id)
  expect(reminder).toBe(`提醒：${first}`)
  expect(await titlesOf(id)).toHaveLength(2)
  await age(id, DAYS)
  await remind()
  expect(await titlesOf(id)).toEqual([reminder, reminder, first])
})

test('the reminder says how many remarks wait, and leads to the form', async () => {
  const id = await returned()
  await age(id, DAYS)
  await remind()
  const [message] = (await enterprise.messages.list({ size: 100 })).content.filter(({ link }) =>
    link?.includes(String(id)),
  )
  expect(message?.content).toContain('2 处意见待处理')
  expect(message?.done).toBe(false)
})

test('nobody is reminded of what is answered, or submitted again', async () => {
  const id = await returned()
  const { remarks } = await enterprise.review.getRecord({ entity: 'PROJECT', entityId: id })
  await enterprise.review.answer({
    items: remarks.map((remark) => ({ id: remark.id, answer: '已核对，无误' })),
  })
  await age(id, DAYS)
  await remind()
  expect(await titlesOf(id)).toHaveLength(1)
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  await remind()
  expect(await titlesOf(id)).toHaveLength(1)
})

test('two servers that remind at the same time send one message', async () => {
  const id = await returned()
  await age(id, DAYS)
  await Promise.all([remind(), remind(), remind()])
  expect(await titlesOf(id)).toHaveLength(2)
})
