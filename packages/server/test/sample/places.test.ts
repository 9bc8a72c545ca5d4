import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

test('no company, project or application of the sample names its province twice', async () => {
  const { rows } = await sql<{ name: string }>`
    select n.name from (select org_name as name from org union all select project_name from es_project
      union all select company_name from es_project union all select project_name from demo_project) n
    where exists (select from region r where r.level = 1 and n.name like r.short_name || r.short_name || '_%')`.execute(
    rig.db,
  )
  expect(rows.map(({ name }) => name)).toEqual([])
})
