import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationNames } from '../../src/db/migrate.ts'
import { type EmptyDatabase, openEmpty } from '../support/empty-database.ts'

const until = (last: string) => migrationNames.filter((name) => name.slice(0, 4) <= last)

const NX = '640000'
const LONG_AGO = '2024-03-01T00:00:00Z'
const LATELY = '2024-05-01T00:00:00Z'
const BEFORE = 1
const SINCE = 2

/** A draft of each kind, with the same id. */
const draftsOf = (id: number, deleted: boolean) => `
  insert into es_project (id, province_code, project_code, project_name, origin_dept_id, org_id, deleted, update_time)
    values (${id}, '${NX}', 'P${id}', '${id}号储能电站', 100, 901, ${deleted}, '${LONG_AGO}');
  insert into demo_project (id, demo_code, batch_year, batch_no, project_name, province_code, org_id, deleted, update_time)
    values (${id}, 'D${id}', 2024, 1, '${id}号示范', '${NX}', 901, ${deleted}, '${LONG_AGO}');
  insert into provincial_demo (id, province_code, year, project_name, content, org_id, deleted, update_time)
    overriding system value values (${id}, '${NX}', 2024, '${id}号省级示范', '{}', 901, ${deleted}, '${LONG_AGO}');`

let database: EmptyDatabase
beforeAll(async () => {
  database = await openEmpty()
  await database.migrate(until('0262'))
  await database.exec(`insert into region (code, name, short_name, level, province_code, region_group)
      values ('${NX}', '宁夏回族自治区', '宁夏', 1, '${NX}', 'XB');
    insert into org (id, org_name, dept_id, region_code) values (901, '一号储能有限公司', 100, '${NX}');
    ${draftsOf(BEFORE, true)} ${draftsOf(SINCE, false)}`)
  await database.migrate(until('0263'))
  for (const [table, entity] of [
    ['es_project', 'PROJECT'],
    ['demo_project', 'DEMO'],
    ['provincial_demo', 'PROV_DEMO'],
  ])
    await database.exec(`update ${table} set deleted = true where id = ${SINCE};
      insert into deleted_draft (entity, record_id, deleted_at) values ('${entity}', ${SINCE}, '${LATELY}')`)
  await database.migrate()
})
afterAll(() => database.close())

const deletedAt = async (id: number) => {
  const { rows } = await sql<{ entity: string; isNew: boolean; isLately: boolean }>`
    select entity, deleted_at > now() - interval '1 day' as "isNew", deleted_at = ${LATELY} as "isLately"
    from deleted_draft where record_id = ${id} order by entity`.execute(database.db)
  return rows
}

test('drafts deleted before there was a bin can be restored for 30 days from the upgrade', async () => {
  expect(await deletedAt(BEFORE)).toEqual(
    ['DEMO', 'PROJECT', 'PROV_DEMO'].map((entity) => ({ entity, isNew: true, isLately: false })),
  )
})

test('drafts deleted since then keep the time of their deletion', async () => {
  expect(await deletedAt(SINCE)).toEqual(
    ['DEMO', 'PROJECT', 'PROV_DEMO'].map((entity) => ({ entity, isNew: false, isLately: true })),
  )
})
