import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import { hashPassword, randomPassword } from './password.ts'

const DAY_MS = 86_400_000
/** Passwords hashed at a time: the rest of the server needs the other threads. */
const AT_ONCE = 2

/** A generated password. Its text leaves the server once, in the reply. */
export interface OneTimePassword {
  text: string
  hash: string
}

/** Generates as many one-time passwords. Takes about 20 ms each. */
export async function makePasswords(count: number): Promise<OneTimePassword[]> {
  const made: OneTimePassword[] = []
  while (made.length < count) {
    const texts = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, randomPassword)
    made.push(...(await Promise.all(texts.map(async (text) => ({ text, hash: await hashPassword(text) })))))
  }
  return made
}

/** The moment until which a one-time password from now opens its account; null if it never expires. */
export function validUntil({ oneTimePasswordDays: days }: Pick<Config, 'oneTimePasswordDays'>, now: Date) {
  return days === 0 ? null : dateTime(new Date(now.getTime() + days * DAY_MS))
}

/** @throws HttpError 400 if the account's one-time password has expired */
export async function assertInTime(db: Db, id: number): Promise<void> {
  const { rows } = await sql<Pick<Row<'app_user'>, 'password_expires'>>`
    select password_expires from app_user where id = ${id} and password_expires <= now()`.execute(db)
  if (rows.length > 0)
    throw badRequest('A-021', '初始密码已过期，请联系管理员重置', [
      { field: 'username', message: '初始密码已过期' },
    ])
}

/** A moment of the contract as the database takes it. */
export const moment = (text: string | null): string | null => text && `${text}+08:00`
