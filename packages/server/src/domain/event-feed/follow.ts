import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import type { Caller } from '../caller.ts'
import { numberEvents } from '../events/order.ts'
import type { EventWatch } from '../events/watch.ts'
import { type EventQuery, readEvents } from './feed.ts'

interface Means {
  db: Db
  transact: Transact
  events: Pick<EventWatch, 'beyond'>
  now(): Date
  /** Aborted when the caller has gone. */
  signal: AbortSignal
}

/**
 * Reads the events after a position. Without any, waits for them as long as the caller wants to.
 * @throws HttpError 410 for a position that events cannot be read from, 429 if too many requests wait
 */
export async function followEvents(
  { db, transact, events, now, signal }: Means,
  { wait = 0, ...query }: EventQuery,
  user: Caller,
): Promise<components['schemas']['EventPage']> {
  const end = performance.now() + wait * 1000
  await numberEvents(db, transact, now())
  for (let after = query.after; ; ) {
    const page = await readEvents(db, after === undefined ? query : { ...query, after }, user)
    const left = end - performance.now()
    if (page.content.length > 0 || page.more || left <= 0 || signal.aborted) return page
    await events.beyond(page.next, { userId: user.id, ms: left, signal })
    // What others did may have moved the position, which the next page starts after.
    after = page.next
  }
}
