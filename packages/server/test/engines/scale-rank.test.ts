import type { ScaleLayoutRow, StatisticsGetScaleLayoutQuery, XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'

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

const END = { year: 2025, quarter: 4 } as const
const BEFORE = { year: 2024, quarter: 4 } as const

/** The nation's own reading of official figures. */
type Query = Omit<StatisticsGetScaleLayoutQuery, 'provinceCode'> & { provinceCode?: string }

const official = ({ provinceCode, ...query }: Query) =>
  nation.statistics.getScaleLayout({
    ...query,
    ...(provinceCode === undefined ? {} : { provinceCode: [provinceCode] }),
    source: 'warehouse',
  })

const rankIn = (rows: readonly ScaleLayoutRow[], key: string) => {
  const own = rows.find((row) => row.key === key)?.ratedPower ?? 0
  return 1 + rows.filter(({ ratedPower }) => ratedPower > own).length
}

test.each([
  ['a province', 'province_nx', '640000', '全国', { groupBy: ['region'] }],
  ['the Corps', 'corps', '660000', '全国', { groupBy: ['region'] }],
  ['a national office of a province', 'office_nx', '640000', '全国', { groupBy: ['region'] }],
  ['a region', 'region_xb', 'XB', '全国', { groupBy: ['regionGroup'] }],
  ['a city', 'city_wz', '640300', '宁夏回族自治区', { groupBy: ['region'], provinceCode: '640000' }],
] as const)(
  '%s learns its share and rank in the official figures of the wider scope',
  async (_kind, account, key, within, query) => {
    const found = await (await rig.as(account)).statistics.getScaleRank(END)
    const rows = await official({ ...query, groupBy: [...query.groupBy], ...END })
    const earlier = await official({ ...query, groupBy: [...query.groupBy], ...BEFORE })
    const own = rows.find((row) => row.key === key)
    expect(own, `${key} among ${rows.map((row) => row.key).join()}`).toBeDefined()
    expect(found).toEqual({
      within,
      powerShare: own?.powerShare,
      rank: rankIn(rows, key),
      count: rows.length,
      rankBefore: rankIn(earlier, key),
    })
  },
)

test('a group learns its share of the nation and no rank, because not all owners are groups', async () => {
  const found = await (await rig.as('query_group')).statistics.getScaleRank(END)
  expect(Object.keys(found).toSorted()).toEqual(['powerShare', 'within'])
  const own = await (await rig.as('query_group')).statistics.getScaleLayout({ ...END, source: 'warehouse' })
  const all = await official(END)
  expect(found.powerShare).toBeCloseTo((100 * (own[0]?.ratedPower ?? 0)) / (all[0]?.ratedPower ?? 1), 3)
})

test.each(['nation', 'query', 'county_yc'])('%s has no wider scope to be ranked in', async (account) => {
  expect(await (await rig.as(account)).statistics.getScaleRank(END)).toEqual({})
})
