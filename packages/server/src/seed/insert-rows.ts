import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const CHUNK = 1000

type Row = Readonly<Record<string, unknown>>

/** Inserts rows of one table, all with the same columns, in few statements. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  for (let start = 0; start < rows.length; start += CHUNK) {
    const part = JSON.stringify(rows.slice(start, start + CHUNK))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${part}::text::jsonb)`.execute(
      db,
    )
  }
}
