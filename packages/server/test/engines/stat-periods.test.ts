import type { StatPeriod, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { storeCompared } from '../support/store-sync.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const last = closedQuarter(day(new Date()))
const numberOf = ({ year, quarter }: { year: number; quarter: number }) => year * 4 + quarter
const lastBatch = `${last.year}Q${last.quarter}`

describe('the periods of the statistics', () => {
  test('are the finished ones, latest first', async () => {
    const periods = await nation.statistics.listPeriods()
    expect(periods[0]).toMatchObject(last)
    const numbers = periods.map(numberOf)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('name the batch that holds their figures', async () => {
    const [latest] = await nation.statistics.listPeriods()
    expect(latest?.batch).toBe(`${lastBatch}-01`)
    expect(latest?.storedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('of the demonstration are official to the end of 2025, and marked as continued after it', async () => {
    const [, ...periods] = await nation.statistics.listPeriods()
    for (const { status, ...period } of periods)
      expect([period, status]).toEqual([period, numberOf(period) > 2025 * 4 + 4 ? 'CONTINUED' : 'OFFICIAL'])
  })

  test('are provisional while their window is open', async () => {
    const [latest] = await nation.statistics.listPeriods()
    expect(latest?.status).toBe('PROVISIONAL')
  })
})

/** The latest period after a change to the database. */
async function latestAfter(change: () => Promise<unknown>): Promise<StatPeriod | undefined> {
  await change()
  return (await nation.statistics.listPeriods())[0]
}

describe('a stored period whose window has closed', () => {
  const closeWindow = () =>
    rig.db
      .updateTable('fill_time')
      .set({ start_time: '2026-01-01 00:00:00', end_time: '2026-01-02 00:00:00' })
      .where('fill_type', '=', 'QUARTER')
      .execute()

  const period = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

  test('cannot be published before its window has closed', async () => {
    await expect(nation.statistics.publishPeriod(period)).rejects.toMatchObject({
      status: 409,
      message: '本期填报时间尚未结束，不能公布',
    })
  })

  test('is provisional until the nation publishes it', async () => {
    expect((await latestAfter(closeWindow))?.status).toBe('PROVISIONAL')
  })

  test('is official then, and is published once', async () => {
    const latest = await latestAfter(() => nation.statistics.publishPeriod(period))
    expect(latest).toMatchObject({ status: 'OFFICIAL', batch: `${lastBatch}-01` })
    await expect(nation.statistics.publishPeriod(period)).rejects.toMatchObject({ message: '本期已公布' })
  })

  test('is revised after a later batch that changed it, with the number of that batch', async () => {
    const latest = await latestAfter(() =>
      storeCompared(nation, {
        ...last,
        quarter: last.quarter as 1 | 2 | 3 | 4,
        reason: '补录漏报的项目',
      }),
    ) // a quarter is 1 to 4
    expect(latest).toMatchObject({ status: 'REVISED', batch: `${lastBatch}-02` })
  })

  test('lists its batches, the newest first', async () => {
    const batches = await nation.statistics.listPublications(period)
    expect(batches).toMatchObject([
      { batch: `${lastBatch}-02`, isCurrent: true, reason: '补录漏报的项目' },
      { batch: `${lastBatch}-01`, isCurrent: false, origin: 'SYNC' },
    ])
  })
})
