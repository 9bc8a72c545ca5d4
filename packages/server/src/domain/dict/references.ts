import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { snake } from '../columns.ts'

type Usage = components['schemas']['DictUsage']

/** Columns that hold dictionary values under a different name than in the contract. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  owner_type: ['owner_dict.type', 'org.owner_type'],
  message_type: ['message_push.message_type'],
}

/** Names of the records of a table, for users. */
const KINDS: Readonly<Record<string, string>> = {
  es_project: '项目',
  submitted_project: '项目（已提交的版本）',
  official_project: '入库项目',
  official_report: '入库季度使用情况',
  usage_report: '季度使用情况',
  year_calc: '年度测算',
  demo_project: '示范项目',
  demo_progress: '示范项目进展',
  annual_report: '示范项目年度报告',
  provincial_demo: '省级示范项目',
  work_report: '省级工作报告',
  expert_profile: '评审专家',
  expert_group: '专家组',
  expert_score: '专家打分',
  assess_index: '评价指标',
  index_value: '指标值',
  section_info: '栏目内容',
  message_push: '消息',
  message_template: '消息模板',
  fill_time: '填报时间',
  owner_dict: '业主与集团',
  org: '机构',
  app_user: '用户',
  import_batch: '导入批次',
  file_info: '附件',
}
const OTHER = '其他记录'

interface Column {
  table: string
  column: string
  is_list: boolean
}

/** Finds the columns of all tables named after a field that holds this dictionary's values. */
async function columnsOf(db: Db, dict: string): Promise<Column[]> {
  const specs = Object.values(fields).flat()
  const names = [...new Set(specs.filter((spec) => spec.dict === dict).map(({ name }) => snake(name)))]
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.data_type = 'ARRAY' as is_list
    from information_schema.columns c join information_schema.tables t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.udt_name in ('text', '_text')
      and (c.column_name = any(${names}::text[])
        or c.table_name || '.' || c.column_name = any(${[...(ALSO[dict] ?? [])]}::text[]))
    order by 1, 2`.execute(db)
  return rows
}

/** SQL condition: a column of the table holds the value `v`. */
const holding = (columns: readonly Column[]) =>
  sql.join(
    columns.map(({ column, is_list }) =>
      is_list ? sql`v = any(t.${sql.ref(column)})` : sql`t.${sql.ref(column)} = v`,
    ),
    sql` or `,
  )

/** Counts the records that hold each of these values, by kind, in two queries. */
export async function usageOf(
  db: Db,
  dict: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, Usage[]>> {
  const usage = new Map<string, Usage[]>(values.map((value) => [value, []]))
  if (values.length === 0) return usage
  const columns = await columnsOf(db, dict)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const given = sql`unnest(${[...values]}::text[]) as v`
  const counts = tables.map(
    (table) => sql`select ${KINDS[table] ?? OTHER}::text as kind, v as value, count(*) as count
      from ${sql.table(table)} t join ${given} on ${holding(columns.filter((each) => each.table === table))} group by v`,
  )
  const children = sql`select '下级字典项' as kind, v as value, count(*) as count
    from dict_entry e join dict d on d.id = e.dict_id join ${given} on e.parent = v
    where d.name <> ${dict} and d.name like ${`${dict.split('_')[0] ?? ''}%`} group by v`
  const { rows } = await sql<{ kind: string; value: string; count: number }>`
    select kind, value, sum(count)::bigint as count from (${sql.join([...counts, children], sql` union all `)}) found
    group by kind, value order by count desc, kind`.execute(db)
  for (const { kind, value, count } of rows) usage.get(value)?.push({ kind, count })
  return usage
}

/** Whether a record, or an entry of a child dictionary, holds this value. */
export async function isReferenced(db: Db, dict: string, value: string): Promise<boolean> {
  return ((await usageOf(db, dict, [value])).get(value)?.length ?? 0) > 0
}
