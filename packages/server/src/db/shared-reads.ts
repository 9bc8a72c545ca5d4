import type { Db } from './database.ts'
import { isBehind } from './origin.ts'

/** Reads under way, by name. */
export type Reads<T> = Map<string, Promise<T>>

/** Calls at the same time share one read. Requests do not share those of background work, which they would wait for. */
export function sharedRead<T>(db: Db, reads: Reads<T>, name: string, read: () => Promise<T>): Promise<T> {
  const key = `${isBehind(db)} ${name}`
  const begun = reads.get(key) ?? read().finally(() => reads.delete(key))
  reads.set(key, begun)
  return begun
}
