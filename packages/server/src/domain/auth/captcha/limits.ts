import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { countHit } from '../../rate-limit.ts'

/** The IPv4 address, or the /64 network of an IPv6 address, because a subscriber usually has a whole /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.replace(/%.*/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...new Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** Maximum open captchas. The oldest are dropped, so that under attack a person still gets a new one. */
const MOST_OPEN = 50_000

/** @throws HttpError 429 if this address has requested too many */
export async function admitCaptcha(db: Db, address: string, perMinute: number): Promise<void> {
  await countHit(db, { key: `captcha:${networkOf(address)}`, max: perMinute, seconds: 60 })
  await sweepCaptchas(db, MOST_OPEN)
}

/** Deletes expired captchas, and the oldest beyond `mostOpen`. Skips rows that another call is deleting. */
export async function sweepCaptchas(db: Db, mostOpen: number): Promise<void> {
  await sql`delete from captcha where id in (
    select id from captcha where expires < now()
      or expires <= (select expires from captcha order by expires desc offset ${mostOpen} limit 1)
    order by expires limit 1000 for update skip locked)`.execute(db)
}

/** Challenges per window and address at the lowest difficulty. */
const EASY = 8
const WINDOW_SECONDS = 600
/** Maximum difficulty. A nonce of ten digits can prove at most 33 bits. */
const MOST_BITS = 26

/** Difficulty of the next proof of work in zero bits: one more per doubling of the address's recent challenges. */
export const bitsAfter = (challenges: number, least: number): number =>
  Math.min(MOST_BITS, least + Math.max(0, Math.ceil(Math.log2(challenges / EASY))))

/** Counts a challenge. @returns its difficulty in zero bits */
export async function countChallenge(db: Db, address: string, least: number): Promise<number> {
  const limit = { key: `captcha-work:${networkOf(address)}`, max: Number.MAX_SAFE_INTEGER }
  return bitsAfter(await countHit(db, { ...limit, seconds: WINDOW_SECONDS }), least)
}
