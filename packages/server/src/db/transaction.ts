import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema.ts'

const TRIES = 4
const FIRST_PAUSE_MS = 20

/** SQLSTATEs by which the database gives one of several transactions up for the others' sake. */
const CLASHES = new Set(['40001', '40P01'])

const isClash = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && CLASHES.has(String(error.code))

/** A transaction that begins within another is a savepoint: what it did is undone alone when it fails. */
async function within<T>(trx: Transaction<Database>, work: (trx: Db) => Promise<T>): Promise<T> {
  const name = sql.id(`s_${crypto.randomUUID().replaceAll('-', '')}`)
  await sql`savepoint ${name}`.execute(trx)
  try {
    const result = await work(nestable(trx))
    await sql`release savepoint ${name}`.execute(trx)
    return result
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(trx)
    throw error
  }
}

/** A transaction as a database, so that what works by itself can become a part of something larger. */
function nestable(trx: Transaction<Database>): Db {
  const begin = () => ({ execute: <T>(work: (trx: Db) => Promise<T>) => within(trx, work) })
  return new Proxy<Db>(trx, {
    get(target, key) {
      if (key === 'transaction') return begin
      const value: unknown = Reflect.get(target, key, target)
      // Its methods reach for private fields, which the proxy does not have.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Runs the change that a call makes in one transaction, which also holds its entry in the audit log. */
export type Change = <T>(work: (trx: Db) => Promise<T>) => Promise<T>

/** Does work in one transaction, again from the beginning where it clashes with another one. */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((trx) => work(nestable(trx)))
    } catch (error) {
      if (attempt === TRIES || !isClash(error)) throw error
      await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}
