import type { PassThrough } from 'node:stream'
import { REVIEWED_KINDS, type ReviewedKind, STAYING_ACTIONS } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { Polling } from '../../runtime/polling.ts'
import type { Caller } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { readableHistories } from './readable-history.ts'
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

type Named = Pick<Watched, 'subject' | 'entity' | 'id'>

/** The steps that a user may learn of each record, in short. Without the records that he does not see. */
async function seenBy(db: Db, named: readonly Named[], user: Caller): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const [entity, own] of groupedBy(named, (each) => each.entity)) {
    const subjects = new Map(own.map(({ id, subject }) => [id, subject]))
    const records = await findReviewed(db, entity, [...subjects.keys()], user)
    const histories = await readableHistories(db, entity, records, user)
    for (const [{ id }, history] of histories) {
      const steps = history.filter(({ action }) => !STAYING_ACTIONS.includes(action))
      const last = steps.at(-1)
      seen.set(subjects.get(id) ?? '', [steps.length, last?.time, last?.action].join())
    }
  }
  return seen
}

/** Stamps of the steps of these records, undone ones left out. */
async function stampsOf(db: Db, named: readonly Named[]): Promise<Map<string, string>> {
  // Many pages show the same record.
  const records = [...new Map(named.map((each) => [each.subject, each])).values()]
  const { rows } = await sql<{ subject: string; stamp: string }>`
    select h.biz_type || ':' || h.biz_id as subject, concat_ws('/', max(h.id), count(*)) as stamp
    from flow_history h
    join rows from (unnest(${records.map(({ entity }) => entity)}::text[]), unnest(${records.map(({ id }) => id)}::bigint[]))
      as w(entity, id) on h.biz_type = w.entity and h.biz_id = w.id
    where not h.undone and h.action <> all(${STAYING_ACTIONS}::text[]) group by h.biz_type, h.biz_id`.execute(
    db,
  )
  return new Map(rows.map(({ subject, stamp }) => [subject, stamp]))
}

/**
 * Tells open pages of steps on the records that they show. One query for all pages finds the records with new steps.
 * Of these, the histories are read as each reader may see them: a step that is sealed for him is not told.
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
    const seen = await seenBy(this.#db, records, user)
    return records.flatMap((record) => {
      const own = seen.get(record.subject)
      return own === undefined ? [] : [{ ...record, stamp: stamps.get(record.subject) ?? '', seen: own }]
    })
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
    for (const { stream, records, user } of followers) {
      const moved = records.filter(({ subject, stamp }) => stamp !== (stamps.get(subject) ?? ''))
      const seenNow = await seenBy(this.#db, moved, user)
      for (const record of moved) {
        record.stamp = stamps.get(record.subject) ?? ''
        const seen = seenNow.get(record.subject)
        if (seen === undefined || seen === record.seen) continue
        record.seen = seen
        // A stream that nobody reads is ended by the watch of messages.
        if (stream.writable && !stream.writableNeedDrain)
          stream.write(`event: record\ndata: ${JSON.stringify({ watch: record.subject })}\n\n`)
      }
    }
  }
}
