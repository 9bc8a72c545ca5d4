import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { packageRoot } from '../runtime/package-root.ts'
import type { Db } from './database.ts'

/** Folder of the numbered migrations, in the sources and in the build. */
export const migrationsDir: string = join(packageRoot, 'src/db/migrations')

/** The migrations of this version, in order. */
export const migrationNames: readonly string[] = readdirSync(migrationsDir)
  .filter((file) => file.endsWith('.sql'))
  .sort()

/**
 * Applies the missing migrations, forward only. Each runs in one transaction with its record, so an interrupted one is
 * repeated. Copies of the server that start together wait at a table lock.
 * @throws Error if the database has migrations that this version does not know
 * @param exec runs several statements
 * @param names the migrations to apply, by default all
 */
export async function migrate(
  db: Db,
  exec: (text: string) => Promise<void>,
  names: readonly string[] = migrationNames,
): Promise<void> {
  await exec(`create table if not exists schema_migration (
    name text primary key,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !migrationNames.includes(name)).sort()
  if (unknown.length > 0) throw new Error(`数据库结构由更新的版本建立（${unknown.join('、')}），请升级本程序`)
  for (const file of names) {
    if (applied.has(file)) continue
    const text = readFileSync(join(migrationsDir, file), 'utf8')
    // The name is a file name of this package.
    await exec(`begin;
lock table schema_migration in exclusive mode;
do $migration$ begin
  if not exists (select 1 from schema_migration where name = '${file}') then
    execute $statements$${text}$statements$;
    insert into schema_migration (name) values ('${file}');
  end if;
end $migration$;
commit;`)
  }
}
