import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let nation: XinchuClient
let province: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  province = await rig.as('province_nx')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Summary = Awaited<ReturnType<XinchuClient['projects']['listCitySummaries']>>[number]

const sumOf = (rows: readonly Summary[]) => ({
  projectCount: rows.reduce((sum, { projectCount }) => sum + projectCount, 0),
  ratedPower: rows.reduce((sum, { ratedPower }) => sum + ratedPower, 0),
  ratedEnergy: rows.reduce((sum, { ratedEnergy }) => sum + ratedEnergy, 0),
})

const summaryOf = (rows: readonly Summary[], code: string) => rows.filter((row) => row.code === code)

describe('projects are summed', () => {
  test('[7.project.13, 7.project.14] by province and by its cities, to the same sum', async () => {
    const provinces = await nation.projects.listProvinceSummaries()
    const cities = await nation.projects.listCitySummaries({ provinceCode: '640000' })
    expect(cities.map(({ name }) => name)).toContain('吴忠市')
    expect(sumOf(cities)).toEqual(sumOf(summaryOf(provinces, '640000')))
  })

  test('[7.project.15] by the counties of a city, to the sum of the city', async () => {
    const cities = await nation.projects.listCitySummaries({ provinceCode: '640000' })
    const counties = await nation.projects.listCountySummaries({ cityCode: '640300' })
    expect(counties.map(({ name }) => name)).toContain('盐池县')
    expect(sumOf(counties)).toEqual(sumOf(summaryOf(cities, '640300')))
  })

  test('[7.project.16] by the companies of a county, to the sum of the county', async () => {
    const counties = await nation.projects.listCountySummaries({ cityCode: '640300' })
    const { content, totalElements } = await nation.projects.listCountyCompanies({
      countyCode: '640323',
      size: 1000,
    })
    expect(content).toHaveLength(totalElements)
    const [county] = summaryOf(counties, '640323')
    expect(content.reduce((sum, { projectCount }) => sum + projectCount, 0)).toBe(county?.projectCount)
    expect(content.reduce((sum, { ratedPower }) => sum + ratedPower, 0)).toBe(county?.ratedPower)
  })

  test('for a province within its own borders alone', async () => {
    expect((await province.projects.listProvinceSummaries()).map(({ code }) => code)).toEqual(['640000'])
    expect(await province.projects.listCountySummaries({ cityCode: '150100' })).toEqual([])
  })
})

describe('the divisions', () => {
  test('[7.auth.23, 7.auth.24] are the same in a list and in a tree', async () => {
    const flat = await nation.statistics.listChinaDict({})
    const tree = await nation.statistics.getChinaDictTree({ depth: 3 })
    type Node = (typeof tree)[number]
    const codes = (nodes: readonly Node[]): string[] =>
      nodes.flatMap(({ value, children = [] }) => [value, ...codes(children)])
    expect(codes(tree).sort()).toEqual(flat.map(({ value }) => value).sort())
    const cities = tree.find(({ value }) => value === '640000')?.children ?? []
    expect(cities.find(({ value }) => value === '640300')?.children?.map(({ label }) => label)).toContain(
      '盐池县',
    )
  })
})
