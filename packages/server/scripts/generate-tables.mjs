// Writes src/db/gen/tables.ts: the types of the tables, read from an embedded database with all migrations applied.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as Postgres } from 'kysely-codegen'

const db = fileURLToPath(new URL('../src/db', import.meta.url))
const migrations = join(db, 'migrations')

const lite = await PGlite.create()
for (const file of readdirSync(migrations).sort())
  await lite.exec(readFileSync(join(migrations, file), 'utf8'))

const pool = {
  connect: async () => ({ query: (text, values) => lite.query(text, values), release() {} }),
  end: () => lite.close(),
}
const kysely = new Kysely({ dialect: new PostgresDialect({ pool }) })
await generate({
  db: kysely,
  dialect: new Postgres(),
  outFile: join(db, 'gen/tables.ts'),
  // As src/db/parsers.ts reads values. JSON is read as a value and written as text.
  typeMapping: {
    int8: 'number',
    numeric: 'number',
    date: 'string',
    timestamptz: 'string',
    bytea: 'Uint8Array',
    jsonb: 'ColumnType<unknown, string, string>',
  },
})
await kysely.destroy()
