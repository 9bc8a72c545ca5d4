import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { HttpError, tooMany, unauthorized } from '../../errors.ts'
import { writeEntry } from '../audit-log/entry.ts'
import { countHit } from '../rate-limit.ts'
import { bareToken, hashOf, newTokenSet, openSuccessor, sealSuccessor, type TokenSet } from '../tokens.ts'
import { endedBy, endedMessage } from './ended-session.ts'
import { inSeconds } from './session.ts'

type Lifetimes = Pick<Config, 'accessSeconds' | 'refreshGraceSeconds'>

/** Number of wrong codes for the current refresh token that ends the session. */
const MAX_WRONG_CODES = 3

const tooOften = (wait: number) => tooMany('A-015', '操作过于频繁，请稍后再试', wait)
const failuresFrom = (address: string) => ({ key: `refresh-address:${address}`, max: 50, seconds: 600 })
const refreshesOf = (sessionId: string) => ({ key: `refresh-session:${sessionId}`, max: 60, seconds: 60 })

/** Reasons to refuse a refresh. Expiry is normal; the others indicate a guess or a copied token. */
const REASONS = {
  expired: '会话已到期',
  unknown: '刷新令牌无效',
  code: '随机数不正确',
  reused: '重复使用旧的刷新令牌，会话已终止',
} as const

type Outcome =
  | { tokens: TokenSet }
  | { limited: HttpError }
  | { ended: string }
  | { refused: keyof typeof REASONS; userId?: number }

/** Finds and locks the session of a current or previous refresh token. */
const lockSession = (trx: Trx, used: string, graceSeconds: number) =>
  trx
    .selectFrom('auth_session')
    .selectAll()
    .select([
      sql<boolean>`last_seen > now() - make_interval(secs => idle_seconds) and absolute_expires > now()`.as(
        'alive',
      ),
      sql<boolean>`rotated_at > now() - make_interval(secs => ${graceSeconds})`.as('in_grace'),
      sql<number>`floor(extract(epoch from absolute_expires - now()))::int`.as('seconds_left'),
    ])
    .where((where) => where.or([where('refresh_hash', '=', used), where('previous_hash', '=', used)]))
    .forUpdate()
    .executeTakeFirst()

type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSession>>>

/** Issues a session's next token set and keeps the current one as previous. */
async function rotate(
  trx: Trx,
  session: LockedSession,
  lives: Lifetimes,
  refreshToken: string,
): Promise<TokenSet> {
  const tokens = newTokenSet(Math.min(lives.accessSeconds, session.seconds_left))
  if (session.previous_hash)
    await trx
      .insertInto('auth_used_token')
      .values({ refresh_hash: session.previous_hash, session_id: session.id })
      .onConflict((on) => on.doNothing())
      .execute()
  await trx
    .updateTable('auth_session')
    .set({
      access_hash: hashOf(bareToken(tokens.token) ?? ''),
      access_expires: inSeconds(lives.accessSeconds),
      refresh_hash: hashOf(tokens.refreshToken),
      code_hash: hashOf(tokens.randomNumber),
      previous_hash: session.refresh_hash,
      previous_code_hash: session.code_hash,
      successor: sealSuccessor(tokens, refreshToken),
      rotated_at: sql`now()`,
      refresh_failures: 0,
    })
    .where('id', '=', session.id)
    .execute()
  return tokens
}

const end = (trx: Trx, id: string) => trx.deleteFrom('auth_session').where('id', '=', id).execute()

/** Ends the session of an already used token. */
async function endReused(trx: Trx, used: string): Promise<Outcome> {
  const found = await trx
    .selectFrom('auth_used_token as t')
    .leftJoin('auth_session as s', 's.id', 't.session_id')
    .select(['t.session_id', 's.user_id'])
    .where('t.refresh_hash', '=', used)
    .executeTakeFirst()
  if (!found) return { refused: 'unknown' }
  await end(trx, found.session_id)
  return { refused: 'reused', ...(found.user_id === null ? {} : { userId: found.user_id }) }
}

/** Counts a wrong code for the current token. The third ends the session. */
async function countWrongCode(trx: Trx, session: LockedSession): Promise<Outcome> {
  if (session.refresh_failures + 1 >= MAX_WRONG_CODES) await end(trx, session.id)
  else
    await trx
      .updateTable('auth_session')
      .set({ refresh_failures: session.refresh_failures + 1 })
      .where('id', '=', session.id)
      .execute()
  return { refused: 'code', userId: session.user_id }
}

async function limitOf(trx: Trx, sessionId: string): Promise<HttpError | undefined> {
  try {
    await countHit(trx, refreshesOf(sessionId), tooOften)
    return undefined
  } catch (error) {
    // The count must be committed, so the transaction returns the refusal instead of throwing it.
    if (error instanceof HttpError) return error
    throw error
  }
}

async function exchange(trx: Trx, lives: Lifetimes, refreshToken: string, code: string): Promise<Outcome> {
  const used = hashOf(refreshToken)
  const session = await lockSession(trx, used, lives.refreshGraceSeconds)
  if (!session) {
    const ended = await endedMessage(trx, used)
    return ended === undefined ? endReused(trx, used) : { ended }
  }
  const userId = session.user_id
  if (!session.alive) return { refused: 'expired', userId }
  if (session.refresh_hash === used) {
    if (session.code_hash !== hashOf(code)) return countWrongCode(trx, session)
    const limited = await limitOf(trx, session.id)
    return limited ? { limited } : { tokens: await rotate(trx, session, lives, refreshToken) }
  }
  if (session.in_grace && session.successor && session.previous_code_hash === hashOf(code)) {
    const limited = await limitOf(trx, session.id)
    return limited ? { limited } : { tokens: openSuccessor(session.successor, refreshToken) }
  }
  await end(trx, session.id)
  return { refused: 'reused', userId }
}

async function note(
  db: Db,
  reason: keyof typeof REASONS,
  from: Pick<Refresh, 'address' | 'requestId'>,
  userId: number | undefined,
): Promise<void> {
  const user =
    userId === undefined
      ? undefined
      : await db.selectFrom('app_user').select('username').where('id', '=', userId).executeTakeFirst()
  await writeEntry(db, {
    userId,
    username: user?.username,
    address: from.address,
    action: `刷新令牌被拒：${REASONS[reason]}`,
    actionGroup: 'session',
    operationId: 'refreshToken',
    result: 401,
    requestId: from.requestId,
  })
}

interface Refresh {
  /** Reads the refresh token from the Authorization header. */
  header: string | undefined
  code: string
  address: string
  requestId: string
}

/**
 * Exchanges a refresh token and its code for a new set. For a short time the previous pair gets the same set again, so
 * that two tabs or a lost reply do not end the session. Any other use of an older token means that it was copied, and
 * ends the session. Refused tries are audited and counted per address; a valid pair ignores the address's limit.
 * @throws HttpError 401, or 429 if the session or, for refused tries, the address is over its limit
 */
export async function refreshSession(
  { db, transact }: { db: Db; transact: Transact },
  lives: Lifetimes,
  refresh: Refresh,
): Promise<TokenSet> {
  const refreshToken = bareToken(refresh.header)
  // The transaction returns instead of throwing, because ending a session must be committed.
  const outcome: Outcome = refreshToken
    ? await transact((trx) => exchange(trx, lives, refreshToken, refresh.code))
    : { refused: 'unknown' }
  if ('tokens' in outcome) return outcome.tokens
  if ('limited' in outcome) throw outcome.limited
  if ('ended' in outcome) throw endedBy(outcome.ended)
  if (outcome.refused !== 'expired') {
    await countHit(db, failuresFrom(refresh.address), tooOften)
    await note(db, outcome.refused, refresh, outcome.userId)
  }
  throw unauthorized()
}
