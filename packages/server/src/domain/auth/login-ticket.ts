import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hashOf } from '../tokens.ts'

// Time to find the phone and read the code.
const TICKET_SECONDS = 300

/** Keeps a solved captcha for this account, so that the same log-in may follow with the code of the second factor. */
export async function keepTicket(db: Db, uuid: string | undefined, userId: number): Promise<void> {
  if (!uuid) return
  await sql`insert into login_ticket (id_hash, user_id, expires)
    values (${hashOf(uuid)}, ${userId}, now() + make_interval(secs => ${TICKET_SECONDS}))
    on conflict (id_hash) do nothing`.execute(db)
}

/** Whether this account's captcha was already solved with the right password. */
export async function hasTicket(db: Db, uuid: string, username: string): Promise<boolean> {
  const { rows } = await sql`select 1 from login_ticket t join app_user u on u.id = t.user_id
    where t.id_hash = ${hashOf(uuid)} and u.username_key = ${username.toLowerCase()}
      and t.expires > now()`.execute(db)
  return rows.length > 0
}

export async function useUpTicket(db: Db, uuid: string | undefined): Promise<void> {
  if (uuid) await db.deleteFrom('login_ticket').where('id_hash', '=', hashOf(uuid)).execute()
}
