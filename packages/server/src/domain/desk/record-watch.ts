import type { PassThrough } from 'node:stream'
import { REVIEWED_KINDS, type ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { Polling } from '../../runtime/polling.ts'
import type { Caller } from '../caller.ts'
import { readableHistory } from './readable-history.ts'
import { findReviewed } from './records.ts'

interface Watched {
  /** The record as the page names it, such as `PROJECT:1447`. */
  subject: string
  entity: ReviewedKind
  id: number
  /** Stamp of all steps. */
  stamp: string
  /** Stamp of the steps that the reader may learn. */
  seen: string
}

interface Follower {
  stream: PassThrough
  user: Caller
  records: readonly Watched[]
}

interface Options {
  db: Db
  config: { recordSeconds: number }
  onError(error: unknown): void
}

/** The record that a page names; undefined for a kind that is not reviewed. */
function named(subject: string): { entity: ReviewedKind; id: number } | undefined {
  const [kind, id] = subject.split(':')
  const entity = REVIEWED_KINDS.find((each) => each === kind)
  return entity && { entity, id: Number(id) }
}

/** Actions that move nothing. */
const UNTOLD: readonly string[] = ['SAVE', 'READ']

/** The steps that a user may learn of a record in short; undefined if he does not see the record. */
async function seenBy(
  db: Db,
  { entity, id }: Pick<Watched, 'entity' | 'id'>,
  user: Caller,
): Promise<string | undefined> {
  const [record] = await findReviewed(db, entity, [id], user)
  if (!record) return undefined
  const steps = (await readableHistory(db, record, user)).filter(({ action }) => !UNTOLD.includes(action))
  const last = steps.at(-1)
  return [steps.length, last?.time, last?.action].join()
}

/** Stamps of the steps of these records, undone ones left out. */
async function stampsOf(
  db: Db,
  records: readonly Pick<Watched, 'entity' | 'id'>[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; stamp: string }>`
    select h.biz_type || ':' || h.biz_id as subject, concat_ws('/', max(h.id), count(distinct h.id)) as stamp
    from flow_history h
    join rows from (unnest(${records.map(({ entity }) => entity)}::text[]), unnest(${records.map(({ id }) => id)}::bigint[]))
      as w(entity, id) on h.biz_type = w.entity and h.biz_id = w.id
    where not h.undone and h.action <> all(${UNTOLD}::text[]) group by h.biz_type, h.biz_id`.execute(db)
  return new Map(rows.map(({ subject, stamp }) => [subject, stamp]))
}

/**
 * Tells open pages of steps on the records that they show. One query for all pages finds which records have new steps;
 * only then each reader's own history is read, so that nobody is told of a step that is sealed for him.
 */
export class RecordWatch {
  readonly #db: Db
  readonly #followers = new Set<Follower>()
  readonly #polling: Polling

  constructor({ db, config, onError }: Options) {
    this.#db = db
    this.#polling = new Polling({ seconds: config.recordSeconds, look: () => this.#look(), onError })
  }

  /** Returns the named records that a user sees, as they are now. */
  async watchable(subjects: readonly string[], user: Caller): Promise<readonly Watched[]> {
    const records = [...new Set(subjects)].flatMap((subject) => {
      const record = named(subject)
      return record ? [{ subject, ...record }] : []
    })
    // Stamps first: a step in between is found by the next look.
    const stamps = await stampsOf(this.#db, records)
    const found: Watched[] = []
    for (const record of records) {
      const seen = await seenBy(this.#db, record, user)
      if (seen !== undefined) found.push({ ...record, stamp: stamps.get(record.subject) ?? '', seen })
    }
    return found
  }

  /** Sends an event to a page for each step on its records, until its stream ends. */
  follow(stream: PassThrough, records: readonly Watched[], user: Caller): void {
    if (records.length === 0 || stream.destroyed) return
    const follower = { stream, user, records }
    this.#followers.add(follower)
    stream.once('close', () => {
      this.#followers.delete(follower)
      if (this.#followers.size === 0) this.#polling.stop()
    })
    this.#polling.start()
  }

  async #look(): Promise<void> {
    const followers = [...this.#followers]
    const stamps = await stampsOf(
      this.#db,
      followers.flatMap(({ records }) => records),
    )
    for (const { stream, records, user } of followers)
      for (const record of records) {
        const stamp = stamps.get(record.subject) ?? ''
        if (stamp === record.stamp) continue
        const seen = await seenBy(this.#db, record, user)
        record.stamp = stamp
        if (seen === undefined || seen === record.seen) continue
        record.seen = seen
        // A stream that nobody reads is ended by the watch of messages.
        if (stream.writable && !stream.writableNeedDrain)
          stream.write(`event: record\ndata: ${JSON.stringify({ watch: record.subject })}\n\n`)
      }
  }
}
