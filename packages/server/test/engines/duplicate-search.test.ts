import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDuplicates } from '../../src/domain/es-project/duplicates/find.ts'
import { nameKeys } from '../../src/domain/es-project/duplicates/name-keys.ts'
import { numberColumns } from '../../src/domain/es-project/duplicates/number-keys.ts'
import { compare, HINT } from '../../src/domain/es-project/duplicates/score.ts'
import type { Subject } from '../../src/domain/es-project/duplicates/subject.ts'
import { normalisedName } from '../../src/domain/es-project/name.ts'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  await rig.close()
})

// Beside the ids of the demonstration.
const FIRST = 9_000_000
const PROJECTS = 240

/** A generator of its own, so that a failure comes again. */
function* numbers(): Generator<number, never> {
  for (let state = 20261101; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}
const random = numbers()
const pick = <T>(values: readonly T[]): T => values[Math.floor(random.next().value * values.length)] as T // never empty

type Made = Subject & { id: number }

/** Projects that have much in common, in one city of the last province, with names of a few words. */
function made(at: number): Made {
  const power = pick([50, 50.4, 100, 200])
  const project_name = `${pick(['高沙', '花马', '沙窝', '青山'])}${pick(['河口', '北地', '南塘', '大井'])}${pick(['', '甲', '乙'])}${power}MW${pick(['共享', '独立', '配套'])}储能${pick(['', '一期', '二期'])}`
  return {
    id: FIRST + at,
    province_code: '820000',
    city_code: pick(['820100', '820200']),
    county_code: pick(['820101', '820102', '820103']),
    project_name,
    normalised_name: normalisedName(project_name),
    phase_no: null,
    national_code: null,
    record_no:
      random.next().value < 0.05
        ? pick(['备〔26〕1号', '备[26]1号', '备 （26） 2号', '备【26】2号', '/'])
        : null,
    credit_code: pick(['甲', '乙', '丙', '丁', '戊', '己', '庚', '辛']),
    owner_group_id: pick([null, null, 1, 2]),
    build_status: pick(['1', '2', '4', '6']),
    tech_type: pick(['01', '02']),
    app_sub_scenario: pick(['21', '22']),
    rated_power: power,
    rated_energy: pick([2, 4]) * power,
    longitude: Math.round(1e4 * (113 + 0.3 * random.next().value)) / 1e4,
    latitude: Math.round(1e4 * (22 + 0.3 * random.next().value)) / 1e4,
    substation_name: pick([null, '一变', '二变']),
    grid_voltage: pick(['110', '35']),
  }
}

test('whatever pair scores as a hint is found by its keys', async () => {
  const projects = Array.from({ length: PROJECTS }, (_, at) => made(at))
  const rows = projects.map((project) => ({
    ...project,
    name_keys: nameKeys(project),
    ...numberColumns(project),
    project_code: String(project.id),
    origin_dept_id: 100,
    submitted_once: true,
  }))
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '))
  await sql`insert into es_project (${columns}) select ${columns}
    from jsonb_populate_recordset(null::es_project, ${JSON.stringify(rows)}::text::jsonb)`.execute(rig.db)

  const found = await findDuplicates(rig.db, projects)
  const scores = projects.map((project) =>
    projects
      .filter((other) => other !== project)
      .map((other) => compare(project, other).score)
      .filter((score) => score >= HINT)
      .sort((a, b) => b - a)
      .slice(0, 20),
  )
  expect(found.map((pairs) => pairs.map(({ score }) => score))).toEqual(scores)
  expect(scores.flat().length).toBeGreaterThan(PROJECTS)
})
