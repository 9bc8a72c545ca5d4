// @vitest-environment node
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { provedBy } from '../src/features/session/proof-of-work.ts'
import { sha256 } from '../src/lib/sha256.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest()

test.each([0, 1, 47, 55, 56, 63, 64, 65, 119, 120, 1_000])(
  'SHA-256 of %i bytes is that of Node',
  (length) => {
    const text = 'xinchu-储能'.repeat(100).slice(0, length)
    const expected = digestOf(text)
    const words = Array.from({ length: 8 }, (_, at) => expected.readInt32BE(4 * at))
    expect([...sha256(new TextEncoder().encode(text))]).toEqual(words)
  },
)

test.each([0, 1, 8, 12])('a proof of %i bits has as many leading zero bits', (bits) => {
  const nonce = provedBy('5f1c', bits)
  expect(nonce).toMatch(/^\d{1,10}$/)
  expect(Math.clz32(digestOf(`5f1c:${nonce}`).readUInt32BE(0))).toBeGreaterThanOrEqual(bits)
})
