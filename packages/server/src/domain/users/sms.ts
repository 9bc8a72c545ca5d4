import { randomInt } from 'node:crypto'
import { mobile, wordsOf } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest, HttpError } from '../../errors.ts'
import { maskPhone } from '../masking.ts'
import { countHit } from '../rate-limit.ts'
import type { SmsOutbox } from '../sms/runner.ts'
import { hashOf, randomSecret } from '../tokens.ts'

export type SmsPurpose = 'register' | 'profile' | 'forget' | 'objection'

const LIFE_SECONDS = 300
const MAX_TRIES = 5

/** A caller waits so long for the gateway. */
const WAIT_MS = 5_000

interface SmsServices {
  db: Db
  transact: Transact
  config: Pick<Config, 'sampleData' | 'smsCode'>
  /** Absent if no gateway is connected. */
  sms: SmsOutbox | undefined
}

export interface SmsRequest {
  phone: string
  /** Name of the phone where it is stored and counted, if it may not be read there. */
  storedAs?: string
  purpose: SmsPurpose
  address: string
  /** For a forgotten password: the account. Undefined if there is none, and then nothing is delivered. */
  account?: { userId: number | undefined }
  /** For a logged-in user: the account, so that no one else can use the code. */
  userId?: number
}

const storedPhone = ({ phone, storedAs = phone }: SmsRequest): string => storedAs

async function assertRate(db: Db, request: SmsRequest): Promise<void> {
  const { purpose, address, userId } = request
  const phone = storedPhone(request)
  await countHit(db, { key: `sms-address:${address}`, max: 30, seconds: 3_600 })
  if (userId !== undefined) await countHit(db, { key: `sms-user:${userId}`, max: 5, seconds: 3_600 })
  await countHit(db, { key: `sms-minute:${purpose}:${phone}`, max: 1, seconds: 60 })
  await countHit(db, { key: `sms-day:${phone}`, max: 10, seconds: 86_400 })
}

interface SentCode {
  ticket: string
  /** Seconds. */
  expiresIn: number
  phoneMasked: string
  /** The gateway has not taken it yet, or did not say so. */
  isDelayed: boolean
}

/**
 * Sends a six-digit code and keeps its hash for five minutes. A newer code replaces an older one.
 * @throws HttpError 400 for a number that is none or that the gateway refuses, 429 above a limit, 503 without a gateway
 */
export async function sendCode(
  { db, transact, config, sms }: SmsServices,
  request: SmsRequest,
): Promise<SentCode> {
  const { phone, purpose, account } = request
  const fault = mobile(phone)
  if (fault) {
    const message = wordsOf(fault)
    throw badRequest(fault.code, `手机号：${message}`, [{ field: 'phone', message }])
  }
  if (!sms) throw new HttpError(503, '短信服务暂未开通，请联系管理员')
  await assertRate(db, request)
  await sms.assertQuota()
  const code = config.smsCode ?? String(randomInt(1_000_000)).padStart(6, '0')
  const ticket = randomSecret()
  const userId = account ? account.userId : request.userId
  const text = `您的验证码是${code}，5分钟内有效，请勿告知他人。`
  const replaces = `${purpose}:${storedPhone(request)}:${userId ?? ''}`
  const isKnown = !account || account.userId !== undefined
  const id = await transact(async (trx) => {
    await storeCode(trx, request, { code, ticket, userId })
    return isKnown ? sms.post(trx, { phone, template: 'code', params: { code }, text, replaces }) : undefined
  })
  sms.wake()
  // Not awaited for a forgotten password: neither time nor failure may reveal whether the account exists.
  const state = account || id === undefined ? 'ACCEPTED' : await sms.ended(id, WAIT_MS)
  if (state === 'REFUSED')
    throw badRequest('A-027', '运营商未受理该号码，请核对', [
      { field: 'phone', message: '运营商未受理该号码，请核对' },
    ])
  const phoneMasked = maskPhone(phone) ?? ''
  return { ticket, expiresIn: LIFE_SECONDS, phoneMasked, isDelayed: state !== 'ACCEPTED' }
}

interface Code {
  code: string
  ticket: string
  userId: number | undefined
}

async function storeCode(trx: Trx, request: SmsRequest, { code, ticket, userId }: Code): Promise<void> {
  const { purpose } = request
  const phone = storedPhone(request)
  await sql`update sms_outbox set used = true where phone = ${phone} and purpose = ${purpose} and not used
    and user_id is not distinct from ${userId ?? null}`.execute(trx)
  await trx
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
}

/** Removes codes that ended a day ago. */
export const sweepCodes = (db: Db): Promise<unknown> =>
  sql`delete from sms_outbox where expires < now() - interval '1 day'`.execute(db)

const wrong = () =>
  badRequest('A-014', '短信验证码错误或已过期', [{ field: 'smsCode', message: '短信验证码错误或已过期' }])

interface Claim {
  /** As it is stored. */
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
