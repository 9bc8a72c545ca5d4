import { codes, messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'
import { hashOf } from '../tokens.ts'
import { admitCaptcha, countChallenge } from './captcha/limits.ts'
import { drawCaptcha } from './captcha/picture.ts'
import type { CaptchaSource } from './captcha/question.ts'
import { isProof } from './captcha/work.ts'

type CaptchaConfig = Pick<Config, 'captchaPerMinute' | 'captchaWorkBits'>

const expires = sql<string>`now() + interval '2 minutes'`

/**
 * Creates a picture captcha. Its hashed answer is kept for two minutes.
 * @throws HttpError 429 if this address has requested too many
 */
export async function askCaptcha(
  db: Db,
  config: CaptchaConfig,
  address: string,
  source: CaptchaSource,
): Promise<{ img: string; uuid: string }> {
  await admitCaptcha(db, address, config.captchaPerMinute)
  const { text, answer } = source()
  const id = crypto.randomUUID()
  await db
    .insertInto('captcha')
    .values({ id, answer_hash: hashOf(`${id}:${answer}`), expires })
    .execute()
  return { img: drawCaptcha(text), uuid: id }
}

/**
 * Creates a proof-of-work captcha, for users who cannot see a picture.
 * @throws HttpError 429 if this address has requested too many
 */
export async function askCaptchaWork(
  db: Db,
  config: CaptchaConfig,
  address: string,
): Promise<{ uuid: string; challenge: string; difficulty: number }> {
  await admitCaptcha(db, address, config.captchaPerMinute)
  const difficulty = await countChallenge(db, address, config.captchaWorkBits)
  const id = crypto.randomUUID()
  await db.insertInto('captcha').values({ id, work_bits: difficulty, expires }).execute()
  return { uuid: id, challenge: id, difficulty }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const refused = (of: 'captcha' | 'captchaExpired') => badRequest(codes[of], messages[of], 'code')

/** Consumes a captcha, whether the answer is right or wrong. */
export async function checkCaptcha(
  db: Db,
  uuid: string | undefined,
  code: string | undefined,
): Promise<void> {
  if (!uuid || !UUID.test(uuid)) throw refused('captchaExpired')
  const used = await db
    .deleteFrom('captcha')
    .where('id', '=', uuid)
    .returning(['id', 'answer_hash', 'work_bits', sql<boolean>`expires > now()`.as('fresh')])
    .executeTakeFirst()
  if (!used?.fresh) throw refused('captchaExpired')
  const answer = (code ?? '').trim()
  const isRight =
    used.work_bits === null
      ? used.answer_hash === hashOf(`${used.id}:${answer}`)
      : isProof(used.id, answer, used.work_bits)
  if (!isRight) throw refused('captcha')
}
