import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Trx } from '../../db/database.ts'
import { bareToken, hashOf, newTokenSet, type TokenSet } from '../tokens.ts'
import type { Origin } from './known-origin.ts'

type Lifetimes = Pick<Config, 'accessSeconds' | 'idleSeconds' | 'absoluteSeconds' | 'serviceSeconds'>

/** The moment a number of seconds from now. */
export const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

/** Opens a session and returns its first token set. Service accounts have their own lifetime. */
export async function openSession(
  trx: Trx,
  lives: Lifetimes,
  user: { id: number; isService: boolean },
  { address, agent }: Origin,
): Promise<TokenSet> {
  const idle = user.isService ? lives.serviceSeconds : lives.idleSeconds
  const absolute = user.isService ? lives.serviceSeconds : lives.absoluteSeconds
  const tokens = newTokenSet(Math.min(lives.accessSeconds, absolute))
  await trx
    .insertInto('auth_session')
    .values({
      id: crypto.randomUUID(),
      user_id: user.id,
      purpose: 'session',
      access_hash: hashOf(bareToken(tokens.token) ?? ''),
      access_expires: inSeconds(lives.accessSeconds),
      refresh_hash: hashOf(tokens.refreshToken),
      code_hash: hashOf(tokens.randomNumber),
      idle_seconds: idle,
      absolute_expires: inSeconds(absolute),
      address,
      agent: agent ?? null,
    })
    .execute()
  return tokens
}

/** Seconds for which a token of each purpose is valid. */
const TICKET_SECONDS = { completion: 900, registration: 1_800 }

/** Issues a token for one purpose: to complete a pre-created account, or for the account's own registration. */
export async function openTicket(
  trx: Trx,
  purpose: keyof typeof TICKET_SECONDS,
  userId: number,
  address: string,
): Promise<string> {
  const seconds = TICKET_SECONDS[purpose]
  const { token } = newTokenSet(seconds)
  await trx
    .insertInto('auth_session')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      purpose,
      access_hash: hashOf(bareToken(token) ?? ''),
      access_expires: inSeconds(seconds),
      absolute_expires: inSeconds(seconds),
      address,
    })
    .execute()
  return token
}

/** Ends the session of an access token. Unknown tokens are ignored. */
export async function endSession(trx: Trx, token: string | undefined): Promise<void> {
  const bare = bareToken(token)
  if (bare) await trx.deleteFrom('auth_session').where('access_hash', '=', hashOf(bare)).execute()
}

export async function endSessionsOf(trx: Trx, userIds: number | readonly number[]): Promise<void> {
  await trx.deleteFrom('auth_session').where('user_id', 'in', [userIds].flat()).execute()
}
