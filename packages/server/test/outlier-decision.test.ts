import type { UsageOutlier, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { changedByHand } from './support/changed-by-hand.ts'

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const REASON = '经核对调度记录属实'

let rig: Rig
let nation: XinchuClient
let province: XinchuClient
let value: UsageOutlier

/** Sets the discharged energy of a report to a part of the charged one. */
async function setDischarge(id: number, part: number): Promise<void> {
  await sql`update usage_report set discharge_energy = charge_energy * ${part}::numeric where id = ${id}`.execute(
    rig.db,
  )
  await changedByHand(rig.db)
}

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  province = await rig.as('province_nx')
  // More discharged than charged, in a report of the province.
  const { id } = await rig.db
    .selectFrom('usage_report')
    .select('id')
    .where('province_code', '=', '640000')
    .where('year', '=', PERIOD.year)
    .where('quarter', '=', PERIOD.quarter)
    .where('status', '=', '3')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await setDischarge(id, 1.04)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const list = async (client: XinchuClient, confirmed = false) =>
  client.statistics.listOutliers({
    ...PERIOD,
    provinceCode: ['640000'],
    rule: ['OUT-P'],
    confirmed,
    size: 100,
  })

beforeEach(async () => {
  await rig.db.deleteFrom('usage_confirmation').execute()
  await changedByHand(rig.db)
  const { content } = await list(nation)
  const found = content.find(({ indicator }) => indicator === 'conversionEfficiency')
  if (!found) throw new Error('no value is marked')
  value = found
})

const decide = (client: XinchuClient, more: object = {}) => {
  const { itemId, rule, indicator } = value
  return client.statistics.confirmOutlier({
    itemId,
    rule,
    indicator,
    confirmed: true,
    reason: REASON,
    ...more,
  })
}

const has = async (client: XinchuClient, confirmed = false) =>
  (await list(client, confirmed)).content.some(
    ({ itemId, indicator }) => itemId === value.itemId && indicator === value.indicator,
  )

test('a confirmed value leaves the open list and counts no longer as marked; who, when and why stand beside it', async () => {
  const before = await list(nation)
  const marks = async () =>
    (await nation.statistics.getSpread({ ...PERIOD, provinceCode: ['640000'] })).rows.find(
      ({ by }) => by === 'all',
    )?.flagged ?? 0
  const flagged = await marks()
  const all = await nation.statistics.listOutliers({ ...PERIOD, provinceCode: ['640000'], size: 500 })
  const isAlone = all.content.filter(({ itemId }) => itemId === value.itemId).length === 1
  const fewer = isAlone ? 1 : 0
  await decide(province)
  const after = await list(nation)
  expect(after.totalElements).toBe(before.totalElements - 1)
  expect(after.confirmed).toBe((before.confirmed ?? 0) + 1)
  expect(after.projects).toBe(before.projects - fewer)
  expect(await marks()).toBe(flagged - fewer)
  const { content } = await list(nation, true)
  expect(content).toMatchObject([
    {
      itemId: value.itemId,
      value: 104,
      confirmation: {
        reason: REASON,
        orgName: '宁夏回族自治区能源主管部门',
        time: expect.stringMatching(/^20/),
      },
    },
  ])
})

test('a confirmation stays while the value does, and ends when it changes', async () => {
  await decide(province)
  await rig.db.updateTable('usage_report').set({ remark: '已核对' }).where('id', '=', value.itemId).execute()
  expect([await has(nation), await has(nation, true)]).toEqual([false, true])
  await setDischarge(value.itemId, 1.05)
  expect([await has(nation), await has(nation, true)]).toEqual([true, false])
  await setDischarge(value.itemId, 1.04)
})

test('a confirmation can be taken back', async () => {
  await decide(province)
  await decide(province, { confirmed: false, reason: undefined })
  expect(await has(nation)).toBe(true)
})

test('what the nation confirmed, the province does not change', async () => {
  await decide(nation)
  await expect(decide(province, { confirmed: false })).rejects.toMatchObject({ status: 403 })
  expect(await has(nation, true)).toBe(true)
  await decide(nation, { confirmed: false })
  expect(await has(province)).toBe(true)
})

test.each([undefined, '', '  '])('a confirmation without a reason (%j) is refused', async (reason) => {
  await expect(decide(province, { reason })).rejects.toMatchObject({ status: 400 })
})

test.each([
  'province_bj',
  'county_yc',
  'city_wz',
  'enterprise_yc',
  'query',
  'query_nx',
  'region_xb',
  'office_nx',
])('%s confirms nothing of the province', async (name) => {
  const status = name === 'province_bj' ? 404 : 403
  await expect(decide(await rig.as(name))).rejects.toMatchObject({ status })
  expect(await has(nation)).toBe(true)
})

test('a value that no rule marks is not confirmed', async () => {
  await expect(
    decide(nation, { rule: 'OUT-L', indicator: 'equivalentUtilizationHours' }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(decide(nation, { itemId: 999_999_999 })).rejects.toMatchObject({ status: 404 })
})
