import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { staleVersion, unprocessable } from '../../errors.ts'
import { isAt, unsavedValue } from './entries.ts'
import type { Owner, Place } from './place.ts'

type Schemas = components['schemas']
type Change = Schemas['UnsavedChange']

const LONGEST = 600_000
const MOST_KEYS = 20_000
const MOST_BYTES = 16 * 1024 * 1024
const MOST_ENTRIES = 200
const MOST_BYTES_OF_USER = 64 * 1024 * 1024

const tooMuch = (message: string, field: string) => unprocessable('W-038', message, field)

function assertLengths({ set }: Change): void {
  const index = set.findIndex(({ value, base = '' }) => Math.max(value.length, base.length) > LONGEST)
  if (index >= 0) throw tooMuch(`一项至多 ${LONGEST} 字，没有留存`, `set[${index}].value`)
}

/** Serializes the calls of one user: keys are compared, and bounds hold, across windows and devices. */
async function lock(trx: Trx, user: Owner): Promise<void> {
  await trx.selectFrom('app_user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
}

async function nextSeq(trx: Trx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select nextval('unsaved_seq') as seq`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the sequence gave no number')
  return row.seq
}

/** All keys that were changed since `seen`: once the caller has the reply's number, it counts them as seen. */
async function changedSince(trx: Trx, { seen, ...place }: Change, user: Owner) {
  const { rows } = await sql<{ key: string; value: string; base: string | null }>`
    select key, value, base from unsaved_value
    where ${isAt(place, user)} and seq > ${seen} order by key`.execute(trx)
  return rows
}

async function writeValues(
  trx: Trx,
  set: Change['set'],
  { kind, target, seq }: Place & { seq: number },
  user: Owner,
): Promise<void> {
  // The last of equal keys counts: one statement cannot write a row twice.
  const rows = [...new Map(set.map((each) => [each.key, each])).values()]
  if (rows.length === 0) return
  await sql`
    insert into unsaved_value (user_id, kind, target, key, value, base, seq)
    select ${user.id}::bigint, ${kind}::text, ${target}::text, x.key, x.value, x.base, ${seq}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as x(key text, value text, base text)
    on conflict (user_id, kind, target, key) do update
      set value = excluded.value, base = excluded.base, seq = excluded.seq`.execute(trx)
}

/** Brings the size of an entry up to date and checks it. Deletes an entry without values. */
async function settle(trx: Trx, place: Place, user: Owner): Promise<void> {
  const { rows } = await sql<{ keys: number; bytes: number }>`
    select count(*) as keys,
      coalesce(sum(octet_length(key) + octet_length(value) + coalesce(octet_length(base), 0)), 0)::bigint as bytes
    from unsaved_value where ${isAt(place, user)}`.execute(trx)
  const { keys = 0, bytes = 0 } = rows[0] ?? {}
  if (keys === 0) {
    await sql`delete from unsaved where ${isAt(place, user)}`.execute(trx)
    return
  }
  if (keys > MOST_KEYS) throw tooMuch(`一份填写至多 ${MOST_KEYS} 项，没有留存`, 'set')
  if (bytes > MOST_BYTES) throw tooMuch('一份填写至多 16 MB，没有留存', 'set')
  await sql`update unsaved set bytes = ${bytes} where ${isAt(place, user)}`.execute(trx)
  const { rows: all } = await sql<{ entries: number; bytes: number }>`
    select count(*) as entries, sum(bytes)::bigint as bytes from unsaved where user_id = ${user.id}`.execute(
    trx,
  )
  const { entries = 0, bytes: total = 0 } = all[0] ?? {}
  if (entries > MOST_ENTRIES) throw tooMuch(`未提交的填写至多 ${MOST_ENTRIES} 份，请先删除不用的`, 'target')
  if (total > MOST_BYTES_OF_USER) throw tooMuch('未提交的填写合计至多 64 MB，请先删除不用的', 'set')
}

/**
 * Stores input key by key. A key that another device changed since `seen` keeps that value. The reply has all keys that
 * changed since `seen` to other values, also those that the call does not name. A key that another device removed is written.
 * @throws HttpError 422 beyond a bound
 */
export async function saveUnsaved(trx: Trx, change: Change, user: Owner): Promise<Schemas['UnsavedChanged']> {
  assertLengths(change)
  await lock(trx, user)
  const { kind, target, title, version, set, drop } = change
  const changed = new Map((await changedSince(trx, change, user)).map((row) => [row.key, row]))
  const wanted = new Map(set.map(({ key, value }) => [key, value]))
  const others = [...changed.values()].filter(({ key, value }) => wanted.get(key) !== value)
  const refused = new Set(others.map(({ key }) => key))
  const seq = await nextSeq(trx)
  await sql`
    insert into unsaved (user_id, kind, target, title, version, seq)
    values (${user.id}, ${kind}, ${target}, ${title ?? null}, ${version ?? null}, ${seq})
    on conflict (user_id, kind, target) do update set title = coalesce(excluded.title, unsaved.title),
      version = coalesce(excluded.version, unsaved.version), seq = excluded.seq, saved_at = now()`.execute(
    trx,
  )
  const gone = drop.filter((key) => !refused.has(key) && !wanted.has(key))
  await sql`delete from unsaved_value where ${isAt(change, user)} and key = any(${gone}::text[])`.execute(trx)
  await writeValues(
    trx,
    set.filter(({ key }) => !refused.has(key)),
    { kind, target, seq },
    user,
  )
  await settle(trx, change, user)
  return { seq, others: others.map(unsavedValue) }
}

/** Deletes an entry. @throws HttpError 409 if another window or device changed it since `seen` */
export async function deleteUnsaved(
  trx: Trx,
  { seen, ...place }: Schemas['UnsavedDeletion'],
  user: Owner,
): Promise<void> {
  await lock(trx, user)
  const { rows } = await sql<{ seq: number }>`
    select seq from unsaved where ${isAt(place, user)}`.execute(trx)
  const [row] = rows
  if (row && row.seq > seen) throw staleVersion()
  await sql`delete from unsaved where ${isAt(place, user)}`.execute(trx)
}
