import { sha256 } from '../../lib/sha256.ts'

/** Finds a number such that SHA-256 of `challenge:number` starts with at least `bits` (up to 32) zero bits. */
export function provedBy(challenge: string, bits: number): string {
  const encoder = new TextEncoder()
  for (let nonce = 0; ; nonce++) {
    const [first = -1] = sha256(encoder.encode(`${challenge}:${nonce}`))
    if (Math.clz32(first) >= bits) return String(nonce)
  }
}
