import { sql } from 'kysely'
import type { Db, Trx } from '../../../../db/database.ts'
import { badRequest } from '../../../../errors.ts'
import { seal, unseal } from '../../../../runtime/seal.ts'
import { hashOf, randomSecret } from '../../../tokens.ts'
import { macOf } from '../person.ts'

const LIFE_SECONDS = 3_600

const secretOf = (key: string) => `objection-ticket:${key}`

/** Proof of a telephone number, for one objection, withdrawal or renewal. */
export interface Ticket {
  id: number
  phone: string
  phoneMac: string
}

const gone = () => badRequest('E-031', '手机验证已过期或已使用，请重新验证手机号', 'ticket')

/** Issues a ticket for a telephone number that was proved. Only its hash is stored. */
export async function issueTicket(
  trx: Trx,
  phone: string,
  key: string,
): Promise<{ ticket: string; expiresIn: number }> {
  const ticket = randomSecret()
  await trx
    .insertInto('objection_ticket')
    .values({
      hash: hashOf(ticket),
      phone_mac: macOf({ phone }, key),
      sealed: seal(phone, secretOf(key)),
      expires: sql`now() + make_interval(secs => ${LIFE_SECONDS})`,
    })
    .execute()
  return { ticket, expiresIn: LIFE_SECONDS }
}

/** @throws HttpError 400 if the ticket is used or expired */
export async function assertTicket(db: Db, ticket: string): Promise<void> {
  const { rows } = await sql`
    select 1 from objection_ticket where hash = ${hashOf(ticket)} and not used and expires > now()`.execute(
    db,
  )
  if (rows.length === 0) throw gone()
}

/** Locks a ticket, so that uploads with it are counted one by one. @throws HttpError 400 if it is used or expired */
export async function lockTicket(trx: Trx, ticket: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from objection_ticket where hash = ${hashOf(ticket)} and not used and expires > now() for update`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw gone()
  return row.id
}

/** Uses a ticket up, unless the transaction fails. @throws HttpError 400 if it is used or expired */
export async function spendTicket(trx: Trx, ticket: string, key: string): Promise<Ticket> {
  const { rows } = await sql<{ id: number; phone_mac: string; sealed: Uint8Array }>`
    update objection_ticket set used = true where hash = ${hashOf(ticket)} and not used and expires > now()
    returning id, phone_mac, sealed`.execute(trx)
  const [row] = rows
  if (!row) throw gone()
  return { id: row.id, phone: unseal(row.sealed, secretOf(key)), phoneMac: row.phone_mac }
}
