import { createHmac } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/database.ts'
import { badRequest } from '../../../errors.ts'
import { seal, unseal } from '../../../runtime/seal.ts'
import { maskedContact, maskName } from '../../masking.ts'

export type Person = components['schemas']['ObjectionPerson']

const secretOf = (key: string) => `objector:${key}`

const sealed = (person: Person, key: string) => seal(JSON.stringify(person), secretOf(key))

/** The person behind a sealed text. */
export const personIn = (bytes: Uint8Array, key: string): Person =>
  JSON.parse(unseal(bytes, secretOf(key))) as Person // sealed by this module

/** A fingerprint by which one telephone number is recognised. */
export const macOf = ({ phone }: Pick<Person, 'phone'>, key: string): string =>
  createHmac('sha256', secretOf(key)).update(phone.replace(/[\s-]/g, '')).digest('base64url')

/** Stores who objects, readable with the key alone. */
export async function storePerson(trx: Trx, id: number, person: Person, key: string): Promise<void> {
  await trx
    .insertInto('objection_person')
    .values({ objection_id: id, phone_mac: macOf(person, key), sealed: sealed(person, key) })
    .execute()
}

/** Sets the day until which the person of a closed objection is kept. */
export async function keepPersonFrom(trx: Trx, id: number, now: Date): Promise<void> {
  await sql`update objection_person set keep_until = (${now.toISOString()}::timestamptz + interval '3 years')::date
    where objection_id = ${id}`.execute(trx)
}

/** Seals the persons of objections that an earlier version stored. @returns their number */
export async function sealStored(trx: Trx, key: string): Promise<number> {
  const rows = await trx
    .selectFrom('objection_person')
    .select(['objection_id', 'plain'])
    .where('plain', 'is not', null)
    .forUpdate()
    .execute()
  for (const { objection_id, plain } of rows) {
    if (!plain) continue
    await trx
      .updateTable('objection_person')
      .set({ phone_mac: macOf(plain, key), sealed: sealed(plain, key), plain: null })
      .where('objection_id', '=', objection_id)
      .execute()
  }
  return rows.length
}

/** The persons of objections, by objection. */
export async function personsOf(db: Db, ids: readonly number[], key: string): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ objection_id: number; sealed: Uint8Array | null; plain: Person | null }>`
    select objection_id, sealed, plain from objection_person where objection_id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ objection_id, sealed: bytes, plain }) => {
      const person = bytes ? personIn(bytes, key) : plain
      return person ? [[objection_id, person] as const] : []
    }),
  )
}

/** A person as a list shows it: enough to tell two apart. */
export const maskedPerson = ({ name, unit, phone }: Person): Person => ({
  name: maskName(name),
  ...(unit ? { unit: maskName(unit) } : {}),
  phone: maskedPhone(phone),
})

const SHOWN = 3

/** Numbers and addresses of any form; what is none of the known forms keeps its first characters. */
function maskedPhone(phone: string): string {
  const known = maskedContact('objectorContact', phone)
  return known === phone ? `${phone.slice(0, SHOWN)}****` : known
}

/** Letters and digits alone, however they are written: 138·0013 and １３８００１３ are the same. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** @throws HttpError 400 with the field of the first text that names the person */
export function assertUnnamed(
  texts: Readonly<Record<string, string | undefined>>,
  { name, unit, creditCode, phone }: Person,
): void {
  const known = [name, unit, creditCode, phone].map((part) => bare(part ?? '')).filter((part) => part !== '')
  for (const [field, text] of Object.entries(texts)) {
    const told = bare(text ?? '')
    if (known.some((part) => told.includes(part)))
      throw badRequest('E-029', '所写内容含异议人信息，请删去', field)
  }
}
