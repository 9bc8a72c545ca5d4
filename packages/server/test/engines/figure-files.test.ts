/** Calls of the SDK, pages, exports and data files hold the same projects and values as the statistics: random projects. */
import type { ProjectsListQuery, StatisticsGetScaleLayoutQuery, XinchuClient } from '@xinchu/sdk'
import { quarterDays, roundTo } from '@xinchu/validators'
import fc from 'fast-check'
import { openXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import {
  askedOfScale,
  CLOSED,
  cellsOf,
  compareDrawn,
  scaleCase,
  storeRandom,
  THIS_YEAR,
  TODAY,
} from '../support/figure-cases.ts'
import { sheetOf } from '../support/sheet.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  await storeRandom(rig.db)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function listAll(client: XinchuClient, query: ProjectsListQuery) {
  const rows = []
  for (let page = 0; ; page += 1) {
    const found = await client.projects.list({
      ...query,
      sort: ['ratedPower,desc'],
      page,
      size: 200,
      withSums: true,
    })
    rows.push(...found.content)
    if (found.content.length === 0 || rows.length >= found.totalElements) return { ...found, rows }
  }
}

const sum = (values: readonly (number | undefined)[]) =>
  roundTo(
    values.reduce<number>((all, each) => all + (each ?? 0), 0),
    4,
  )

/** Columns of the workbook of scale. */
const EXPORTED = [
  'projectCount',
  'ratedPower',
  'ratedEnergy',
  'avgDuration',
  'powerShare',
  'energyShare',
  'addPower',
  'addEnergy',
  'yoyPower',
  'investment',
] as const

/** Rows of figures between the head of a workbook and its total or notes. */
async function figuresIn({ blob }: { blob: Blob }, dimensions: number, count: number) {
  const rows = (await openXlsx(new Uint8Array(await blob.arrayBuffer()))).sheets[0]?.rows ?? []
  const head = rows.findIndex((cells) => cells[dimensions] === '项目数')
  return rows
    .slice(head + 1, head + 1 + count)
    .map((cells) => EXPORTED.map((_, at) => cells[dimensions + at] ?? undefined))
}

const EXPORTING = ['nation', 'region_xb', 'province_nx', 'corps', 'city_wz', 'query_nx'] as const

test('a call, its workbook and the pages of each of its rows agree', async () => {
  const cases = fc.record({ drawn: askedOfScale, account: fc.constantFrom(...EXPORTING) })
  await compareDrawn(
    cases,
    25,
    async ({ drawn, account }) => {
      const client = await rig.sameAs(account)
      const { dimensions, statistic, source, listOf } = scaleCase(drawn)
      const filter = {
        ...(statistic as StatisticsGetScaleLayoutQuery),
        source,
        year: drawn.year ?? THIS_YEAR,
      } // of the contract's values
      const rows = await client.statistics.getScaleLayout({ ...filter, groupBy: dimensions })
      const groups = dimensions.length > 0 ? dimensions : (['region'] as const)
      const called =
        dimensions.length > 0
          ? rows
          : await client.statistics.getScaleLayout({ ...filter, groupBy: [...groups] })
      const file = await client.statistics.exportMapData({ ...filter, dimensions: [...groups] })
      expect(await figuresIn(file, groups.length, called.length)).toEqual(
        called.map((row) => EXPORTED.map((name) => row[name])),
      )
      const [row] = rows.toSorted((a, b) => a.projectCount - b.projectCount).slice(-1)
      if (!row) return called.length
      const cells = cellsOf(row.key, dimensions)
      const query: ProjectsListQuery = { ...listOf(cells), year: filter.year, figure: 'scale' }
      const listed = await listAll(client, query)
      expect([query, listed.totalElements, listed.ratedPower]).toEqual([
        query,
        row.projectCount,
        row.ratedPower,
      ])
      expect(sum(listed.rows.map(({ ratedPower }) => ratedPower))).toBe(row.ratedPower)
      expect(sum(listed.rows.map(({ ratedEnergy }) => ratedEnergy))).toBe(row.ratedEnergy)
      return called.length
    },
    200,
  )
})

test.each<ProjectsListQuery>([
  { figure: 'scale', source: 'warehouse', cells: ['region:640000'] },
  { figure: 'scale', source: 'warehouse', year: 2021, cells: ['durationBand:2', 'durationBand:3'] },
  { figure: 'added', source: 'warehouse', year: 2025, quarter: 3, cells: ['statTechGroup:li'] },
  { figure: 'scale', source: 'work', provinceCode: '640000', cells: ['region:640300', 'year:2024'] },
  { figure: 'unreported', provinceCode: '640000', cells: ['scaleBand:'] },
  { figure: 'reported', ...(CLOSED as { year: number; quarter: 1 }), cells: [] },
])('pages and an export of %o hold the same projects, and the sum of all', async (query) => {
  const { rows, ratedPower, ratedEnergy } = await listAll(nation, query)
  expect(sum(rows.map((row) => row.ratedPower))).toBe(ratedPower)
  expect(sum(rows.map((row) => row.ratedEnergy))).toBe(ratedEnergy)
  const file = await nation.projects.download({ filter: query, columns: ['projectCode', 'ratedPower'] })
  const exported = (await sheetOf(file)).column('平台项目编号')
  expect(exported.toSorted()).toEqual(rows.map(({ projectCode }) => projectCode).toSorted())
})

test('a quarter that has not ended and a group that no statistic has list nothing', async () => {
  const { year, quarter } = CLOSED
  const after = quarter === 4 ? ([year + 1, 1] as const) : ([year, quarter + 1] as const)
  expect(quarterDays({ year: after[0], quarter: after[1] }).last > TODAY).toBe(true)
  const next = { year: after[0], quarter: after[1] as 1, figure: 'due' as const }
  expect((await nation.projects.list(next)).totalElements).toBe(0)
  await expect(nation.projects.list({ figure: 'scale', cells: ['colour:red'] })).rejects.toMatchObject({
    status: 400,
    message: '分组：没有统计维度 colour',
  })
  await expect(nation.projects.list({ figure: 'added', cells: ['year:x'] })).rejects.toMatchObject({
    status: 400,
  })
})
