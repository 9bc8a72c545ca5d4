import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DbPool, Trx } from './database.ts'

const TRIES = 4
const FIRST_PAUSE_MS = 20

/** SQLSTATEs of a transaction that the database rolled back in favour of another: serialization failure, deadlock. */
const CLASHES = new Set(['40001', '40P01'])

const isClash = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && CLASHES.has(String(error.code))

/** Runs work in the caller's transaction or in a new one. */
export type Transact = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
/**
 * Runs a call's work in one transaction, which also records the call in the audit log.
 * @param ids records that the work changes, for a call that names them by conditions
 */
export type Change = <T>(work: (trx: Trx) => Promise<T>, ids?: readonly number[]) => Promise<T>

/**
 * Runs work in one transaction. A clash with another transaction runs the work again from its start, so it must change
 * nothing but the database. There are no nested transactions: a `Trx` is no `DbPool`.
 */
export async function inTransaction<T>(db: DbPool, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === TRIES || !isClash(error)) throw error
      await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

/**
 * Makes all reads of a transaction see what was committed at its first one, for comparisons of what several statements
 * read. It comes before that read, and waits for no writer.
 */
export async function readOneMoment(trx: Trx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(trx)
}
