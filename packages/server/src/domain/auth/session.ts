import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { unauthorized } from '../../errors.ts'
import { bareToken, hashOf, newTokenSet, openSuccessor, sealSuccessor, type TokenSet } from './tokens.ts'

type Lifetimes = Pick<Config, 'accessSeconds' | 'refreshSeconds' | 'absoluteSeconds' | 'refreshGraceSeconds'>

const COMPLETION_SECONDS = 900

const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

/** Opens a session and answers its first set of secrets. */
export async function openSession(
  db: Db,
  lives: Lifetimes,
  userId: number,
  address: string,
): Promise<TokenSet> {
  const tokens = newTokenSet(Math.min(lives.accessSeconds, lives.absoluteSeconds))
  await db
    .insertInto('auth_session')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      purpose: 'session',
      access_hash: hashOf(bareToken(tokens.token) ?? ''),
      access_expires: inSeconds(lives.accessSeconds),
      refresh_hash: hashOf(tokens.refreshToken),
      code_hash: hashOf(tokens.randomNumber),
      refresh_expires: inSeconds(lives.refreshSeconds),
      absolute_expires: inSeconds(lives.absoluteSeconds),
      address,
    })
    .execute()
  return tokens
}

/** A token of 15 minutes that only completes a pre-created account. */
export async function openCompletion(db: Db, userId: number, address: string): Promise<string> {
  const { token } = newTokenSet(COMPLETION_SECONDS)
  await db
    .insertInto('auth_session')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      purpose: 'completion',
      access_hash: hashOf(bareToken(token) ?? ''),
      access_expires: inSeconds(COMPLETION_SECONDS),
      absolute_expires: inSeconds(COMPLETION_SECONDS),
      address,
    })
    .execute()
  return token
}

/** Ends the session of an access token, known or not. */
export async function endSession(db: Db, token: string | undefined): Promise<void> {
  const bare = bareToken(token)
  if (bare) await db.deleteFrom('auth_session').where('access_hash', '=', hashOf(bare)).execute()
}

export async function endSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('auth_session').where('user_id', '=', userId).execute()
}

/** The session whose current or previous refresh token this is, locked, with where it stands in time. */
const lockSession = (trx: Db, used: string, graceSeconds: number) =>
  trx
    .selectFrom('auth_session')
    .selectAll()
    .select([
      sql<boolean>`refresh_expires > now() and absolute_expires > now()`.as('alive'),
      sql<boolean>`rotated_at > now() - make_interval(secs => ${graceSeconds})`.as('in_grace'),
      sql<number>`floor(extract(epoch from absolute_expires - now()))::int`.as('seconds_left'),
    ])
    .where((where) => where.or([where('refresh_hash', '=', used), where('previous_hash', '=', used)]))
    .forUpdate()
    .executeTakeFirst()

type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSession>>>

/** Gives a session its next set; the present one is kept as the previous, with what came of it. */
async function rotate(
  trx: Db,
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
      refresh_expires: inSeconds(lives.refreshSeconds),
    })
    .where('id', '=', session.id)
    .execute()
  return tokens
}

/**
 * Exchanges a refresh token and its code for a new set. The pair before the current one gives the same set again for
 * a short while, so that two tabs or a lost reply end nothing; an older one ends the session, for it was copied.
 * @throws HttpError 401
 */
export async function refreshSession(
  db: Db,
  lives: Lifetimes,
  header: string | undefined,
  code: string,
): Promise<TokenSet> {
  const refreshToken = bareToken(header)
  if (!refreshToken) throw unauthorized()
  const used = hashOf(refreshToken)
  // The transaction is answered, not thrown out of: ending a session must be kept.
  const answer = await db.transaction().execute(async (trx) => {
    const session = await lockSession(trx, used, lives.refreshGraceSeconds)
    if (!session) return endReused(trx, used)
    const isCurrent = session.refresh_hash === used
    const codeHash = isCurrent ? session.code_hash : session.previous_code_hash
    if (codeHash !== hashOf(code) || !session.alive) return undefined
    if (isCurrent) return rotate(trx, session, lives, refreshToken)
    if (session.in_grace && session.successor) return openSuccessor(session.successor, refreshToken)
    await trx.deleteFrom('auth_session').where('id', '=', session.id).execute()
    return undefined
  })
  if (!answer) throw unauthorized()
  return answer
}

async function endReused(db: Db, used: string): Promise<undefined> {
  const found = await db
    .selectFrom('auth_used_token')
    .select('session_id')
    .where('refresh_hash', '=', used)
    .executeTakeFirst()
  if (found) await db.deleteFrom('auth_session').where('id', '=', found.session_id).execute()
  return undefined
}
