import { sql } from 'kysely'
import type { Rig } from '../rig.ts'
import type { Subject } from './subject.ts'

type Row = Readonly<Record<string, unknown>>

/** What the platform keeps of a record, apart from events and the audit log. */
export type Stored = Readonly<Record<string, readonly Row[]>>

const OF_RECORD = ['review_remark', 'review_submission', 'review_draft'] as const
const OF_FLOW = ['flow_history', 'message_push'] as const

/** Reads and writes all that is kept of one record. */
export function storeOf({ db }: Rig, { entity, table }: Pick<Subject, 'entity' | 'table'>, id: number) {
  const parts: readonly (readonly [name: string, condition: ReturnType<typeof sql>])[] = [
    [table, sql`t.id = ${id}`],
    ...OF_RECORD.map((name) => [name, sql`t.entity = ${entity} and t.entity_id = ${id}`] as const),
    ...OF_FLOW.map((name) => [name, sql`t.biz_type = ${entity} and t.biz_id = ${id}`] as const),
  ]

  const columns = new Map<string, string[]>()
  async function columnsOf(name: string): Promise<string[]> {
    const known = columns.get(name)
    if (known) return known
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns
      where table_schema = current_schema() and table_name = ${name} and is_generated = 'NEVER'`.execute(db)
    const found = rows.map(({ column_name }) => column_name)
    columns.set(name, found)
    return found
  }

  async function put(name: string, condition: ReturnType<typeof sql>, rows: readonly Row[]): Promise<void> {
    const own = (await columnsOf(name)).filter((column) => name !== table || column !== 'id')
    const list = sql.join(own.map((column) => sql.ref(column)))
    const from = sql`jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::text::jsonb) n`
    if (name === table) {
      const sets = sql.join(own.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))
      await sql`update ${sql.table(name)} t set ${sets} from ${from} where t.id = n.id`.execute(db)
      return
    }
    await sql`delete from ${sql.table(name)} t where ${condition}`.execute(db)
    await sql`insert into ${sql.table(name)} (${list}) overriding system value select ${list} from ${from}`.execute(
      db,
    )
  }

  return {
    async read(): Promise<Stored> {
      const tables = parts.map(async ([name, condition]) => {
        const { rows } = await sql<{ row: Row }>`
          select to_jsonb(t) as row from ${sql.table(name)} t where ${condition} order by to_jsonb(t)::text`.execute(
          db,
        )
        return [name, rows.map(({ row }) => row)] as const
      })
      return Object.fromEntries(await Promise.all(tables))
    },
    async write(stored: Stored): Promise<void> {
      await Promise.all(parts.map(([name, condition]) => put(name, condition, stored[name] ?? [])))
    },
    async set(values: Row): Promise<void> {
      const sets = sql.join(
        Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )
      await sql`update ${sql.table(table)} set ${sets} where id = ${id}`.execute(db)
    },
  }
}

export type RecordStore = ReturnType<typeof storeOf>
