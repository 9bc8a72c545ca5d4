import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../../../sample/src/random.ts'
import { insertProjects, manyLike } from '../../bench/support/many-projects.ts'
import type { Db } from '../../src/db/database.ts'
import { tend } from '../../src/db/embedded/upkeep.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import type { Caller, CallerRole } from '../../src/domain/caller.ts'
import { findDuplicates } from '../../src/domain/es-project/duplicates/find.ts'
import type { Subject } from '../../src/domain/es-project/duplicates/subject.ts'
import { pageProjects } from '../../src/domain/es-project/page.ts'
import { countByStatus } from '../../src/domain/es-project/summary.ts'
import { projectLocations } from '../../src/domain/statistics/locations.ts'
import { figuresByPlace } from '../../src/domain/statistics/places.ts'
import { scaleLayout } from '../../src/domain/statistics/scale.ts'
import { sumUsage } from '../../src/domain/statistics/usage-sums.ts'
import { embeddedTemplate as template } from '../support/database.ts'
import { plansOf } from '../support/plans.ts'

// A PostgreSQL server has its own upkeep.
let opened: OpenDatabase
beforeAll(async () => {
  opened = await openDatabase({ template })
})
afterAll(() => opened.close())

const PROJECTS = 16_000
const FIRST_ID = 10_000_000
const NATION: CallerRole = { id: 11, name: '', level: 1, dataScope: 'nation' }
const nation: Caller = {
  ...{
    id: 1,
    sessionId: '',
    username: 'nation',
    realName: '',
    deptId: 1,
    orgId: 1,
    orgName: '',
    roles: [NATION],
    permissions: [],
  },
  ...{ regionCode: undefined, provinceCode: undefined, cityCode: undefined, countyCode: undefined },
  ...{
    regionGroup: undefined,
    ownerGroupId: undefined,
    formerCodes: [],
    formerOwners: [],
    creditCode: undefined,
    flag: 'not',
    purpose: '',
  },
  ...{ isService: false, hasSecondFactor: false },
}

const visiblePart = async (): Promise<number> => {
  const { rows } = await sql<{ part: number }>`
    select relallvisible * 8192.0 / pg_relation_size(oid) as part from pg_class where relname = 'es_project'`.execute(
    opened.db,
  )
  return rows[0]?.part ?? 0
}

test('a demonstration starts with statistics of its tables, so that the first readings have good plans', async () => {
  const { rows } = await sql<{ known: number; real: number }>`
    select c.reltuples as known, n.real from pg_class c join (
      select 'es_project' as name, count(*)::int as real from es_project
      union all select 'usage_report', count(*)::int from usage_report) n on n.name = c.relname`.execute(
    opened.db,
  )
  expect(rows.map(({ known, real }) => [known, real])).toEqual(rows.map(({ real }) => [real, real]))
  expect(rows.every(({ real }) => real > 1_000)).toBe(true)
})

test('a table that has grown is looked after once, and what has not changed is left alone', async () => {
  expect(await tend(opened.db)).toEqual([])
  await insertProjects(opened.db, PROJECTS, (at) => manyLike(FIRST_ID + at, randomFrom(at)))
  expect(await visiblePart()).toBeLessThan(0.5)
  expect(await tend(opened.db)).toEqual(['es_project'])
  expect(await visiblePart()).toBe(1)
})

const scale = { dimensions: ['region'] as const }
const period = { year: 2025, quarter: 3 as const }

test.each<[string, (db: Db) => Promise<unknown>, string]>([
  ['the scale of the nation', (db) => scaleLayout(db, scale, nation, 2026), 'es_project_statistics'],
  [
    'the scale by sub-technology',
    (db) => scaleLayout(db, { dimensions: ['techSubType'] }, nation, 2026),
    'es_project_statistics',
  ],
  ['the map of the nation', (db) => projectLocations(db, {}, nation), 'es_project_statistics'],
  [
    'the use of stations',
    (db) => sumUsage(db, { dimensions: [] }, nation, [period]),
    'es_project_statistics',
  ],
  ['the figures of divisions', (db) => figuresByPlace(db, { level: 1 }, nation), 'es_project_statistics'],
  ['counts by state', (db) => countByStatus(db, 'declare_status', {}, nation), 'es_project_submitted'],
])('after it, %s are answered by an index alone', async (_what, work, index) => {
  const scans = await plansOf(opened.db, work)
  expect(scans).toContainEqual({ table: 'es_project', kind: 'Index Only Scan', index })
  expect(scans.filter(({ table, kind }) => table === 'es_project' && kind === 'Seq Scan')).toEqual([])
})

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['a page of a list', (db) => pageProjects(db, {}, nation, new Date())],
  ['a page of the largest', (db) => pageProjects(db, { sort: ['ratedPower,desc'] }, nation, new Date())],
  [
    'a page of the latest changed',
    (db) => pageProjects(db, { sort: ['updateTime,desc'] }, nation, new Date()),
  ],
  ['a search for duplicates', (db) => findDuplicates(db, [manyLike(0, randomFrom(7)) as unknown as Subject])], // its columns
])('after it, %s reads no table from end to end', async (_what, work) => {
  const scans = await plansOf(opened.db, work)
  expect(scans.map(({ table }) => table)).toContain('es_project')
  expect(scans.filter(({ table, kind }) => table === 'es_project' && kind === 'Seq Scan')).toEqual([])
})
