import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

/** Creates the query builder over a pool of either engine. */
export const kyselyOver = (pool: PostgresPool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
