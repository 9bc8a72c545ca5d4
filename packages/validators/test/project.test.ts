import { expect, test } from 'vitest'
import { needsRecordProof } from '../src/index.ts'

test.each([
  ['planned', '1', false],
  ['filed', '2', true],
  ['under construction', '3', true],
  ['in operation', '4', true],
  ['stopped', '5', true],
  ['retired', '6', true],
  ['terminated', '7', false],
  ['of no state', null, false],
])('whether a project that is %s needs the proof of its filing', (_what, status, isNeeded) => {
  expect(needsRecordProof(status)).toBe(isNeeded)
})
