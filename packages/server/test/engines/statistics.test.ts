import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScaleLayoutRow, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, roundTo } from '@xinchu/validators'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { provincialFigures } from '../../../sample/src/provincial-figures.ts'
import { figuresOf2025 } from '../../../sample/src/provincial-growth.ts'
import { sharesOf } from '../../src/domain/statistics/shares.ts'
import { day } from '../../src/runtime/time.ts'
import { readRows } from '../../src/workbook/index.ts'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'

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

const sum = (values: readonly number[]) =>
  roundTo(
    values.reduce((all, each) => all + each, 0),
    4,
  )
/** The divisions at the end of a year whose figures were published. */
const at2024 = { groupBy: ['region'], year: 2024 } satisfies Parameters<
  XinchuClient['statistics']['getScaleLayout']
>[0]

const powerOf = (rows: readonly ScaleLayoutRow[]) => sum(rows.map(({ ratedPower }) => ratedPower))
const energyOf = (rows: readonly ScaleLayoutRow[]) => sum(rows.map(({ ratedEnergy }) => ratedEnergy))

describe('shares of a whole', () => {
  test('are each the part of the sum, whatever the others', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 })
          .filter((all) => all.some((each) => each > 0)),
        (values) => {
          const whole = sum(values)
          for (const [at, share] of sharesOf(values).entries())
            expect(Math.abs(share - ((values[at] ?? 0) / whole) * 100)).toBeLessThanOrEqual(0.00005001)
        },
      ),
    )
  })

  test('are not altered to add up', () => {
    expect(sharesOf([1, 1, 1])).toEqual([33.3333, 33.3333, 33.3333])
    expect(sharesOf([0, 0])).toEqual([0, 0])
  })
})

describe('scale and layout', () => {
  test.each([
    [{ year: 2024 }, { ratedPower: 73_760, ratedEnergy: 168_000, avgDuration: 2.2777 }],
    [
      { year: 2025, quarter: 2 as const },
      { ratedPower: 94_910, ratedEnergy: 222_000, avgDuration: 2.3391 },
    ],
    [
      { year: 2025, quarter: 3 as const },
      { ratedPower: 102_560, ratedEnergy: 240_000, avgDuration: 2.3401 },
    ],
    [{ year: 2025 }, { ratedPower: 135_700, ratedEnergy: 350_000, avgDuration: 2.5792 }],
  ])('of the nation at the end of %j are the published figures', async (period, figures) => {
    const [row] = await nation.statistics.getScaleLayout(period)
    expect(row).toMatchObject(figures)
    const [official] = await nation.statistics.getScaleLayout({ ...period, source: 'warehouse' })
    expect(official).toMatchObject(figures)
  })

  test('of 2025 grow by 84 percent, as was published', async () => {
    const [row] = await nation.statistics.getScaleLayout({ year: 2025 })
    expect(row).toMatchObject({ addPower: 61_940, addEnergy: 182_000 })
    expect(Math.round(row?.yoyPower ?? 0)).toBe(84)
  })

  test('of the latest published period grow, and those after it are continued', async () => {
    const published = (await nation.statistics.listPeriods()).find(({ status }) => status === 'OFFICIAL')
    expect(published).toMatchObject({ year: 2025, quarter: 4 })
    const [now] = await nation.statistics.getScaleLayout()
    expect(now?.ratedPower).toBeGreaterThan(135_700)
  })

  test.each([
    [2024, provincialFigures],
    [2025, Object.fromEntries(Object.entries(figuresOf2025).map(([code, figures]) => [code, figures[2]]))],
  ])(
    'of every province at the end of %d are its reference figures, the Corps apart from Xinjiang',
    async (year, figuresOf) => {
      const rows = await nation.statistics.getScaleLayout({ groupBy: ['region'], year })
      const found = new Map<string, [number, number]>()
      for (const { key = '', ratedPower, ratedEnergy } of rows) {
        found.set(key, [ratedPower, ratedEnergy])
      }
      const expected = Object.entries(figuresOf).map(([code, figures]) => [
        code,
        figures.map((each) => each * 10),
      ])
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
      expect(roundTo(sum(rows.map(({ powerShare = 0 }) => powerShare)), 1)).toBe(100)
    },
  )

  test.each([
    'regionGroup',
    'techType',
    'statTechGroup',
    'appScenario',
    'appSubScenario',
    'statScenarioGroup',
    'scaleBand',
    'durationBand',
    'ownerType',
    'gridVoltage',
    'buildStatus',
  ] as const)('by %s add up to the nation, each group by its name', async (dimension) => {
    const rows = await nation.statistics.getScaleLayout({ groupBy: [dimension], year: 2024 })
    expect([powerOf(rows), energyOf(rows)]).toEqual([73_760, 168_000])
    for (const { label } of rows) expect(label).toMatch(/\p{Script=Han}|kV/u)
    expect(roundTo(sum(rows.map(({ energyShare = 0 }) => energyShare)), 1)).toBe(100)
  })

  test('year by year only grow, and grow by what was added', async () => {
    const rows = await nation.statistics.getScaleLayout({ groupBy: ['year'] })
    expect(rows.find(({ year }) => year === 2024)?.ratedPower).toBe(73_760)
    rows.forEach((row, at) => {
      const before = rows[at - 1]?.ratedPower ?? 0
      expect(row.addPower).toBe(roundTo(row.ratedPower - before, 4))
    })
  })

  test('of 2021 were added to the stock of 2020, about 3,280 MW', async () => {
    const rows = await nation.statistics.getScaleLayout({ groupBy: ['year'] })
    const powers = rows.slice(0, 2).map(({ year, ratedPower }) => [year, Math.round(ratedPower / 100)])
    expect(powers).toEqual([
      [2020, 33],
      [2021, 41],
    ])
    expect(rows[1]?.addPower).toBeLessThan(1_000)
  })

  test('at the end of a year are what its row among the years says', async () => {
    const rows = await nation.statistics.getScaleLayout({ groupBy: ['year'] })
    const middle = rows[Math.floor(rows.length / 2)]
    const [alone] = await nation.statistics.getScaleLayout({ year: middle?.year ?? 0 })
    expect(alone?.ratedPower).toBe(middle?.ratedPower)
  })

  test('of two dimensions name both, and add up', async () => {
    const rows = await nation.statistics.getScaleLayout({
      groupBy: ['regionGroup', 'appScenario'],
      year: 2024,
    })
    expect(powerOf(rows)).toBe(73_760)
    expect(rows.find(({ key }) => key === 'XB,2')?.label).toBe('西北 / 电网侧')
  })

  test('of a province go down to its cities and their counties', async () => {
    const cities = await nation.statistics.getScaleLayout({ ...at2024, provinceCode: ['640000'] })
    expect(powerOf(cities)).toBe(4_430)
    const wuzhong = cities.find(({ key }) => key === '640300')
    const counties = await nation.statistics.getScaleLayout({ ...at2024, cityCode: ['640300'] })
    expect(powerOf(counties)).toBe(wuzhong?.ratedPower)
  })

  test('of a municipality go down to its districts', async () => {
    const districts = await nation.statistics.getScaleLayout({ ...at2024, provinceCode: ['110000'] })
    expect(districts.map(({ key }) => key)).toContain('110113')
    expect(districts.every(({ label = '' }) => label.endsWith('区'))).toBe(true)
    expect(powerOf(districts)).toBe(120)
  })

  test('of a city without counties stay with the city', async () => {
    const planned = {
      province_code: '440000',
      city_code: '441900',
      build_status: '1' as const,
      rated_power: 30,
    }
    const more = {
      project_code: 'DG',
      project_name: '东莞测试',
      submitted_once: true,
      origin_dept_id: 100 as const,
    }
    await rig.db
      .insertInto('es_project')
      .values({ ...planned, ...more })
      .execute()
    await changedByHand(rig.db)
    const rows = await nation.statistics.getScaleLayout({
      groupBy: ['region'],
      cityCode: ['441900'],
      buildStatus: ['1'],
    })
    expect(rows).toMatchObject([{ key: '441900', label: '东莞市', ratedPower: 30 }])
  })

  test.each([
    ['province_nx', 4_430],
    ['office_nx', 4_430],
    ['query', 73_760],
  ] as const)('of %s end where its reach ends', async (username, power) => {
    const client = await rig.as(username)
    expect(powerOf(await client.statistics.getScaleLayout(at2024))).toBe(power)
  })

  test('of a region are those of its provinces alone', async () => {
    const client = await rig.as('region_xb')
    const rows = await client.statistics.getScaleLayout({ groupBy: ['region'] })
    const northwest = await nation.statistics.getScaleLayout({ regionGroup: ['XB'] })
    expect(powerOf(rows)).toBe(powerOf(northwest))
    expect(rows.map(({ key }) => key).sort()).not.toContain('370000')
  })

  test('of another province are nothing to a province', async () => {
    const client = await rig.as('province_nx')
    expect(await client.statistics.getScaleLayout({ provinceCode: ['370000'], groupBy: ['region'] })).toEqual(
      [],
    )
  })

  test('of the warehouse are those of its last snapshot', async () => {
    const rows = await nation.statistics.getScaleLayout({ source: 'warehouse', groupBy: ['region'] })
    const stored = await nation.projects.listProvinceSummaries({ source: 'warehouse' })
    expect(powerOf(rows)).toBe(sum(stored.map(({ ratedPower }) => ratedPower)))
  })

  test('of the warehouse before its first snapshot are what of that snapshot stood then', async () => {
    const [official] = await nation.statistics.getScaleLayout({ source: 'warehouse', year: 2023 })
    expect(official).toMatchObject({ year: 2023, ratedPower: 31_397 })
  })
})

test('the map of the provinces carries their figures, those under construction apart', async () => {
  const provinces = await nation.statistics.listChinaDict({ level: 1, withStats: true })
  const [whole] = await nation.statistics.getScaleLayout()
  expect(sum(provinces.map(({ operatingPower = 0 }) => operatingPower))).toBe(whole?.ratedPower)
  expect(sum(provinces.map(({ buildingPower = 0 }) => buildingPower))).toBeGreaterThan(0)
  const cities = await nation.statistics.listChinaDict({ parentCode: '640000', withStats: true })
  const [province] = await nation.statistics.getScaleLayout({ provinceCode: ['640000'] })
  expect(sum(cities.map(({ ratedPower = 0 }) => ratedPower))).toBe(province?.ratedPower)
})

describe('the use of stations', () => {
  const last = closedQuarter(day(new Date()))

  test('stands by quarter, with no more reported than due', async () => {
    const rows = await nation.statistics.getUsage({ year: last.year })
    for (const { reportedProjects, dueProjects, reportRate } of rows) {
      expect(reportedProjects).toBeLessThanOrEqual(dueProjects)
      expect(reportRate).toBe(roundTo((reportedProjects / dueProjects) * 100, 4))
    }
  })

  test('by province adds up to the nation', async () => {
    const [whole] = await nation.statistics.getUsage({ ...period() })
    const rows = await nation.statistics.getUsage({ ...period(), groupBy: ['region'] })
    expect(sum(rows.map(({ dischargeEnergy = 0 }) => dischargeEnergy))).toBe(whole?.dischargeEnergy)
    expect(sum(rows.map(({ dueProjects }) => dueProjects))).toBe(whole?.dueProjects)
    expect(whole?.conversionEfficiency).toBeGreaterThan(50)
    expect(whole?.conversionEfficiency).toBeLessThan(100)
  })

  test('of a quarter that is not over is not stated', async () => {
    expect(await nation.statistics.getUsage({ year: last.year + 1 })).toEqual([])
  })

  const period = () => ({ year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 }) // a quarter is 1 to 4
})

describe('the map of projects', () => {
  test('[7.project.11] shows each of them where they are few', async () => {
    const points = await nation.projects.findLocations({ provinceCode: ['640000'], buildStatus: ['4'] })
    const [row] = await nation.statistics.getScaleLayout({ provinceCode: ['640000'] })
    expect(points).toHaveLength(row?.projectCount ?? 0)
    expect(sum(points.map(({ ratedPower }) => ratedPower))).toBe(row?.ratedPower)
  })

  test('shows an enterprise its own alone, and only what lies in the frame', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const own = await enterprise.projects.findLocations()
    expect(own.every(({ provinceCode }) => provinceCode === '640000')).toBe(true)
    expect(await enterprise.projects.findLocations({ bbox: [120, 30, 121, 31] })).toEqual([])
  })

  test('gathers more than 5,000 into cells that hold every one of them', async () => {
    const { count } = await rig.db
      .selectFrom('es_project')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('submitted_once', '=', true)
      .where('longitude', 'is not', null)
      .executeTakeFirstOrThrow()
    await rig.db
      .insertInto('es_project')
      .values(
        Array.from({ length: 5_200 }, (_, at) => ({
          province_code: '640000',
          project_code: `T${at}`,
          project_name: `聚合测试${at}`,
          longitude: 105 + (at % 40) / 20,
          latitude: 37 + (at % 13) / 10,
          rated_power: 1,
          build_status: '1',
          submitted_once: true,
          origin_dept_id: 100,
        })),
      )
      .execute()
    await changedByHand(rig.db)
    const cells = await nation.projects.findLocations()
    expect(cells.length).toBeLessThan(1_500)
    expect(cells.every(({ id }) => id === undefined)).toBe(true)
    expect(sum(cells.map((cell) => cell.count ?? 0))).toBe(count + 5_200)
  })
})

test('companies of a county are those of its projects, the largest first', async () => {
  const { content, totalElements } = await nation.projects.listCountyCompanies({
    countyCode: '640323',
    size: 100,
  })
  const powers = content.map(({ ratedPower }) => ratedPower)
  expect(content).toHaveLength(totalElements)
  expect(powers).toEqual([...powers].sort((a, b) => b - a))
  const byName = await nation.projects.listCountyCompanies({
    countyCode: '640323',
    size: 100,
    sort: ['ratedPower,asc', 'companyName,desc'],
  })
  expect(byName.content.map(({ ratedPower }) => ratedPower)).toEqual(powers.toReversed())
  const stored = await nation.projects.list({ countyCode: '640323', size: 100 })
  expect(sum(content.map(({ projectCount }) => projectCount))).toBe(stored.totalElements)
})

test('[7.auth.25] an export has a column for each dimension, and the figures of the screen', async () => {
  const { fileName, rows } = await exported({ year: 2024, dimensions: ['region', 'statTechGroup'] })
  expect(fileName).toBe('规模布局统计-2024.xlsx')
  const head = rows.findIndex((cells) => cells[2] === '项目数')
  expect(rows[head]?.slice(0, 4)).toEqual(['地区', '技术路线', '项目数', '额定功率（MW）'])
  const total = rows.findIndex((cells) => cells[0] === '合计')
  expect(sum(rows.slice(head + 1, total).map((cells) => Number(cells[3])))).toBe(73_760)
  expect(Number(rows[total]?.[3])).toBe(73_760)
})

test('an export of official figures names its conditions and their origin above the figures, and notes below', async () => {
  const { rows } = await exported({
    ...{ year: 2024, quarter: 4, source: 'warehouse', provinceCode: ['640000'] },
    dimensions: ['statTechGroup'],
  })
  const [period] = (await nation.statistics.listPeriods()).filter(
    ({ year, quarter }) => year === 2024 && quarter === 4,
  )
  expect(rows.slice(0, 4).map(([text]) => text)).toEqual([
    expect.stringMatching(/^2024年第4季度 · 正式 · 共 \d+ 行 · 入库数据 .* · \d{4}-\d\d-\d\d [\d:]{8}$/),
    '新型储能规模布局统计',
    '统计时点：2024年第4季度末；地区：宁夏回族自治区',
    expect.stringContaining(
      `数据截至：2024-12-31；取数口径：入库数据 · 国家审核通过 · 在运；入库批次：${period?.batch}`,
    ),
  ])
  expect(rows.at(-1)?.[0]).toBe('演示数据，不代表官方统计。')
})

test('an export says of each row and of the sum in which batch its figures are, and whether they may still change', async () => {
  const period = { year: 2024, quarter: 4 } as const
  const own = (await nation.statistics.listPeriods()).find(
    ({ year, quarter }) => year === period.year && quarter === period.quarter,
  )
  const statesIn = async (source: 'warehouse' | 'work') => {
    const { rows } = await exported({ ...period, source, dimensions: ['region'] })
    const head = rows.findIndex((cells) => cells[1] === '项目数')
    const total = rows.findIndex((cells) => cells[0] === '合计')
    const [first, width] = [rows[head]?.indexOf('状态') ?? 0, rows[head]?.length ?? 0]
    const states = rows.slice(head + 1, total + 1).map((cells) => cells.slice(first, width))
    return [rows[head]?.slice(first), ...new Set(states.map((each) => each.filter(Boolean).join(' ')))]
  }
  expect(await statesIn('warehouse')).toEqual([['状态', '批次'], `正式 ${own?.batch}`])
  expect(await statesIn('work')).toEqual([['状态', '批次'], '暂行'])
})

test('an export by year names the year that has not ended by its months, without growth, and each year by its own batch', async () => {
  const periods = await nation.statistics.listPeriods()
  const [newest] = periods
  if (!newest || newest.quarter === 4) throw new Error('the latest quarter ends a year')
  const { year, quarter } = newest
  const { rows } = await exported({ year, quarter, source: 'warehouse', dimensions: ['year'] })
  const head = rows.find((cells) => cells[0] === '年度') ?? []
  const cellsOf = (name: string) =>
    ['功率同比（%）', '状态', '批次'].map(
      (caption) => rows.find((cells) => cells[0] === name)?.[head.indexOf(caption)],
    )
  const [growth, ...state] = cellsOf(`${year}年1—${quarter * 3}月`)
  expect([growth ?? '', ...state]).toEqual(['', '暂行', newest.batch])
  const before = periods.find((each) => each.year === year - 1 && each.quarter === 4)
  const [growthBefore, ...stateBefore] = cellsOf(`${year - 1}年`)
  expect(growthBefore).toBeGreaterThan(0)
  expect(stateBefore).toEqual(['正式', before?.batch])
})

/** The cells of an exported workbook. */
async function exported(body: Parameters<XinchuClient['statistics']['exportMapData']>[0]) {
  const { blob, fileName } = await nation.statistics.exportMapData(body)
  const folder = mkdtempSync(join(tmpdir(), 'xinchu-scale-'))
  const path = join(folder, 'scale.xlsx')
  writeFileSync(path, new Uint8Array(await blob.arrayBuffer()))
  const rows: unknown[][] = []
  for await (const { cells } of readRows(path)) rows.push([...cells])
  rmSync(folder, { recursive: true })
  return { fileName, rows }
}
