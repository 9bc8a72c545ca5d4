import { expect, test } from 'vitest'
import { handlers } from '../src/api/index.ts'
import { notYetServed } from '../src/contract/routes.ts'

test('every call of the contract is served', () => {
  expect(notYetServed(handlers)).toEqual([])
})
