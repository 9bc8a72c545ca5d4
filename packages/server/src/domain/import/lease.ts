import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'
import type { Layout } from './check-protocol.ts'

/** Seconds after which an unrenewed lease may be claimed by another copy of the server. */
export const LEASE_SECONDS = 30
const MOST_ATTEMPTS = 3
// A killed server is not a failure of the batch. A batch is given up only if it kills every server that claims it.
const MOST_CLAIMS = 20
const POSTPONED_SECONDS = 2

const WORKING: BatchRow['state'][] = ['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING']

/** The batch was cancelled or claimed by another copy of the server. */
export class LeaseLost extends Error {}

/** Claims the oldest waiting batch without a lease. */
export async function claim(db: Db, owner: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    update import_batch set lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      claims = claims + 1, started_at = coalesce(started_at, now())
    where id = (
      select id from import_batch
      where state = any(${WORKING}::text[]) and is_complete and (lease_until is null or lease_until < now())
      order by id limit 1 for update skip locked)
    returning *`.execute(db)
  const [batch] = rows
  if (batch && (batch.attempts >= MOST_ATTEMPTS || batch.claims > MOST_CLAIMS)) {
    await finish(db, batch.id, owner, 'FAILED', '多次处理未能完成，请联系平台运维人员')
    return claim(db, owner)
  }
  return batch
}

/** Counters that restart when a batch makes progress. */
export const ON_PROGRESS = { attempts: 0, claims: 0 } as const

interface Progress {
  /** Number of rows whose check and comparison are final. */
  parsed?: number
  letters?: Readonly<Record<string, string>>
  layout?: Layout
  notes?: readonly string[]
}

/** Renews the lease of a batch. @throws LeaseLost if the batch is no longer this owner's in this state */
export const renewLease = (db: Db, batch: Pick<BatchRow, 'id' | 'state'>, owner: string): Promise<void> =>
  saveProgress(db, batch, owner, {})

/** Stores progress and renews the lease. @throws LeaseLost as `renewLease` does */
export async function saveProgress(
  db: Db,
  batch: Pick<BatchRow, 'id' | 'state'>,
  owner: string,
  progress: Progress,
): Promise<void> {
  const result = await db
    .updateTable('import_batch')
    .set({
      lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      ...(progress.parsed === undefined
        ? {}
        : {
            ...ON_PROGRESS,
            parsed_rows: progress.parsed,
            total_rows: sql`greatest(total_rows, ${progress.parsed})`,
          }),
      ...(progress.letters ? { letters: JSON.stringify(progress.letters) } : {}),
      ...(progress.layout ? { layout: JSON.stringify(progress.layout) } : {}),
      ...(progress.notes ? { notes: JSON.stringify(progress.notes) } : {}),
    })
    .where('id', '=', batch.id)
    .where('state', '=', batch.state)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new LeaseLost()
}

/** Brings a batch from the state that it is worked on in to another. @throws LeaseLost as `renewLease` does */
export async function advance(
  db: Db,
  batch: BatchRow,
  owner: string,
  state: BatchRow['state'],
): Promise<BatchRow> {
  const next = await db
    .updateTable('import_batch')
    .set({ state, lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', batch.id)
    .where('state', '=', batch.state)
    .where('lease_owner', '=', owner)
    .returningAll()
    .executeTakeFirst()
  if (!next) throw new LeaseLost()
  return next
}

/** Releases the lease of a batch, finished or not. */
export async function finish(
  db: Db,
  id: number,
  owner: string,
  state: 'ASKING' | 'READY' | 'DONE' | 'FAILED',
  message?: string,
): Promise<void> {
  await db
    .updateTable('import_batch')
    .set({
      state,
      lease_owner: null,
      lease_until: null,
      ...ON_PROGRESS,
      ...(state === 'READY' || state === 'ASKING' ? {} : { finished_at: sql`now()` }),
      ...(message === undefined ? {} : { message }),
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('state', 'in', WORKING)
    .execute()
}

/** Counts a transient failure and schedules a retry. */
export async function postpone(db: Db, id: number, owner: string): Promise<void> {
  await db
    .updateTable('import_batch')
    .set({
      attempts: sql`attempts + 1`,
      lease_until: sql`now() + make_interval(secs => ${POSTPONED_SECONDS})`,
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}

/** Releases all leases. Only if no other copy of the server can hold one. */
export async function releaseAll(db: Db): Promise<void> {
  await db
    .updateTable('import_batch')
    .set({ lease_owner: null, lease_until: null })
    .where('lease_owner', 'is not', null)
    .execute()
}

/** Releases a batch for another server, for example on shutdown. */
export async function release(db: Db, id: number, owner: string): Promise<void> {
  await db
    .updateTable('import_batch')
    .set({ lease_owner: null, lease_until: null, claims: sql`greatest(claims - 1, 0)` })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}
