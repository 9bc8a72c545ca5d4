import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
  const enterprise = await rig.as('enterprise_yc')
  for (const at of [1, 2, 3]) await enterprise.projects.create(soundProject(at))
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const SIZE = 500

type Query = NonNullable<Parameters<XinchuClient['projects']['list']>[0]>

/** Reads all pages of a list, with the totals that it reports. */
async function wholeList(client: XinchuClient, query: Query = {}) {
  const first = await client.projects.list({ ...query, size: SIZE })
  const rows = [...first.content]
  for (let page = 1; rows.length < first.totalElements && page < 10; page++)
    rows.push(...(await client.projects.list({ ...query, size: SIZE, page })).content)
  return { rows, total: first.totalElements }
}

const powers = (rows: readonly { ratedPower?: number }[]) => rows.map(({ ratedPower }) => ratedPower ?? -1)
const descending = (values: readonly number[]) => values.toSorted((a, b) => b - a)

// With and without drafts of their own.
describe.each(['nation', 'province_nx', 'county_yc', 'enterprise_yc', 'query'])(
  'the projects of %s',
  (username) => {
    test('are as many as their list says, each once', async () => {
      const { rows, total } = await wholeList(await rig.as(username))
      expect(rows).toHaveLength(total)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(total)
      expect(rows.map(({ id }) => id)).toEqual(descending(rows.map(({ id }) => id)))
    })

    test('stand by size from page to page where that is asked for', async () => {
      const { rows, total } = await wholeList(await rig.as(username), { sort: ['ratedPower,desc'] })
      expect(powers(rows)).toEqual(descending(powers(rows)))
      expect(new Set(rows.map(({ id }) => id)).size).toBe(total)
    })

    test('[7.project.8] are counted by state as their list has them', async () => {
      const client = await rig.as(username)
      const { rows } = await wholeList(client)
      for (const { value, count } of await client.projects.getDeclareStatusCounts())
        expect(count, value).toBe(rows.filter(({ declareStatus }) => declareStatus === value).length)
    })
  },
)

test('the counts of a quarter leave out what was not stored for it', async () => {
  const client = await rig.as('province_nx')
  const { rows } = await wholeList(client)
  const records = await Promise.all(rows.map(({ id }) => client.projects.get(id)))
  const stored = records.filter(({ periodYear, periodQuarter }) => periodYear === 2024 && periodQuarter === 4)
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.length).toBeLessThan(records.length)
  const sumOf = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)
  const countIn = async (period: { year: number; quarter?: number }) => [
    sumOf(await client.projects.getDeclareStatusCounts(period)),
    sumOf(await client.projects.getCountryStatusCounts(period)),
  ]
  expect(await countIn({ year: 2024, quarter: 4 })).toEqual([stored.length, stored.length])
  expect(await countIn({ year: 2024 })).toEqual([stored.length, stored.length])
  expect(await countIn({ year: 2024, quarter: 3 })).toEqual([0, 0])
  expect(await countIn({ year: 2023 })).toEqual([0, 0])
})

test('drafts are in the list of who makes them, and in no other', async () => {
  const drafts = async (username: string) =>
    (await (await rig.as(username)).projects.list({ declareStatus: ['0'] })).content
  const own = await drafts('enterprise_yc')
  expect(own.length).toBeGreaterThanOrEqual(3)
  const others = await drafts('county_yc')
  expect(others.map(({ id }) => id)).not.toEqual(expect.arrayContaining(own.map(({ id }) => id)))
})

test.each(['province_nx', 'enterprise_yc'])(
  'the sums by province of %s are those of its list',
  async (username) => {
    const client = await rig.as(username)
    const { rows } = await wholeList(client)
    const provinces = await client.projects.listProvinceSummaries()
    expect(provinces.map(({ projectCount }) => projectCount)).toEqual([rows.length])
  },
)
