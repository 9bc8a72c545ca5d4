import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationNames } from '../../src/db/migrate.ts'
import { type EmptyDatabase, openEmpty } from '../support/empty-database.ts'

/** The last migration of the version whose database is upgraded. */
const OLD = '0061'
const CORPS = '660000'
const XINJIANG = '650000'

const until = (last: string) => migrationNames.filter((name) => name.slice(0, 4) <= last)
const named = (number: string) => migrationNames.filter((name) => name.startsWith(number))

/** Divisions as the old version has them: cities of the Corps are counties of Xinjiang. */
const REGIONS = `insert into region (code, name, short_name, level, parent_code, province_code, county_code, region_group)
  values ('${XINJIANG}', '新疆维吾尔自治区', '新疆', 1, null, '${XINJIANG}', null, 'XB'),
    ('${CORPS}', '新疆生产建设兵团', '兵团', 1, null, '${CORPS}', null, 'XB'),
    ('659001', '石河子市', '石河子', 3, '${XINJIANG}', '${XINJIANG}', '659001', 'XB'),
    ('650104', '新市区', '新市区', 3, '${XINJIANG}', '${XINJIANG}', '650104', 'XB');
  insert into org (id, org_name, dept_id, region_code) values (901, '石河子一号储能有限公司', 100, '659001'),
    (902, '新市区一号储能有限公司', 100, '650104');`

/** A project of a county with everything that is stored about it. Record ids begin with the given one. */
const recordsOf = (id: number, county: string, org: number): string => `
  insert into es_project (id, province_code, county_code, project_code, project_name, origin_dept_id, org_id)
    values (${id}, '${XINJIANG}', '${county}', 'P${id}', '${id}号储能电站', 100, ${org});
  insert into warehouse_project (province_code, county_code, year, quarter, project_id, project_version, sync_id,
    project_code, project_name, content)
    values ('${XINJIANG}', '${county}', 2026, 1, ${id}, 0, 1, 'P${id}', '${id}号储能电站',
      '{"province_code": "${XINJIANG}", "county_code": "${county}"}');
  insert into usage_report (id, province_code, project_id, year, quarter, org_id)
    values (${id}, '${XINJIANG}', ${id}, 2026, 1, ${org});
  insert into warehouse_usage (province_code, year, quarter, project_id, usage_id, usage_version, sync_id, period_hours,
    content) values ('${XINJIANG}', 2026, 1, ${id}, ${id}, 0, 1, 2160, '{}');
  insert into year_calc (id, province_code, county_code, scope_type, scope_id, scope_name, year)
    values (${id}, '${XINJIANG}', '${county}', 'ENTERPRISE', ${org}, '${id}号', 2026);
  insert into demo_project (id, demo_code, batch_year, batch_no, project_name, province_code, county_code, org_id)
    values (${id}, 'D${id}', 2026, 1, '${id}号示范', '${XINJIANG}', '${county}', ${org});
  insert into demo_progress (id, demo_project_id, province_code, year, quarter, content)
    values (${id}, ${id}, '${XINJIANG}', 2026, 1, '{}');
  insert into annual_report (id, demo_project_id, province_code, year, content)
    values (${id}, ${id}, '${XINJIANG}', 2026, '{}');
  insert into import_batch (id, org_id, user_id, province_code, file_name)
    values (${id}, ${org}, 1, '${XINJIANG}', '导入.xlsx');
  insert into review_submission (province_code, entity, entity_id, no, content, org_name, user_name)
    select '${XINJIANG}', entity, ${id}, 1, '{}', '单位', '人员' from unnest('${ENTITIES}'::text[]) as e(entity);
  insert into review_remark (province_code, entity, entity_id, field_label, text, origin, level, org_id, raised_by,
    submission_no)
    select '${XINJIANG}', entity, ${id}, '功率', '请核对', 'PERSON', 3, 1, '人员', 1
    from unnest('${ENTITIES}'::text[]) as e(entity);
  insert into flow_history (province_code, biz_type, biz_id, org_name, user_name, dept_id, action, to_status)
    select '${XINJIANG}', entity, ${id}, '单位', '人员', 100, 'SUBMIT', '1'
    from unnest('${ENTITIES}'::text[]) as e(entity);`

const ENTITIES = '{PROJECT,USAGE,YEARCALC,DEMO,PROGRESS,ANNUAL}'

/** Columns that name the record of a row, by table. */
const RECORD: Readonly<Record<string, string>> = {
  es_project: 'id',
  official_project: 'project_id',
  official_record: 'project_id',
  usage_report: 'id',
  official_report: 'project_id',
  year_calc: 'id',
  demo_project: 'id',
  demo_progress: 'id',
  annual_report: 'id',
  import_batch: 'id',
  review_submission: 'entity_id',
  review_remark: 'entity_id',
  flow_history: 'biz_id',
}

const IN_CORPS = 101
const IN_XINJIANG = 102

describe('a database of the version before the Corps had its divisions', () => {
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await openEmpty()
    await database.migrate(until(OLD))
    await database.exec(REGIONS)
    await database.exec(recordsOf(IN_CORPS, '659001', 901))
    await database.exec(recordsOf(IN_XINJIANG, '650104', 902))
    await database.migrate()
  })
  afterAll(() => database.close())

  test.each(Object.entries(RECORD))('has the rows of %s in their provincial units', async (table, column) => {
    const { rows } = await sql<{ id: number; province: string; rows: number }>`
      select ${sql.ref(column)} as id, province_code as province, count(*) as rows from ${sql.table(table)}
      group by 1, 2 order by 1`.execute(database.db)
    expect(rows.map(({ id, province }) => [Number(id), province])).toEqual([
      [IN_CORPS, CORPS],
      [IN_XINJIANG, XINJIANG],
    ])
  })

  test('has the place of a project in the content of its snapshot', async () => {
    const { rows } = await sql<{ province: string }>`
      select content->>'province_code' as province from official_record order by project_id`.execute(
      database.db,
    )
    expect(rows.map(({ province }) => province)).toEqual([CORPS, XINJIANG])
  })

  test('has the divisions under the Corps, each with a position', async () => {
    const divisions = await database.db
      .selectFrom('region')
      .select(['code', 'parent_code', 'lng'])
      .where('province_code', '=', CORPS)
      .where('level', '=', 3)
      .orderBy('code')
      .execute()
    expect(divisions.map(({ code, parent_code }) => [code, parent_code])).toEqual([
      ['659001', CORPS],
      ['661200', CORPS],
    ])
    expect(divisions.every(({ lng }) => lng !== null)).toBe(true)
  })

  test('has no other table with a provincial unit', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'province_code'`.execute(database.db)
    // Divisions, settings of provinces, what provinces themselves report, and what began after the provincial units.
    const others = [
      ...['region', 'fill_time_limit', 'provincial_demo', 'work_report', 'work_report_reminder'],
      ...['record_event', 'statistics_change', 'warehouse_restatement', 'submitted_project', 'objection'],
    ]
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(RECORD), ...others].sort())
  })
})

/** Every column and index of a database. */
async function schemaOf({ db }: EmptyDatabase): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

test('migrations that land below an applied one lead to the same tables', async () => {
  const [inOrder, late] = await Promise.all([openEmpty(), openEmpty()])
  await inOrder.migrate()
  await late.migrate([...until(OLD), ...named('0085')])
  await late.migrate()
  expect(await schemaOf(late)).toEqual(await schemaOf(inOrder))
  await Promise.all([inOrder.close(), late.close()])
})
