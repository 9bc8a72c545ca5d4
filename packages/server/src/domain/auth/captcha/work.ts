import { createHash } from 'node:crypto'

/** A nonce of at most ten digits, so that it fits the field of a picture's answer. */
const NONCE = /^\d{1,10}$/

/** Number of leading zero bits of a digest. */
function zeroBits(digest: Buffer): number {
  let bits = 0
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}

/** Whether SHA-256 of `challenge:nonce` starts with the required zero bits. */
export const isProof = (challenge: string, nonce: string, bits: number): boolean =>
  NONCE.test(nonce) && zeroBits(createHash('sha256').update(`${challenge}:${nonce}`).digest()) >= bits
