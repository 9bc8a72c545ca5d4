import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Origin of a log-in. */
export interface Origin {
  address: string
  /** The User-Agent header, shortened. */
  agent: string | undefined
  /** Value of the device cookie that an earlier log-in set. */
  device?: string | undefined
}

const COOKIE = 'xinchu_device'
const FOUND = /(?:^|;\s*)xinchu_device=([\w-]{43})(?:;|$)/
/** Days for which a device or address stays known after its last log-in. */
const KNOWN_DAYS = 90
const BYTES = 32

/** The device of a browser that has logged in before. */
export const deviceIn = (cookies: string | undefined): string | undefined => FOUND.exec(cookies ?? '')?.[1]

export const newDevice = (): string => randomBytes(BYTES).toString('base64url')

/** Cookie with the device. Scripts cannot read it, and it grants no access. */
export const deviceCookie = (device: string, isSecure: boolean): string =>
  `${COOKIE}=${device}; Path=/; Max-Age=${KNOWN_DAYS * 86_400}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** Keys of an account's tries from this origin. Only a digest of the device is stored. */
export function originKeys(userId: number, { address, device }: Origin): string[] {
  const digest = device && createHash('sha256').update(device).digest('hex')
  return [`address:${userId}:${address}`, ...(digest ? [`device:${userId}:${digest}`] : [])]
}

/**
 * Notes that an account has logged in from here.
 * @param isService Scripts keep no cookie and are known by their address; behind the address of a person may be others.
 */
export async function noteKnown(db: Db, userId: number, origin: Origin, isService: boolean): Promise<void> {
  const [address, device] = originKeys(userId, origin)
  const key = isService ? address : device
  if (key === undefined) return
  await sql`insert into login_tries (key, is_known) values (${key}, true)
    on conflict (key) do update set is_known = true, used_at = now()`.execute(db)
}

/** Removes origins without a log-in for 90 days, and counts of others without a try for a day. A lock is shorter. */
export async function sweepTries(db: Db): Promise<void> {
  await sql`delete from login_tries where is_known and used_at < now() - make_interval(days => ${KNOWN_DAYS})
    or not is_known and open_since < now() - interval '1 day'`.execute(db)
}
