const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const STEP_MS = 30_000

/**
 * The current code of a second factor, for programs that keep its Base32 secret: TOTP by RFC 6238 with SHA-1, 30 s, 6 digits.
 * @throws RangeError if the secret is no Base32
 */
export async function totp(secret: string, now: number = Date.now()): Promise<string> {
  const letters = [...secret.toUpperCase().replace(/[\s=-]/g, '')].map((letter) => ALPHABET.indexOf(letter))
  if (letters.length === 0 || letters.includes(-1)) throw new RangeError('密钥不是 Base32')
  const bits = letters.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(now / STEP_MS)))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const number = mac.getUint32(mac.getUint8(19) & 0xf) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}
