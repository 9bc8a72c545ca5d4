import { checkProject, checkRecord } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/db/schema.ts'
import { fieldsOf, projectFields } from '../../src/domain/es-project/columns.ts'
import { demoAccounts } from '../../src/seed/accounts.ts'
import { accountCompanies } from '../../src/seed/demo-companies.ts'
import type { DemoProject } from '../../src/seed/demo-project.ts'
import { demoProjects } from '../../src/seed/demo-projects.ts'
import { provincialFigures } from '../../src/seed/provincial-figures.ts'
import { regionSeeds } from '../../src/seed/regions.ts'

const TODAY = '2026-11-21'
const projects = demoProjects(TODAY)
const regions = new Map(regionSeeds().map((region) => [region.code, region]))
const stored = projects.filter(({ row }) => row.country_status === '4')

const sum = (of: readonly DemoProject[], unit: 'rated_power' | 'rated_energy') =>
  of.reduce((all, { row }) => all + (row[unit] ?? 0), 0)
/** Percent of the power in operation. */
const share = (isOne: (row: DemoProject['row']) => boolean) =>
  (100 *
    sum(
      stored.filter(({ row }) => isOne(row)),
      'rated_power',
    )) /
  sum(stored, 'rated_power')

describe('what is in operation', () => {
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
    const isHere = ({ province_code }: DemoProject['row']) =>
      regions.get(province_code)?.region_group === group
    expect(share(isHere)).toBeCloseTo(published, 1)
  })

  test('stores 2.28 hours on the average', () => {
    expect(sum(stored, 'rated_energy') / sum(stored, 'rated_power')).toBeCloseTo(2.2777, 3)
  })

  test.each([
    ['lithium', (row: DemoProject['row']) => row.tech_type === '01', 96.4],
    ['compressed air', (row: DemoProject['row']) => row.tech_type === '05', 1.5],
    ['stations from 100 MW', (row: DemoProject['row']) => (row.rated_power ?? 0) >= 100, 62.3],
    ['stations below 10 MW', (row: DemoProject['row']) => (row.rated_power ?? 0) < 10, 4.9],
    [
      'what stood at the end of 2020, so that not all of it counts as added in 2021',
      (row: DemoProject['row']) => (row.commission_date ?? '') < '2021',
      4.4,
    ],
    ['what stood at the end of 2021', (row: DemoProject['row']) => (row.commission_date ?? '') < '2022', 5.6],
    [
      'what stood at the end of 2022',
      (row: DemoProject['row']) => (row.commission_date ?? '') < '2023',
      11.8,
    ],
    [
      'what stood at the end of 2023',
      (row: DemoProject['row']) => (row.commission_date ?? '') < '2024',
      42.6,
    ],
  ])('has about the published share of %s', (_what, isOne, published) => {
    expect(Math.abs(share(isOne) - published)).toBeLessThan(2)
  })
})

test('nothing is amiss with any but the one that shows warnings, save papers that only a user can attach', () => {
  const sound = projects.filter(({ reviewed }) => reviewed !== 'warned')
  const problems = sound.flatMap(({ row }) => {
    const fields = fieldsOf(row as Row<'es_project'>) // what a seed leaves out is null or has a default
    return [...checkRecord(fields, projectFields, 'submit'), ...checkProject(fields, TODAY)]
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
  const enterprises = demoAccounts.filter(({ deptId, captchaExempt }) => deptId === 100 && !captchaExempt)
  expect(accountCompanies().size).toBe(enterprises.length)
  for (const { creditCode } of accountCompanies().values()) {
    const own = projects.filter(({ company }) => company.creditCode === creditCode)
    const states = own.map(({ row }) => `${row.declare_status}/${row.country_status}`)
    expect(states).toEqual(expect.arrayContaining(['0/0', '1/0', '2/0', '5/0', '7/1', '7/4']))
  }
})

test('the demonstration of a day is always the same', () => {
  expect(demoProjects(TODAY)).toEqual(projects)
})
