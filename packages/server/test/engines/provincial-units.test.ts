import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter, roundTo } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { readRows } from '../../src/workbook/index.ts'
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

const CORPS = '660000'
const XINJIANG = '650000'

/** A figure by provincial unit, and of the nation. */
interface Figures {
  rows: ReadonlyMap<string, number>
  total: number
}

const byCode = <T>(rows: readonly T[], of: (row: T) => readonly [string | undefined, number | undefined]) =>
  new Map(rows.map(of).map(([code = '', value = 0]) => [code, value] as const))

const reportsOf = async (query: { groupBy?: ['region'] }) =>
  nation.statistics.getUsage({ quarter: 1, ...query })

/** Every statistic and list by province. */
const STATISTICS: Readonly<Record<string, () => Promise<Figures>>> = {
  'scale of the warehouse': async () => scale('warehouse'),
  'scale of working records': async () => scale('work'),
  'stations due to report their use': async () => ({
    rows: byCode(await reportsOf({ groupBy: ['region'] }), ({ key, dueProjects }) => [key, dueProjects]),
    total: (await reportsOf({}))[0]?.dueProjects ?? 0,
  }),
  'reports of use': async () => ({
    rows: byCode(await reportsOf({ groupBy: ['region'] }), ({ key, reportedProjects }) => [
      key,
      reportedProjects,
    ]),
    total: (await reportsOf({}))[0]?.reportedProjects ?? 0,
  }),
  'divisions with figures': async () => ({
    rows: byCode(
      (await nation.statistics.listChinaDict({ level: 1, withStats: true })).filter(
        ({ ratedPower }) => ratedPower,
      ),
      ({ value, ratedPower }) => [value, ratedPower],
    ),
    total: await power(),
  }),
  'the tree of divisions with figures': async () => ({
    rows: byCode(
      (await nation.statistics.getChinaDictTree({ depth: 3, withStats: true })).filter(
        ({ ratedPower }) => ratedPower,
      ),
      ({ value, ratedPower }) => [value, ratedPower],
    ),
    total: await power(),
  }),
  'the list of provinces': async () => ({
    rows: byCode(await nation.projects.listProvinceSummaries(), ({ code, projectCount }) => [
      code,
      projectCount,
    ]),
    total: (await nation.projects.list({ size: 1 })).totalElements,
  }),
  'the list of provinces in the warehouse': async () => ({
    rows: byCode(
      await nation.projects.listProvinceSummaries({ source: 'warehouse' }),
      ({ code, projectCount }) => [code, projectCount],
    ),
    total: (await nation.projects.list({ source: 'warehouse', size: 1 })).totalElements,
  }),
  'the list of projects': () => counted((query) => nation.projects.list({ size: 1, ...query })),
  'the ledger': () => counted((query) => nation.projects.list({ source: 'warehouse', size: 1, ...query })),
  'the positions on the map': () =>
    counted(async (query) => {
      const { provinceCode } = query
      const points = await nation.projects.findLocations(provinceCode ? { provinceCode: [provinceCode] } : {})
      return { totalElements: points.length }
    }),
  'the exported scale': async () => ({
    rows: byCode(await exported(), ([name, value]) => [name, value]),
    total: await power(),
  }),
}

async function scale(source: 'warehouse' | 'work'): Promise<Figures> {
  const rows = await nation.statistics.getScaleLayout({ source, groupBy: ['region'] })
  const [whole] = await nation.statistics.getScaleLayout({ source })
  return { rows: byCode(rows, ({ key, ratedPower }) => [key, ratedPower]), total: whole?.ratedPower ?? 0 }
}

const power = async () => (await nation.statistics.getScaleLayout())[0]?.ratedPower ?? 0

const units = async () =>
  (await nation.statistics.listChinaDict({ level: 1 }))
    .map(({ value }) => value)
    .filter((code) => !['710000', '810000', '820000'].includes(code))

async function counted(
  list: (query: { provinceCode?: string }) => Promise<{ totalElements: number }>,
): Promise<Figures> {
  const rows = new Map<string, number>()
  for (const provinceCode of await units())
    rows.set(provinceCode, (await list({ provinceCode })).totalElements)
  return { rows, total: (await list({})).totalElements }
}

/** The rows of the units: between the heading, which follows the title, and the total. */
async function exported(): Promise<[string, number][]> {
  const { year } = closedQuarter(day(new Date()))
  const { blob } = await nation.statistics.exportMapData({ year, dimensions: ['region'] })
  const folder = mkdtempSync(join(tmpdir(), 'xinchu-units-'))
  const path = join(folder, 'scale.xlsx')
  writeFileSync(path, new Uint8Array(await blob.arrayBuffer()))
  const rows: [string, number][] = []
  for await (const { cells } of readRows(path)) rows.push([String(cells[0]), Number(cells[2])])
  rmSync(folder, { recursive: true })
  const first = rows.findIndex(([name]) => name === '地区') + 1
  return rows.slice(
    first,
    rows.findIndex(([name]) => name === '合计'),
  )
}

describe.each(Object.entries(STATISTICS))('%s', (_name, read) => {
  test('have 32 provincial units, the Corps among them, which add up to the nation', async () => {
    const { rows, total } = await read()
    expect(rows.size).toBe(32)
    expect(
      roundTo(
        [...rows.values()].reduce((all, value) => all + value, 0),
        4,
      ),
    ).toBe(total)
  })
})

test('an export says that Xinjiang is without the Corps', async () => {
  const names = (await exported()).map(([name]) => name)
  expect(names).toContain('新疆维吾尔自治区（不含兵团）')
  expect(names).toContain('新疆生产建设兵团')
})

test('no project is in two provincial units', async () => {
  const lists = await Promise.all(
    [CORPS, XINJIANG].map((provinceCode) => nation.projects.list({ provinceCode, size: 9999 })),
  )
  const ids = lists.flatMap(({ content }) => content.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  const [ofCorps, ofXinjiang] = lists.map(({ content }) => content.map(({ countyCode }) => countyCode))
  expect(ofXinjiang?.filter((code) => ofCorps?.includes(code))).toEqual([])
})

test('the Corps sees its own figures by division, and Xinjiang has none of them', async () => {
  const corps = await rig.as('corps')
  const rows = await corps.statistics.getScaleLayout({ groupBy: ['region'], provinceCode: [CORPS] })
  expect(rows.map(({ label }) => label)).toContain('石河子市')
  const [whole] = await corps.statistics.getScaleLayout()
  expect(
    roundTo(
      rows.reduce((all, { ratedPower }) => all + ratedPower, 0),
      4,
    ),
  ).toBe(whole?.ratedPower)
  const others = await nation.statistics.getScaleLayout({ groupBy: ['region'], provinceCode: [XINJIANG] })
  const own = new Set(rows.map(({ key }) => key))
  expect(others.filter(({ key }) => own.has(key))).toEqual([])
})
