import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { refusalCodes } from '../support/rules.ts'
import { sheetOf } from '../support/sheet.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Filter = NonNullable<Parameters<Awaited<ReturnType<Rig['as']>>['demoProjects']['exportList']>[0]>

/** Codes and states of a list as the screen and the workbook have them. */
async function both(username: string, filter: Filter = {}) {
  const { demoProjects } = await rig.sameAs(username)
  const { content } = await demoProjects.list({ ...filter, size: 1000 })
  const { heading, rows } = await sheetOf(await demoProjects.exportList(filter))
  const [code, state] = [heading.indexOf('项目编号'), heading.indexOf('状态')]
  return {
    screen: content.map(({ demoCode, statusLabel }) => [demoCode, statusLabel]),
    file: rows.map((row) => [row[code], row[state]]),
    content,
  }
}

test.each(['nation', 'platform', 'query', 'region_xb', 'office_nx', 'province_nx', 'group_spic'])(
  'the workbook of %s has the projects and states of the screen, none more',
  async (username) => {
    const { screen, file } = await both(username)
    expect(file).toEqual(screen)
  },
)

test.each<[string, Filter]>([
  ['state', { status: ['12'] }],
  ['province', { provinceCode: '640000' }],
  ['recommender', { recommender: '宁夏' }],
  ['keyword', { keyword: '储能' }],
])('screen and workbook are limited by %s alike', async (_what, filter) => {
  const all = await both('nation')
  const some = await both('nation', filter)
  expect(some.file).toEqual(some.screen)
  expect(some.screen.length).toBeGreaterThan(0)
  expect(some.screen.length).toBeLessThanOrEqual(all.screen.length)
  for (const row of some.content) {
    if (filter.recommender) expect(row.recommendOrgName).toContain(filter.recommender)
    if (filter.provinceCode) expect(row.provinceCode).toBe(filter.provinceCode)
    if (filter.status) expect(filter.status).toContain(row.status)
  }
})

test('screen and workbook are limited by batch alike', async () => {
  const all = await both('nation')
  const [first] = all.content
  const batch = { batchYear: first?.batchYear ?? 0, batchNo: first?.batchNo ?? 0 }
  const some = await both('nation', batch)
  expect(some.file).toEqual(some.screen)
  expect(some.screen.map(([code]) => code)).toEqual(
    all.content
      .filter(({ batchYear, batchNo }) => batchYear === batch.batchYear && batchNo === batch.batchNo)
      .map(({ demoCode }) => demoCode),
  )
})

test('a part of a name with a mark of patterns is taken as it is written', async () => {
  expect((await both('nation', { recommender: '%' })).screen).toEqual([])
})

test('an applicant has no workbook of all projects', async () => {
  const { demoProjects } = await rig.sameAs('enterprise_yc')
  expect(await refusalCodes(demoProjects.exportList())).toContain('W-001')
})
