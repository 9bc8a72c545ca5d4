import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIn, leafOf, NONCE_BYTES, pathOf, rootOf } from '../../src/domain/pilot-review/seal.ts'

const nonce = fc.uint8Array({ minLength: NONCE_BYTES, maxLength: NONCE_BYTES })
const leaf = fc.uint8Array({ minLength: 32, maxLength: 32 })
const leaves = fc.array(leaf, { minLength: 1, maxLength: 40 })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('a sheet has the same digest however its properties are ordered', () => {
  const key = new Uint8Array(NONCE_BYTES)
  const a = leafOf({ projectId: 7, items: [{ indexId: 1, score: 8.5 }], recommend: true }, key)
  const b = leafOf({ recommend: true, items: [{ score: 8.5, indexId: 1 }], projectId: 7 }, key)
  expect(hex(a)).toBe(hex(b))
})

test('the digest of a sheet stays what it was, because receipts are checked against it', () => {
  const digest = leafOf({ projectId: 7, totalScore: 86.5 }, new Uint8Array(NONCE_BYTES))
  expect(hex(digest)).toMatchInlineSnapshot(
    `"ed0be430e9d41966be68c8738d4a5b6f4ef51a414fea3231a4a5ad1f1df3a9da"`,
  )
})

test('equal sheets of two experts have different digests', () => {
  fc.assert(
    fc.property(nonce, nonce, (mine, other) => {
      fc.pre(hex(mine) !== hex(other))
      expect(hex(leafOf({ totalScore: 80 }, mine))).not.toBe(hex(leafOf({ totalScore: 80 }, other)))
    }),
  )
})

test('every sheet can be found in the root by its path, and no other', () => {
  fc.assert(
    fc.property(leaves, fc.nat(), leaf, (all, which, foreign) => {
      const index = which % all.length
      const root = rootOf(all)
      const path = pathOf(all, index)
      expect(isIn(root, all[index] ?? foreign, path)).toBe(true)
      if (!all.some((each) => hex(each) === hex(foreign))) expect(isIn(root, foreign, path)).toBe(false)
    }),
  )
})

test('a sheet that is changed, added, removed or moved changes the root', () => {
  fc.assert(
    fc.property(leaves, fc.nat(), leaf, (all, which, foreign) => {
      const index = which % all.length
      const root = hex(rootOf(all))
      fc.pre(!all.some((each) => hex(each) === hex(foreign)))
      expect(hex(rootOf(all.with(index, foreign)))).not.toBe(root)
      expect(hex(rootOf([...all, foreign]))).not.toBe(root)
      expect(hex(rootOf(all.toSpliced(index, 1)))).not.toBe(root)
      const turned = [...all].reverse()
      if (hex(turned[0] ?? foreign) !== hex(all[0] ?? foreign)) expect(hex(rootOf(turned))).not.toBe(root)
    }),
  )
})

test('a batch without sheets has a root too', () => {
  expect(rootOf([])).toHaveLength(32)
})
