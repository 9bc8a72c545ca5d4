import type { Db } from './database.ts'

const origins = new WeakMap<Db, Db>()

/** States that background work reaches a database by this way, so that what is kept of one is kept of both. */
export const leadsTo = (way: Db, db: Db): unknown => (way === db ? undefined : origins.set(way, db))

/** The way to the database that what is kept of it belongs to. */
export const originOf = (db: Db): Db => origins.get(db) ?? db

/** Whether requests go before the statements of this way, and wait for each of them. */
export const isBehind = (db: Db): boolean => origins.has(db)
