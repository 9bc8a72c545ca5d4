import { fields } from '@xinchu/sdk/fields'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { snake } from '../columns.ts'

/** Columns that hold dictionary values under a different name than in the contract. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  owner_type: ['owner_dict.type', 'org.owner_type'],
  message_type: ['message_push.message_type'],
}

interface Column {
  place: string
  is_list: boolean
}

/** Finds the columns of all tables named after a field that holds this dictionary's values. */
async function columnsOf(db: Db, dict: string): Promise<Column[]> {
  const specs = Object.values(fields).flat()
  const names = [...new Set(specs.filter((spec) => spec.dict === dict).map(({ name }) => snake(name)))]
  const { rows } = await sql<Column>`
    select table_name || '.' || column_name as place, data_type = 'ARRAY' as is_list
    from information_schema.columns
    where table_schema = current_schema() and udt_name in ('text', '_text')
      and (column_name = any(${names}::text[]) or table_name || '.' || column_name = any(${[...(ALSO[dict] ?? [])]}::text[]))`.execute(
    db,
  )
  return rows
}

/** Whether a record, or an entry of a child dictionary, holds this value. */
export async function isReferenced(db: Db, dict: string, value: string): Promise<boolean> {
  const uses = (await columnsOf(db, dict)).map(({ place, is_list }) => {
    const [table = '', column = ''] = place.split('.')
    const held = is_list ? sql`${value} = any(${sql.ref(column)})` : sql`${sql.ref(column)} = ${value}`
    return sql`exists (select 1 from ${sql.table(table)} where ${held})`
  })
  const isParent = sql`exists (select 1 from dict_entry e join dict d on d.id = e.dict_id
    where e.parent = ${value} and d.name <> ${dict} and d.name like ${`${dict.split('_')[0] ?? ''}%`})`
  const { rows } = await sql<{ used: boolean }>`
    select ${sql.join([...uses, isParent], sql` or `)} as used`.execute(db)
  return rows[0]?.used ?? false
}
