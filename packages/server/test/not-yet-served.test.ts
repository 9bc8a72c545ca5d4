import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { handlers } from '../src/api/index.ts'
import { notYetServed } from '../src/contract/routes.ts'

const listed = readFileSync(new URL('not-yet-served.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

// A call that is served leaves the list, and none may be added: the list can only shrink.
test('the calls that answer 501 are exactly those of the list', () => {
  expect(notYetServed(handlers).sort()).toEqual([...listed].sort())
})

test('at most 128 calls answer 501', () => {
  expect(listed.length).toBeLessThanOrEqual(128)
})
