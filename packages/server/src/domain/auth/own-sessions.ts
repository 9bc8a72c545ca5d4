import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { missing, notFound } from '../../errors.ts'
import { type Caller, may } from '../caller.ts'
import { deviceOf } from '../device.ts'
import { endWithReason } from './ended-session.ts'

type Schemas = components['schemas']

interface SessionRow {
  id: string
  agent: string | null
  address: string | null
  create_time: string
  last_seen: string
}

/** Sessions `s` that calls are still accepted from. */
const alive = sql<boolean>`s.absolute_expires > now() and s.last_seen > now() - make_interval(secs => s.idle_seconds)`

/** @throws HttpError 404 for another account, unless an administrator asks */
export async function accountFor(db: Db, userId: number | undefined, user: Caller): Promise<number> {
  if (userId === undefined || userId === user.id) return user.id
  const found = may(user, 'accounts.manage')
    ? await db.selectFrom('app_user').select('id').where('id', '=', userId).executeTakeFirst()
    : undefined
  if (!found) throw notFound('用户')
  return userId
}

/** The sessions of one's own account or, for administrators, of another. */
export async function listSessions(
  db: Db,
  userId: number | undefined,
  user: Caller,
): Promise<Schemas['SessionList']> {
  const account = await accountFor(db, userId, user)
  const { rows } = await sql<SessionRow>`
    select s.id, s.agent, s.address, s.create_time, s.last_seen from auth_session s
    where s.user_id = ${account} and s.purpose = 'session' and ${alive}
    order by s.id = ${user.sessionId}::uuid desc, s.last_seen desc limit 1000`.execute(db)
  return {
    sessions: rows.map(({ id, agent, address, create_time, last_seen }) => ({
      id,
      device: deviceOf(agent),
      ...(address === null ? {} : { address }),
      startTime: create_time,
      lastSeenTime: last_seen,
      isCurrent: id === user.sessionId,
    })),
  }
}

/**
 * Ends the named sessions of an account, or all but the caller's own.
 * @throws HttpError 400 without the reason for another's sessions, 404 out of scope
 */
export async function endSessions(
  trx: Trx,
  { ids, userId, reason }: Schemas['SessionsEnding'],
  user: Caller,
): Promise<Schemas['SessionsEnded']> {
  const account = await accountFor(trx, userId, user)
  const isOwn = account === user.id
  const why = reason?.trim()
  if (!isOwn && !why) throw missing('reason', '原因')
  const chosen: RawBuilder<boolean> = ids
    ? sql<boolean>`s.id = any(${ids}::uuid[])`
    : sql<boolean>`s.id <> ${user.sessionId}::uuid`
  const message = isOwn ? '此登录已由本人结束，请重新登录' : `此登录已由管理员结束（${why}），请重新登录`
  return { ended: await endWithReason(trx, sql<boolean>`s.user_id = ${account} and ${chosen}`, message) }
}
