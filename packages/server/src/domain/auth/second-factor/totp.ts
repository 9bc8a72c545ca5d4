import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../tokens.ts'

/** Seconds for which a code is shown. */
export const STEP_SECONDS = 30
const DIGITS = 6
/** Steps by which the clock of a device may differ. */
const WINDOW = 1
const SECRET_BYTES = 20

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in the Base32 of RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('')
}

/** Decodes Base32. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A new secret of 160 bits in Base32. */
export const newSecret = (): string => base32(randomBytes(SECRET_BYTES))

/** The code of a 30-second step: TOTP by RFC 6238 over HOTP by RFC 4226. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The step whose code was given, within one step of the time; undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1_000 / STEP_SECONDS)
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1)
    if (isSameSecret(codeAt(secret, step), code)) return step
  return undefined
}

/** The address that authenticator apps read from the QR code. */
export function setUpAddress(secret: string, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
