import { randomInt } from 'node:crypto'
import { mobile, wordsOf } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { badRequest, HttpError } from '../../errors.ts'
import { maskPhone } from '../masking.ts'
import { countHit } from '../rate-limit.ts'
import { hashOf, randomSecret } from '../tokens.ts'

/** Delivers a text message. */
export type SmsSender = (phone: string, text: string) => Promise<void>

export type SmsPurpose = 'register' | 'profile' | 'forget'

const LIFE_SECONDS = 300
const MAX_TRIES = 5

interface SmsServices {
  db: Db
  config: Pick<Config, 'sampleData' | 'smsCode'>
  /** Absent if no gateway is connected. */
  sms: SmsSender | undefined
}

export interface SmsRequest {
  phone: string
  purpose: SmsPurpose
  address: string
  /** For a forgotten password: the account. Undefined if there is none, and then nothing is delivered. */
  account?: { userId: number | undefined }
  /** For a logged-in user: the account, so that no one else can use the code. */
  userId?: number
}

async function assertRate(db: Db, { phone, purpose, address, userId }: SmsRequest): Promise<void> {
  await countHit(db, { key: `sms-address:${address}`, max: 30, seconds: 3_600 })
  if (userId !== undefined) await countHit(db, { key: `sms-user:${userId}`, max: 5, seconds: 3_600 })
  await countHit(db, { key: `sms-minute:${purpose}:${phone}`, max: 1, seconds: 60 })
  await countHit(db, { key: `sms-day:${phone}`, max: 10, seconds: 86_400 })
}

/** Sends a six-digit code and keeps its hash for five minutes. A newer code replaces an older one. */
export async function sendCode({ db, config, sms }: SmsServices, request: SmsRequest) {
  const { phone, purpose, account } = request
  const fault = mobile(phone)
  if (fault) {
    const message = wordsOf(fault)
    throw badRequest(fault.code, `手机号：${message}`, [{ field: 'phone', message }])
  }
  if (!sms) throw new HttpError(503, '短信服务暂未开通，请联系管理员')
  await assertRate(db, request)
  const code = config.smsCode ?? String(randomInt(1_000_000)).padStart(6, '0')
  const ticket = randomSecret()
  const userId = account ? account.userId : request.userId
  await sql`delete from sms_outbox where expires < now() - interval '1 day'`.execute(db)
  await sql`update sms_outbox set used = true where phone = ${phone} and purpose = ${purpose} and not used
    and user_id is not distinct from ${userId ?? null}`.execute(db)
  await db
    .insertInto('sms_outbox')
    .values({
      phone,
      purpose,
      code_hash: hashOf(`${phone}:${code}`),
      ticket_hash: hashOf(ticket),
      user_id: userId ?? null,
      body: '验证码',
      expires: sql`now() + make_interval(secs => ${LIFE_SECONDS})`,
    })
    .execute()
  const text = `您的验证码是${code}，5分钟内有效，请勿告知他人。`
  // Not awaited for a forgotten password: neither timing nor failure may reveal whether the account exists.
  if (account?.userId !== undefined) void sms(phone, text).catch(() => undefined)
  else if (!account) await sms(phone, text)
  return { ticket, expiresIn: LIFE_SECONDS, phoneMasked: maskPhone(phone) ?? '' }
}

const wrong = () =>
  badRequest('A-014', '短信验证码错误或已过期', [{ field: 'smsCode', message: '短信验证码错误或已过期' }])

interface Claim {
  phone: string
  purpose: SmsPurpose
  code: string
  userId?: number
}

/**
 * Consumes a code. Each try is counted before the check, so that parallel guesses count too.
 * @throws HttpError 400 if the code is wrong, used, older than five minutes, or was guessed at five times
 */
export async function useCode(db: Db, { phone, purpose, code, userId }: Claim): Promise<void> {
  const { rows } = await sql<{ id: number; code_hash: string }>`
    update sms_outbox set tries = tries + 1 where id = (
      select id from sms_outbox where phone = ${phone} and purpose = ${purpose}
        and user_id is not distinct from ${userId ?? null} order by id desc limit 1)
      and not used and expires > now() and tries < ${MAX_TRIES} returning id, code_hash`.execute(db)
  await take(db, rows[0], hashOf(`${phone}:${code}`))
}

/** As `useCode`, for the ticket of a forgotten password. Returns the account. */
export async function useTicket(db: Db, ticket: string, code: string): Promise<number> {
  const { rows } = await sql<{ id: number; code_hash: string; phone: string; user_id: number | null }>`
    update sms_outbox set tries = tries + 1 where ticket_hash = ${hashOf(ticket)} and purpose = 'forget'
      and not used and expires > now() and tries < ${MAX_TRIES}
    returning id, code_hash, phone, user_id`.execute(db)
  const [row] = rows
  if (!row || row.user_id === null) throw wrong()
  await take(db, row, hashOf(`${row.phone}:${code}`))
  return row.user_id
}

async function take(db: Db, row: { id: number; code_hash: string } | undefined, hash: string): Promise<void> {
  if (!row || row.code_hash !== hash) throw wrong()
  const taken = await sql<{ id: number }>`
    update sms_outbox set used = true where id = ${row.id} and not used returning id`.execute(db)
  if (taken.rows.length === 0) throw wrong()
}
