import { sampleAccounts } from '@xinchu/sample'
import { checkProject, checkRecord, roundTo } from '@xinchu/validators'
import { placeBoxes } from '@xinchu/validators/place-boxes'
import { describe, expect, test } from 'vitest'
import { accountCompanies } from '../../../sample/src/companies.ts'
import type { SampleProject } from '../../../sample/src/project.ts'
import { sampleProjects } from '../../../sample/src/projects.ts'
import { type Figures, provincialFigures } from '../../../sample/src/provincial-figures.ts'
import { figuresOf2025 } from '../../../sample/src/provincial-growth.ts'
import type { Row } from '../../src/db/schema.ts'
import { fieldsOf, projectFields } from '../../src/domain/es-project/columns.ts'
import { regionSeeds } from '../../src/seed/regions.ts'

const TODAY = '2026-11-21'
const projects = sampleProjects(TODAY)
const regions = new Map(regionSeeds().map((region) => [region.code, region]))
/** Stations that stood at the end of a day. */
const standing = (day: string) =>
  projects.filter(({ row }) => row.country_status === '4' && (row.commission_date ?? '') <= day)
const stored = standing('2024-12-31')

const sum = (of: readonly SampleProject[], unit: 'rated_power' | 'rated_energy') =>
  of.reduce((all, { row }) => all + (row[unit] ?? 0), 0)
/** Percent of the power in operation. */
const share = (isOne: (row: SampleProject['row']) => boolean) =>
  (100 *
    sum(
      stored.filter(({ row }) => isOne(row)),
      'rated_power',
    )) /
  sum(stored, 'rated_power')

const regionOf = ({ province_code }: SampleProject['row']) => regions.get(province_code)?.region_group

describe('what was in operation at the end of 2024', () => {
  test.each(Object.entries(provincialFigures))('in %s adds up to %j', (code, [tenMw, tenMwh]) => {
    const here = stored.filter(({ row }) => row.province_code === code)
    expect([sum(here, 'rated_power'), sum(here, 'rated_energy')]).toEqual([tenMw * 10, tenMwh * 10])
  })

  test.each([
    ['HB', 30.1],
    ['XB', 25.4],
    ['HD', 16.9],
    ['HZ', 14.7],
    ['NF', 12.4],
    ['DB', 0.5],
  ])('has the published share of the region %s: %d percent', (group, published) => {
    expect(share((row) => regionOf(row) === group)).toBeCloseTo(published, 1)
  })

  test('stores 2.28 hours on the average', () => {
    expect(sum(stored, 'rated_energy') / sum(stored, 'rated_power')).toBeCloseTo(2.2777, 3)
  })

  test.each([
    ['lithium', (row: SampleProject['row']) => row.tech_type === '01', 96.4],
    ['compressed air', (row: SampleProject['row']) => row.tech_type === '05', 1.5],
    ['stations from 100 MW', (row: SampleProject['row']) => (row.rated_power ?? 0) >= 100, 62.3],
    ['stations below 10 MW', (row: SampleProject['row']) => (row.rated_power ?? 0) < 10, 4.9],
    [
      'what stood at the end of 2020, so that not all of it counts as added in 2021',
      (row: SampleProject['row']) => (row.commission_date ?? '') < '2021',
      4.4,
    ],
    [
      'what stood at the end of 2021',
      (row: SampleProject['row']) => (row.commission_date ?? '') < '2022',
      5.6,
    ],
    [
      'what stood at the end of 2022',
      (row: SampleProject['row']) => (row.commission_date ?? '') < '2023',
      11.8,
    ],
    [
      'what stood at the end of 2023',
      (row: SampleProject['row']) => (row.commission_date ?? '') < '2024',
      42.6,
    ],
  ])('has about the published share of %s', (_what, isOne, published) => {
    expect(Math.abs(share(isOne) - published)).toBeLessThan(2)
  })
})

const DATES_OF_2025 = ['2025-06-30', '2025-09-30', '2025-12-31'] as const
const [JUNE, SEPTEMBER, DECEMBER] = DATES_OF_2025

describe('what was in operation in 2025', () => {
  test.each(Object.entries(figuresOf2025))('in %s adds up to %j', (code, figures) => {
    const sums = DATES_OF_2025.map((day): Figures => {
      const here = standing(day).filter(({ row }) => row.province_code === code)
      return [sum(here, 'rated_power') / 10, sum(here, 'rated_energy') / 10]
    })
    expect(sums).toEqual(figures)
  })

  test.each([
    [JUNE, 94_910, 222_000],
    // 2.34 hours.
    [SEPTEMBER, 102_560, 240_000],
    [DECEMBER, 135_700, 350_000],
  ])('on %s is what was published of the nation: %d MW, %d MWh', (day, power, energy) => {
    expect([sum(standing(day), 'rated_power'), sum(standing(day), 'rated_energy')]).toEqual([power, energy])
  })

  test.each([
    [JUNE, 'HB', 29.7],
    [JUNE, 'XB', 25.7],
    [JUNE, 'HD', 16.6],
    [JUNE, 'NF', 15.4],
    [JUNE, 'HZ', 12.2],
    [JUNE, 'DB', 0.4],
    [SEPTEMBER, 'HB', 30.4],
    [SEPTEMBER, 'XB', 26.1],
    [SEPTEMBER, 'HD', 16.1],
  ])('on %s has the published share of the region %s: %d percent', (day, group, published) => {
    const all = standing(day)
    const here = all.filter(({ row }) => regionOf(row) === group)
    expect(roundTo((100 * sum(here, 'rated_power')) / sum(all, 'rated_power'), 1)).toBe(published)
  })

  test('has the published provinces above 10, 5 and 2 GW in the middle of the year, Xinjiang with the Corps', () => {
    const powers = new Map<string, number>()
    for (const { row } of standing(JUNE)) {
      const code = row.province_code === '660000' ? '650000' : row.province_code
      powers.set(code, (powers.get(code) ?? 0) + (row.rated_power ?? 0))
    }
    const within = (least: number, most: number) =>
      [...powers]
        .filter(([, power]) => power > least && power <= most)
        .sort(([, a], [, b]) => b - a)
        .map(([code]) => regions.get(code)?.short_name)
        .join()
    expect(within(10_000, 100_000)).toBe('内蒙古,新疆')
    expect(within(5_000, 10_000)).toBe('山东,江苏,宁夏')
    expect(within(2_000, 5_000)).toBe('河北,浙江,云南,甘肃,广东,安徽,广西,山西,湖南,河南,湖北,青海,贵州')
  })

  test('of Inner Mongolia is above 17 GW at its end, as was published', () => {
    const here = standing(DECEMBER).filter(({ row }) => row.province_code === '150000')
    expect(sum(here, 'rated_power')).toBeGreaterThan(17_000)
  })

  test('is independent storage for 58 percent of the power at its end', () => {
    const all = standing(DECEMBER)
    const independent = all.filter(({ row }) => ['21', '22'].includes(row.app_sub_scenario ?? ''))
    expect(Math.abs((100 * sum(independent, 'rated_power')) / sum(all, 'rated_power') - 58)).toBeLessThan(2)
  })
})

describe('what came after the published figures', () => {
  test('grows quarter by quarter, up to the last that has ended', () => {
    const powers = [DECEMBER, '2026-03-31', '2026-06-30', '2026-09-30', TODAY].map((day) =>
      sum(standing(day), 'rated_power'),
    )
    expect(powers.slice(1, 4).every((power, at) => power > (powers[at] ?? 0))).toBe(true)
    expect(powers[4]).toBe(powers[3])
  })

  test('does not grow without end on a late day', () => {
    const [soon, late] = ['2028-03-01', '2040-03-01'].map((day) => sampleProjects(day).length)
    expect(soon).toBe(late)
  })

  test('leaves the earlier stations as they are', () => {
    const operating = (today: string) =>
      sampleProjects(today)
        .filter(({ row }) => row.country_status === '4')
        .map(({ row }) => row)
    const before = operating('2026-02-01')
    expect(operating(TODAY).slice(0, before.length)).toEqual(before)
  })

  test('does not lengthen the lists of the demonstration accounts', () => {
    const own = new Set([...accountCompanies().values()].map(({ regionCode }) => regionCode))
    const added = standing(TODAY).filter(({ row }) => (row.commission_date ?? '') > '2024-12-31')
    expect(added.length).toBeGreaterThan(500)
    expect(added.filter(({ row }) => own.has(row.county_code ?? ''))).toEqual([])
  })
})

test('nothing is amiss with any but the one that shows warnings, save papers that only a user can attach', () => {
  const sound = projects.filter(({ reviewed }) => reviewed !== 'warned')
  const problems = sound.flatMap(({ row }) => {
    const fields = fieldsOf(row as Row<'es_project'>) // what a seed leaves out is null or has a default
    return [...checkRecord(fields, projectFields, 'submit'), ...checkProject(fields, TODAY, placeBoxes)]
      .filter(({ field }) => field !== 'attachmentIds')
      .map(({ field, message }) => `${row.project_name} ${field} ${message}`)
  })
  expect(problems).toEqual([])
})

test.each(['id', 'project_code', 'project_name'] as const)('no two have the same %s', (column) => {
  expect(new Set(projects.map(({ row }) => row[column])).size).toBe(projects.length)
})

test('no two have the same record number', () => {
  const numbers = projects.flatMap(({ row }) => (row.record_no ? [row.record_no] : []))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('no two of a company are the same by name', () => {
  const keys = projects.map(({ row }) => `${row.credit_code} ${row.county_code} ${row.normalised_name}`)
  expect(new Set(keys).size).toBe(projects.length)
})

test('each stands in a division that has none of its own', () => {
  const parents = new Set([...regions.values()].map(({ parent_code }) => parent_code))
  const wrong = projects.filter(({ row }) =>
    parents.has(row.county_code ?? row.city_code ?? row.province_code),
  )
  expect(wrong).toEqual([])
})

test('none waits for an office that its place does not have', () => {
  const stuck = projects.filter(
    ({ row }) =>
      (['1', '2'].includes(row.declare_status ?? '') && !row.county_code) ||
      (['3', '4'].includes(row.declare_status ?? '') && !row.city_code),
  )
  expect(stuck).toEqual([])
})

test('the history of each leads without a gap to where it stands', () => {
  const broken = projects.filter(({ row, history }) => {
    const local = history.filter(({ to_status }) => !to_status.startsWith('C'))
    const national = history.filter(({ to_status }) => to_status.startsWith('C'))
    const isWhole = (steps: typeof history) =>
      steps.every((step, index) => index === 0 || step.from_status === steps[index - 1]?.to_status)
    return !(
      isWhole(local) &&
      isWhole(national) &&
      (local.at(-1)?.to_status ?? '0') === row.declare_status &&
      (national.at(-1)?.to_status ?? 'C0') === `C${row.country_status}`
    )
  })
  expect(broken).toEqual([])
})

test('the enterprise of each account has a draft, something returned and something in operation', () => {
  const enterprises = sampleAccounts.filter(({ deptId, captchaExempt }) => deptId === 100 && !captchaExempt)
  expect(accountCompanies().size).toBe(enterprises.length)
  for (const { creditCode } of accountCompanies().values()) {
    const own = projects.filter(({ company }) => company.creditCode === creditCode)
    const states = own.map(({ row }) => `${row.declare_status}/${row.country_status}`)
    expect(states).toEqual(expect.arrayContaining(['0/0', '1/0', '2/0', '5/0', '7/1', '7/4']))
  }
})

test('the demonstration of a day is always the same', () => {
  expect(sampleProjects(TODAY)).toEqual(projects)
})
