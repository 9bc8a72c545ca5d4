import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { HttpError, stillRunning, unprocessable } from '../errors.ts'
import { seal, unseal } from '../runtime/seal.ts'
import { IDEMPOTENCY_KEY } from './idempotency-key.ts'

export interface FirstAnswer {
  status: number
  reply: unknown
}

/** The lease of an idempotency key. */
export interface Claim {
  /**
   * Stores the reply for later calls with the same key.
   * @throws HttpError 503 if the lease expired, because another call may have taken the key
   */
  keep(db: Db, answer: FirstAnswer): Promise<void>
  /** Frees the key after a failed call. Never rejects. */
  release(): Promise<void>
}

export interface KeyedCall {
  userId: number
  operationId: string
  key: string
  /** Digest of path, query, form fields and body. */
  digest: string
}

/** Seconds after which an unrenewed lease expires. */
const LEASE_SECONDS = 15
const RENEW_MS = 5_000
/** The longest wait that is told to a caller. Most calls end long before their lease. */
const MOST_WAIT_SECONDS = 5
const RELEASE_AGAIN_MS = 500

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const leaseEnd = sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`

function placeOf({ userId, operationId, key }: KeyedCall) {
  return { user_id: userId, operation_id: operationId, key: digest(key) }
}

/**
 * Makes a creating call happen once: the same key and content get the first reply for 24 hours. Only a digest of the key is
 * stored, and the reply is encrypted with the key, because replies may hold secrets such as a first password.
 *
 * Leases are rows in the database, so all copies of the server agree. A server renews the leases of its running calls.
 */
export class Claims {
  readonly #db: Db
  /** Leases of running calls by owner id. */
  readonly #held = new Set<string>()
  /** Owner ids of failed calls whose key could not be freed yet, for example during a database outage. */
  readonly #abandoned = new Set<string>()
  #renewing: NodeJS.Timeout | undefined
  #releasing: NodeJS.Timeout | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Frees the keys of all unfinished calls. Only for a server that owns the database, before it serves. */
  async freeAll(): Promise<void> {
    await this.#db.deleteFrom('idempotency_key').where('status', 'is', null).execute()
  }

  /**
   * Claims a key, or returns the first reply.
   * @throws HttpError 422 if the key was used for other content, 409 while the first call is running
   */
  async take(call: KeyedCall): Promise<Claim | { first: FirstAnswer }> {
    await sql`delete from idempotency_key where user_id = ${call.userId}
      and create_time < now() - interval '24 hours'`.execute(this.#db)
    const owner = crypto.randomUUID()
    if (await this.#insert(call, owner)) return this.#claimOf(call, owner)
    return { first: await this.#firstAnswer(call) }
  }

  /** Stops renewing. Unfinished keys become free when their leases expire. */
  stop(): void {
    clearTimeout(this.#renewing)
    clearTimeout(this.#releasing)
    this.#held.clear()
    this.#abandoned.clear()
  }

  async #insert(call: KeyedCall, owner: string): Promise<boolean> {
    const { user_id, operation_id, key } = placeOf(call)
    try {
      const { rows } = await sql`
        insert into idempotency_key as k (user_id, operation_id, key, body_hash, lease_owner, lease_until)
        values (${user_id}, ${operation_id}, ${key}, ${call.digest}, ${owner}, ${leaseEnd})
        on conflict (user_id, operation_id, key) do update set body_hash = excluded.body_hash,
          lease_owner = excluded.lease_owner, lease_until = excluded.lease_until, create_time = now()
          where k.status is null and (k.lease_until is null or k.lease_until < now()
            or k.lease_owner = any(${[...this.#abandoned]}::text[]))
        returning 1`.execute(this.#db)
      return rows.length > 0
    } catch (error) {
      // The connection may have been lost after the commit.
      this.#abandon(owner)
      throw error
    }
  }

  async #firstAnswer(call: KeyedCall): Promise<FirstAnswer> {
    const place = placeOf(call)
    const first = await this.#db
      .selectFrom('idempotency_key')
      .selectAll()
      .select(sql<number | null>`ceil(extract(epoch from lease_until - now()))::int`.as('left'))
      .where((where) => where.and(place))
      .executeTakeFirst()
    if (first && first.body_hash !== call.digest)
      throw unprocessable('W-022', '同一幂等键不能用于不同的内容', IDEMPOTENCY_KEY)
    if (!first || first.status === null || first.reply === null)
      throw stillRunning(Math.min(Math.max(first?.left ?? 1, 1), MOST_WAIT_SECONDS))
    const reply: unknown = JSON.parse(unseal(first.reply, call.key))
    return { status: first.status, reply: reply ?? undefined }
  }

  #claimOf(call: KeyedCall, owner: string): Claim {
    this.#held.add(owner)
    this.#renewing ??= setTimeout(() => void this.#renew(), RENEW_MS).unref()
    return {
      keep: async (db, { status, reply }) => {
        const { numUpdatedRows } = await db
          .updateTable('idempotency_key')
          .set({
            status,
            reply: seal(JSON.stringify(reply ?? null), call.key),
            lease_owner: null,
            lease_until: null,
          })
          .where((where) => where.and(placeOf(call)))
          .where('lease_owner', '=', owner)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new HttpError(503, '系统繁忙，请稍后再试', { retryAfterSeconds: 2 })
      },
      release: async () => {
        this.#held.delete(owner)
        await this.#free([owner]).catch(() => this.#abandon(owner))
      },
    }
  }

  /** Deletes claims, but keeps replies that were stored. */
  async #free(owners: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('idempotency_key')
      .where('lease_owner', 'in', owners)
      .where('status', 'is', null)
      .execute()
  }

  #abandon(owner: string): void {
    this.#abandoned.add(owner)
    this.#releasing ??= setTimeout(() => void this.#releaseAgain(), RELEASE_AGAIN_MS).unref()
  }

  async #releaseAgain(): Promise<void> {
    const owners = [...this.#abandoned]
    try {
      await this.#free(owners)
      for (const owner of owners) this.#abandoned.delete(owner)
    } catch {
      // Retried below.
    }
    this.#releasing =
      this.#abandoned.size > 0
        ? setTimeout(() => void this.#releaseAgain(), RELEASE_AGAIN_MS).unref()
        : undefined
  }

  async #renew(): Promise<void> {
    const owners = [...this.#held]
    try {
      const { rows } = await sql<{ owner: string }>`
        update idempotency_key set lease_until = ${leaseEnd}
        where lease_owner = any(${owners}::text[]) returning lease_owner as owner`.execute(this.#db)
      // Finished calls no longer own a lease.
      const renewed = new Set(rows.map(({ owner }) => owner))
      for (const owner of owners) if (!renewed.has(owner)) this.#held.delete(owner)
    } catch {
      // A lease survives two failed renewals.
    }
    this.#renewing = this.#held.size > 0 ? setTimeout(() => void this.#renew(), RENEW_MS).unref() : undefined
  }
}
