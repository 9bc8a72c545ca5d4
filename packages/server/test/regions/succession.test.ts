import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { goodRow } from '../support/import-rows.ts'
import { soundProject } from '../support/projects.ts'
import { refusal } from '../support/refusal.ts'

// 盐池县 becomes a part of 同心县, which is invented.
const FROM = '640323'
const INTO = '640324'

let rig: Rig
let admin: XinchuClient
let county: XinchuClient
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
  county = await rig.as('county_yc')
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const MERGER = {
  fromCode: FROM,
  toCode: INTO,
  kind: '1',
  effectiveDate: '2026-03-01',
  documentNo: '民函〔2026〕1号',
} as const

const countIn = async (client: XinchuClient, countyCode: string) =>
  (await client.projects.list({ countyCode, size: 1 })).totalElements
const usageOf = async (code: string) =>
  (await admin.regions.listSuccessions()).usage.find((each) => each.code === code)
const storedPlaces = async () => {
  const { rows } = await sql<{ code: string; count: number }>`
    select county_code as code, count(*) as count from official_project
    where province_code = '640000' group by 1 order by 1`.execute(rig.db)
  return rows
}

test('a merger is counted first, then moves what is in use, and the county works on', async () => {
  const draft = await enterprise.projects.create(soundProject(1))
  const [from, into, stored] = [await usageOf(FROM), await usageOf(INTO), await storedPlaces()]
  const nation = await rig.as('nation')
  const official = (countyCode: string) =>
    nation.statistics.getScaleLayout({ source: 'warehouse', year: 2025, countyCode: [countyCode] })
  const figures = [await official(FROM), await official(INTO)]
  const seen = (await county.projects.list({ size: 1 })).totalElements
  const [inFrom, inInto] = [await countIn(admin, FROM), await countIn(admin, INTO)]
  const plan = await admin.regions.recordSuccession({ ...MERGER, dryRun: true })
  expect(plan).toMatchObject({ projectCount: from?.projectCount, orgCount: from?.orgCount })
  expect(plan.draftCount).toBeGreaterThan(0)
  expect(plan.accountCount).toBeGreaterThan(0)
  expect(await usageOf(FROM)).toEqual(from)

  expect(await admin.regions.recordSuccession(MERGER)).toEqual(plan)
  expect(await usageOf(FROM)).toBeUndefined()
  expect(await usageOf(INTO)).toMatchObject({
    projectCount: (into?.projectCount ?? 0) + plan.projectCount,
    orgCount: (into?.orgCount ?? 0) + plan.orgCount,
  })
  expect((await county.projects.list({ size: 1 })).totalElements).toBeGreaterThanOrEqual(seen)
  // A list that is filtered by the old code has the successor's rows.
  expect(await countIn(admin, FROM)).toBe(inFrom + inInto)
  expect(await countIn(county, INTO)).toBeGreaterThanOrEqual(seen)
  // Snapshots keep the division that they were stored with.
  expect(await storedPlaces()).toEqual(stored)
  // Their figures are asked for by the code that they were published with.
  expect([await official(FROM), await official(INTO)]).toEqual(figures)
  expect(figures[0]?.[0]?.ratedPower).toBeGreaterThan(0)

  const project = await enterprise.projects.get(draft.id)
  expect(project).toMatchObject({ cityCode: '640300', countyCode: INTO })
  expect(project.flow?.history.at(-1)).toMatchObject({ opinion: '原属盐池县（2026年3月1日并入同心县）' })
})

test('an ended division is refused in forms', async () => {
  expect(await refusal(enterprise.projects.create(soundProject(2)))).toMatchObject({
    status: 400,
    message: '县（区）：盐池县已于2026年3月1日并入同心县，请选择同心县',
  })
  const office = { orgName: '盐池县发展和改革局', deptId: 5, regionCode: FROM, enabled: true } as const
  expect(await refusal(admin.orgs.create(office))).toMatchObject({ status: 400 })
})

test.each([
  ['by name', { city: '吴忠市', county: '盐池县' }, 31],
  ['by short name', { city: '吴忠', county: '盐池' }, 32],
  ['by code', { city: '640300', county: FROM }, 33],
])('an import that names it %s is taken to its successor with a warning', async (_how, places, serial) => {
  const row = Object.fromEntries(
    Object.entries(goodRow(serial, places)).map(([name, value]) => [name, String(value)]),
  )
  const { id } = await enterprise.imports.upload({ clientKey: `former-${serial}`, rows: [row], last: true })
  await expect.poll(async () => (await enterprise.imports.get(id)).state).toBe('READY')
  const { rows } = await enterprise.imports.list({ batchId: id })
  expect(rows?.[0]).toMatchObject({
    state: 'WARN',
    warnings: [
      { code: 'W-035', message: expect.stringContaining('盐池县已于2026年3月1日并入同心县，按同心县导入') },
    ],
  })
  await enterprise.imports.commit(id, {})
  await expect.poll(async () => (await enterprise.imports.get(id)).state).toBe('DONE')
  const { content } = await enterprise.projects.list({ keyword: String(row['projectName']) })
  expect(content[0]).toMatchObject({ cityCode: '640300', countyCode: INTO })
})

test('a second succession takes the first one along', async () => {
  await admin.regions.recordSuccession({
    ...MERGER,
    fromCode: INTO,
    toCode: '640381',
    effectiveDate: '2026-04-01',
  })
  expect(await countIn(admin, FROM)).toBe(await countIn(admin, '640381'))
  const { successions } = await admin.regions.listSuccessions()
  expect(successions.slice(0, 2).map(({ fromName, toName }) => [fromName, toName])).toEqual([
    ['同心县', '青铜峡市'],
    ['盐池县', '同心县'],
  ])
})

test('a succession founds a division that the list does not have yet', async () => {
  await admin.regions.recordSuccession({
    ...MERGER,
    fromCode: '640381',
    toCode: '640305',
    toName: '青铜峡区',
    kind: '2',
    effectiveDate: '2026-05-01',
  })
  const [node] = (await admin.statistics.listChinaDict({ parentCode: '640300' })).filter(
    ({ value }) => value === '640305',
  )
  expect(node).toMatchObject({ label: '青铜峡区', shortName: '青铜峡', level: 3, parentCode: '640300' })
  expect(await countIn(admin, FROM)).toBe(await countIn(admin, '640305'))
  expect((await county.projects.list({ size: 1 })).totalElements).toBeGreaterThan(0)
})
