import type { operations } from '@xinchu/contract/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Query = NonNullable<operations['getScaleQuarters']['parameters']['query']>

const CASES: readonly (readonly [account: string, filter: Query])[] = [
  ['nation', { source: 'warehouse' }],
  ['nation', { source: 'warehouse', techType: ['03'] }],
  ['nation', { source: 'work', provinceCode: ['640000'], appScenario: ['2'] }],
  ['region_xb', { source: 'warehouse' }],
  ['province_nx', { source: 'work' }],
  ['county_yc', { source: 'warehouse' }],
  ['query_group', { source: 'warehouse' }],
]

test.each(CASES)(
  'each quarter of %s has the figures of the page at its end, of its own batch: %o',
  async (account, filter) => {
    const client = await rig.sameAs(account)
    const rows = await client.statistics.getScaleQuarters(filter)
    expect(rows.length).toBeGreaterThanOrEqual(8)
    for (const {
      year,
      quarter,
      status: _status,
      batch: _batch,
      addPower: _power,
      addEnergy: _energy,
      ...row
    } of rows) {
      const [total] = await client.statistics.getScaleLayout({ ...filter, year, quarter })
      const { projectCount, ratedPower, ratedEnergy, avgDuration } = total ?? {
        ...{ projectCount: 0, ratedPower: 0, ratedEnergy: 0 },
        avgDuration: undefined,
      }
      expect({ ...row }).toEqual({
        ...{ projectCount, ratedPower, ratedEnergy },
        ...(avgDuration !== undefined && { avgDuration }),
      })
    }
  },
)

test('the additions of the four quarters of a year are those of the year', async () => {
  const client = await rig.sameAs('nation')
  const rows = await client.statistics.getScaleQuarters({
    source: 'warehouse',
    year: 2025,
    quarter: 4,
    quarters: 4,
  })
  const [year] = await client.statistics.getScaleLayout({ source: 'warehouse', year: 2025 })
  expect(rows.map(({ quarter }) => quarter)).toEqual([1, 2, 3, 4])
  expect(rows.reduce((sum, { addPower }) => sum + addPower, 0)).toBeCloseTo(year?.addPower ?? 0, 4)
  expect(rows.reduce((sum, { addEnergy }) => sum + addEnergy, 0)).toBeCloseTo(year?.addEnergy ?? 0, 4)
})

test('official quarters have the batch and the status of their period, working ones have none', async () => {
  const client = await rig.sameAs('nation')
  const periods = await client.statistics.listPeriods()
  const rows = await client.statistics.getScaleQuarters({ source: 'warehouse' })
  for (const { year, quarter, status, batch } of rows) {
    expect(batch).toMatch(new RegExp(`^${year}Q${quarter}-\\d\\d$`))
    const period = periods.find((each) => each.year === year && each.quarter === quarter)
    if (period) expect({ status, batch }).toEqual({ status: period.status, batch: period.batch })
  }
  expect(rows.at(-1)).toMatchObject({ year: 2026, status: 'PROVISIONAL' })
  for (const row of await client.statistics.getScaleQuarters({})) expect(row).not.toHaveProperty('status')
})

test('quarters before the first batch are left out, those of a batch are as they were then', async () => {
  const client = await rig.sameAs('nation')
  const all = await client.statistics.getScaleQuarters({ source: 'warehouse', quarters: 40 })
  const publications = await client.statistics.listPublications({})
  const stored = new Set(publications.map(({ year, quarter }) => year * 4 + quarter))
  for (const { year, quarter } of all) expect(stored.has(year * 4 + quarter)).toBe(true)
  const asOf = all.at(-1)?.batch ?? ''
  const then = await client.statistics.getScaleQuarters({ source: 'warehouse', asOf, quarters: 3 })
  expect(then.map(({ ratedPower }) => ratedPower)).toEqual(all.slice(-3).map(({ ratedPower }) => ratedPower))
  await expect(client.statistics.getScaleQuarters({ asOf })).rejects.toMatchObject({ status: 400 })
  await expect(
    client.statistics.getScaleQuarters({ source: 'warehouse', asOf: '2019Q1-01' }),
  ).rejects.toMatchObject({ status: 404 })
})
