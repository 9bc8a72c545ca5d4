import { expect, test } from 'vitest'
import { askedPeriod, asOfIn, asOfWords, periodAsOf, scaleSides } from '../src/index.ts'

const own = { year: 2025, quarter: 4 }
const first = {
  ...own,
  batch: '2025Q4-01',
  storedAt: '2026-01-21 16:20:00',
  publishedAt: '2026-02-01 09:00:00',
}
const second = {
  ...own,
  batch: '2025Q4-02',
  storedAt: '2026-03-02 10:05:00',
  publishedAt: '2026-03-02 10:05:00',
  reason: '更正额定功率',
}
const later = { year: 2026, quarter: 1, batch: '2026Q1-01', storedAt: '2026-04-20 10:00:00' }
const batches = [later, second, first]

test.each([
  ['a batch that was published', own, '2025Q4-01', { batch: '2025Q4-01', status: 'OFFICIAL' }],
  ['a batch that revised it', own, '2025Q4-02', { batch: '2025Q4-02', status: 'REVISED' }],
  [
    'a moment before its publication',
    own,
    '2026-01-25 00:00:00',
    { batch: '2025Q4-01', status: 'PROVISIONAL' },
  ],
  ['a moment after it', own, '2026-02-02 00:00:00', { batch: '2025Q4-01', status: 'OFFICIAL' }],
  ['a moment after its revision', own, '2026-03-03 00:00:00', { batch: '2025Q4-02', status: 'REVISED' }],
  ['a batch of a later period', own, '2026Q1-01', { batch: '2025Q4-02', status: 'REVISED' }],
  ['a batch from before it was stored', later, '2025Q4-02', { status: 'PROVISIONAL' }],
] as const)('a period has the batch and status of %s', (_why, period, asOf, found) => {
  expect(periodAsOf(period, asOf, batches)).toMatchObject(found)
  if (!('batch' in found)) expect(periodAsOf(period, asOf, batches).batch).toBeUndefined()
})

test('an address with a batch is of its period and of official data, unless it says otherwise', () => {
  expect(asOfIn({ asOf: '' })).toBeUndefined()
  expect(askedPeriod({ asOf: '2025Q4-01' })).toBe('2025Q4')
  expect(askedPeriod({ asOf: '2025Q4-01', quarter: '2025Q3' })).toBe('2025Q3')
  expect(askedPeriod({ asOf: '2026-01-25 00:00:00' })).toBe('')
  expect(scaleSides({ asOf: '2025Q4-01' }, undefined, false).source).toBe('warehouse')
  expect(scaleSides({ asOf: '2025Q4-01', source: 'work' }, undefined, true).source).toBe('work')
  expect(asOfWords('2025Q4-01')).toBe('按 2025Q4-01 当时的数')
})
