import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** The members of Kysely that build and run statements; `sql` needs `getExecutor`. */
type Statements = 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor' | 'isTransaction'

/** The opened database. Only `inTransaction` begins transactions on it. */
export type DbPool = Kysely<Database>

/** Runs statements, singly or within a transaction. Cannot begin a transaction. */
export type Db = Pick<DbPool, Statements>

/** A transaction in progress, which functions that write several rows require. It cannot begin another. */
export type Trx = Pick<Transaction<Database>, Statements>

/** Creates the query builder over a pool of either engine. */
export const kyselyOver = (pool: PostgresPool): DbPool =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
