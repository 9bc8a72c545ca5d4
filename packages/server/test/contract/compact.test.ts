import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compact } from '../../src/contract/reply.ts'

test('a reply without empty properties is sent as it is, without a copy', () => {
  const reply = [{ name: '盐池', sums: { power: 0, isOpen: false, note: '' } }]
  expect(compact(reply)).toBe(reply)
})

test('only what has an empty property is copied', () => {
  const whole = { power: 1 }
  const reply = { whole, part: { energy: null, power: 2 } }
  expect(compact(reply)).toEqual({ whole: { power: 1 }, part: { power: 2 } })
  expect(compact(reply)).toHaveProperty('whole', whole)
  expect(reply.part).toEqual({ energy: null, power: 2 })
})

/** Properties without a value left out, in a plain way. */
const written = (value: unknown) =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).filter(([, each]) => each !== null))
  })

test('no property of any reply is empty, and all others stay in their order', () => {
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), fc.constant(undefined))
  const { reply } = fc.letrec((tie) => ({
    reply: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.dictionary(fc.string(), tie('reply'), { noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(fc.string(), reply, { noNullPrototype: true }), (value) => {
      expect(JSON.stringify(compact(value))).toBe(written(value))
    }),
  )
})
