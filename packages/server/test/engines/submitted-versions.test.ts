import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuildStatus } from '@xinchu/contract/codes'
import { importRows, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationsDir } from '../../src/db/migrate.ts'
import { type Rig, startRig } from '../rig.ts'
import { csvTable } from '../support/csv-table.ts'
import { goodRow } from '../support/import-rows.ts'
import { soundProject } from '../support/projects.ts'
import { sessionCalls } from '../support/session.ts'
import { sheetOf } from '../support/sheet.ts'

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
const { tokensOf } = sessionCalls(() => rig.url)

beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 60 } })
  enterprise = await rig.sameAs('enterprise_yc')
  county = await rig.sameAs('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const STATE = { buildStatus: Object.values(BuildStatus) }

/** Power of the county's projects in each outlet of the working figures, for these accounts. */
async function power(...usernames: readonly string[]): Promise<unknown> {
  const asked = { countyCode: ['640323'], ...STATE }
  return Promise.all(
    usernames.map(async (username) => {
      const client = await rig.sameAs(username)
      // Enterprises have no statistics but those of their own list.
      const [row] =
        username === 'enterprise_yc' ? [] : await client.statistics.getScaleLayout({ ...asked, groupBy: [] })
      const listed = await client.projects.list({
        ...STATE,
        countyCode: '640323',
        figure: 'scale',
        withSums: true,
        size: 200,
      })
      const points = await client.projects.findLocations({ ...asked, bbox: [105, 36, 109, 39] })
      return {
        call: [row?.projectCount, row?.ratedPower, row?.ratedEnergy],
        rows: [listed.totalElements, listed.ratedPower, listed.ratedEnergy],
        shown: listed.content.map(({ id, ratedPower }) => [id, ratedPower]),
        points: points.map(({ id, ratedPower }) => [id, ratedPower]),
      }
    }),
  )
}

const EVERYBODY = ['enterprise_yc', 'county_yc', 'province_nx', 'nation'] as const
const all = () => power(...EVERYBODY)

let serial = 300
const serialOf = new Map<number, number>()
async function make(): Promise<number> {
  serial += 7
  const { id } = await enterprise.projects.create(soundProject(serial))
  serialOf.set(id, serial)
  return id
}

async function edit(id: number, ratedPower: number): Promise<void> {
  const { version = 0 } = await enterprise.projects.get(id)
  await enterprise.projects.update({
    ...soundProject(serialOf.get(id) ?? 0, { ratedPower, ratedEnergy: ratedPower * 2 }),
    id,
    version,
  })
}

async function step(
  client: XinchuClient,
  id: number,
  action: 'SUBMIT' | 'RETURN' | 'WITHDRAW' | 'PASS',
): Promise<string> {
  const opinion = action === 'RETURN' || action === 'SUBMIT' ? { opinion: '请核对装机' } : {}
  const done = await client.projects.submit({ ids: [id], action, ...opinion })
  expect(done.failed).toEqual([])
  return done.undo?.undoId ?? ''
}

/** A project that the county has returned. */
async function returned(): Promise<number> {
  const id = await make()
  await step(enterprise, id, 'SUBMIT')
  await step(county, id, 'RETURN')
  return id
}

describe('what an author changes in a returned project', () => {
  test('counts for nobody before it is submitted, and for all after that', async () => {
    const id = await returned()
    const before = await all()
    await edit(id, 977)
    expect(await all()).toEqual(before)
    const [listed] = (await enterprise.projects.list({ id })).content
    expect(listed?.ratedPower).toBe(977)
    await step(enterprise, id, 'SUBMIT')
    const after = await all()
    expect(after).not.toEqual(before)
    expect(JSON.stringify(after)).toContain(`[${id},977]`)
  })

  test('counts no longer when the submission is taken back or undone', async () => {
    const id = await returned()
    const before = await all()
    await edit(id, 978)
    await step(enterprise, id, 'SUBMIT')
    await step(enterprise, id, 'WITHDRAW')
    expect(await all()).toEqual(before)
    await edit(id, 979)
    expect(await all()).toEqual(before)
    const undoId = await step(enterprise, id, 'SUBMIT')
    expect(await all()).not.toEqual(before)
    await enterprise.review.undo({ undoId })
    expect(await all()).toEqual(before)
  })

  test('stays out of files and pages of the figures', async () => {
    const id = await returned()
    const asked = { countyCode: '640323', figure: 'scale' as const, ...STATE }
    const outlets = async () => {
      const file = await county.projects.download({
        filter: asked,
        columns: ['projectName', 'ratedPower'],
      })
      const address = `${rig.url}/planningmonitoring/project/map.csv?countyCode=640323`
      const reply = await fetch(address, { headers: { Authorization: (await tokensOf('county_yc')).token } })
      return { sheet: (await sheetOf(file)).rows, page: csvTable(new Uint8Array(await reply.arrayBuffer())) }
    }
    const before = await outlets()
    await edit(id, 981)
    const after = await outlets()
    expect(after.sheet).toEqual(before.sheet)
    expect(after.page.slice(1)).toEqual(before.page.slice(1))
    await step(enterprise, id, 'SUBMIT')
    const submitted = await outlets()
    expect(submitted.sheet).not.toEqual(before.sheet)
    expect(submitted.page.slice(1)).not.toEqual(before.page.slice(1))
  })

  test('counts after submission if a workbook has changed it', async () => {
    serial += 7
    const row = (ratedEnergy: number) => [goodRow(90_000 + serial, { ratedEnergy })]
    const options = { pollInterval: 60, takeReturned: true }
    await importRows(enterprise.imports, row(61), options)
    const { content } = await enterprise.projects.list({ size: 1, sort: ['id,desc'] })
    const id = content[0]?.id ?? 0
    await step(enterprise, id, 'SUBMIT')
    await step(county, id, 'RETURN')
    const before = await all()
    await importRows(enterprise.imports, row(62), options)
    expect((await enterprise.projects.get(id)).ratedEnergy).toBe(62)
    expect(await all()).toEqual(before)
    await step(enterprise, id, 'SUBMIT')
    expect(await all()).not.toEqual(before)
  })
})

test('a project that was submitted once and taken back does not count until it is submitted again', async () => {
  const id = await make()
  const before = await all()
  await step(enterprise, id, 'SUBMIT')
  const counted = await all()
  expect(counted).not.toEqual(before)
  await step(enterprise, id, 'WITHDRAW')
  expect(await all()).toEqual(before)
  await step(enterprise, id, 'SUBMIT')
  expect(await all()).toEqual(counted)
})

test('a reviewer who takes back his own pass changes no figure', async () => {
  const id = await make()
  await step(enterprise, id, 'SUBMIT')
  const counted = await all()
  await step(county, id, 'PASS')
  await step(county, id, 'WITHDRAW')
  expect(await all()).toEqual(counted)
})

test('the copies have the columns of the records, in the same order', async () => {
  const columnsOf = async (table: string) =>
    (
      await sql`select column_name, data_type from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(
        rig.db,
      )
    ).rows
  expect(await columnsOf('submitted_project')).toEqual(await columnsOf('es_project'))
})

/** Takes the database back to the version before copies were kept, and applies the migration to its records. */
async function migrateAgain(): Promise<void> {
  await sql`drop table submitted_project`.execute(rig.db)
  await sql`alter table es_project drop column is_counted`.execute(rig.db)
  await sql`create index es_project_statistics on es_project (build_status)`.execute(rig.db)
  const text = readFileSync(join(migrationsDir, '0200-submitted-project.sql'), 'utf8')
  await sql`${sql.raw(`do $migration$ begin execute $statements$${text}$statements$; end $migration$`)}`.execute(
    rig.db,
  )
}

test('an older database counts what was submitted last', async () => {
  const changed = await returned()
  await edit(changed, 985)
  const [again, once] = [await returned(), await make()]
  await edit(again, 986)
  await step(enterprise, again, 'SUBMIT')
  await step(enterprise, again, 'WITHDRAW')
  await step(enterprise, once, 'SUBMIT')
  await step(enterprise, once, 'WITHDRAW')
  const under = await returned()
  await edit(under, 987)
  const before = await rig.db.selectFrom('submitted_project').selectAll().where('id', '=', changed).execute()
  await step(enterprise, under, 'SUBMIT')
  const figures = await power('nation')
  await migrateAgain()
  expect(await power('nation')).toEqual(figures)
  const after = await rig.db.selectFrom('submitted_project').selectAll().where('id', '=', changed).execute()
  expect(
    after.map(({ rated_power, function_types, hybrid_detail }) => [
      rated_power,
      function_types,
      hybrid_detail,
    ]),
  ).toEqual(
    before.map(({ rated_power, function_types, hybrid_detail }) => [
      rated_power,
      function_types,
      hybrid_detail,
    ]),
  )
  await step(enterprise, under, 'WITHDRAW')
  expect(await power('nation')).not.toEqual(figures)
})

test('the version that counts follows successions of divisions and mergers of owners', async () => {
  const id = await returned()
  await edit(id, 983)
  const admin = await rig.sameAs('admin')
  const owners = await admin.owners.list()
  const [from, into] = owners
  await sql`update submitted_project set owner_group_id = ${from?.id} where id = ${id}`.execute(rig.db)
  await admin.owners.merge({ fromId: from?.id ?? 0, intoId: into?.id ?? 0 })
  await admin.regions.recordSuccession({
    ...{ fromCode: '640323', toCode: '640324', kind: '1' },
    ...{ effectiveDate: '2026-03-01', documentNo: '民函〔2026〕2号' },
  })
  const { rows } =
    await sql`select county_code, owner_group_id, is_counted from submitted_project where id = ${id}`.execute(
      rig.db,
    )
  expect(rows).toEqual([{ county_code: '640324', owner_group_id: into?.id, is_counted: true }])
})
