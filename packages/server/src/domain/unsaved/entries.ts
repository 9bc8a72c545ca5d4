import { randomBytes } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { Owner, Place } from './place.ts'
import { standingsOf } from './standing.ts'

type Schemas = components['schemas']

/** Condition on one entry of its author. */
export const isAt = ({ kind, target }: Place, user: Owner): RawBuilder<boolean> =>
  sql`(user_id = ${user.id} and kind = ${kind} and target = ${target})`

const KEY_BYTES = 32

/** Returns the key of a user's browsers as Base64. The first call makes it. */
async function deviceKeyOf(db: Db, user: Owner): Promise<string> {
  const read = () =>
    db.selectFrom('unsaved_device_key').select('key').where('user_id', '=', user.id).executeTakeFirst()
  let row = await read()
  if (!row) {
    await db
      .insertInto('unsaved_device_key')
      .values({ user_id: user.id, key: randomBytes(KEY_BYTES) })
      .onConflict((on) => on.doNothing())
      .execute()
    row = await read()
  }
  if (!row) throw new Error('the device key was not stored')
  return Buffer.from(row.key).toString('base64')
}

/** Lists a user's entries, the newest first, and whether each may still be saved. */
export async function listUnsaved(db: Db, user: Caller, now: Date): Promise<Schemas['UnsavedList']> {
  const { rows } = await sql<Place & { title: string | null; count: number; saved_at: string }>`
    select e.kind, e.target, e.title, e.saved_at, (select count(*) from unsaved_value v
      where v.user_id = e.user_id and v.kind = e.kind and v.target = e.target) as count
    from unsaved e where e.user_id = ${user.id} order by e.seq desc`.execute(db)
  const standings = await standingsOf(rows, { db, user, now })
  return {
    deviceKey: await deviceKeyOf(db, user),
    entries: rows.map(({ kind, target, title, count, saved_at: savedAt }, index) => ({
      ...{ kind, target, count, savedAt, state: 'OPEN' as const, ...standings[index] },
      ...(title === null ? {} : { title }),
    })),
  }
}

interface ValueRow {
  key: string
  value: string
  base: string | null
}

export const unsavedValue = ({ key, value, base }: ValueRow): Schemas['UnsavedValue'] => ({
  ...{ key, value },
  ...(base === null ? {} : { base }),
})

/** Returns one entry; an empty one if there is none. */
export async function unsavedValues(db: Db, place: Place, user: Owner): Promise<Schemas['UnsavedContent']> {
  // One statement, so that the number belongs to the values.
  const { rows } = await sql<Partial<ValueRow> & { seq: number; version: number | null }>`
    select e.seq, e.version, v.key, v.value, v.base
    from (select * from unsaved where ${isAt(place, user)}) e
    join unsaved_value v on v.user_id = e.user_id and v.kind = e.kind and v.target = e.target
    order by v.key`.execute(db)
  const [first] = rows
  return {
    seq: first?.seq ?? 0,
    ...(first?.version == null ? {} : { version: first.version }),
    values: rows.map(({ key = '', value = '', base = null }) => unsavedValue({ key, value, base })),
  }
}
