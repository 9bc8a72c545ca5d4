import { createHash } from 'node:crypto'

/** A nonce of at most ten digits, so that it fits where the answer to a picture goes. */
const NONCE = /^\d{1,10}$/

/** Leading zero bits of a digest. */
function zeroBits(digest: Buffer): number {
  let bits = 0
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}

/** Whether SHA-256 of `challenge:nonce` begins with so many zero bits. */
export const isProof = (challenge: string, nonce: string, bits: number): boolean =>
  NONCE.test(nonce) && zeroBits(createHash('sha256').update(`${challenge}:${nonce}`).digest()) >= bits
