/** Links of a bulletin show its figures with the status that it gives them, whatever came later. */
import { periodAsOf } from '@xinchu/validators'
import { expect, test } from 'vitest'
import { asOfBasis, periodOfEdition } from '../src/domain/documents/bulletin/basis.ts'
import type { Batch } from '../src/domain/statistics/publications.ts'

const atOf = (edition: number) => `2026-10-${String(edition).padStart(2, '0')} 09:00:00`

/** A batch that an act made and another published, if at all. */
function batchOf(name: string, edition: number, published?: number): Batch {
  const [, year, quarter, revision] = /(\d{4})Q(\d)-(\d+)/.exec(name)?.map(Number) ?? []
  if (year === undefined || revision === undefined) throw new Error(`no batch is named ${name}`)
  const facts = { batch: name, year, quarter: quarter as Batch['quarter'], revision, edition } // 1 to 4
  const publishing =
    published === undefined ? {} : { publishedEdition: published, publishedAt: atOf(published) }
  const revised = edition === published ? { reason: '按核实结果更正' } : {}
  const stored = { origin: 'SYNC', isCurrent: true, storedAt: atOf(edition) } as const
  return { ...facts, ...stored, ...publishing, ...revised }
}

const PERIOD = { year: 2026, quarter: 3 } as const
const BASES = [
  { year: 2026, quarter: 2 },
  { year: 2025, quarter: 4 },
  { year: 2025, quarter: 3 },
] as const
const BEFORE = [batchOf('2026Q2-01', 6, 7), batchOf('2025Q4-01', 3, 4), batchOf('2025Q3-01', 1, 2)]

test.each([
  ['the last act was on its own batch', [batchOf('2026Q3-01', 10, 12), ...BEFORE], '2026Q3-01'],
  [
    'a year-end was revised between its batch and its publication',
    [batchOf('2026Q3-01', 10, 12), batchOf('2025Q4-02', 11, 11), ...BEFORE],
    atOf(12),
  ],
  [
    'a year-end was revised after its publication',
    [batchOf('2026Q3-01', 10, 12), batchOf('2025Q4-02', 13, 13), ...BEFORE],
    atOf(13),
  ],
  [
    'the quarter before was published with it',
    [batchOf('2026Q3-01', 10, 12), batchOf('2026Q2-01', 6, 12), ...BEFORE.slice(1)],
    atOf(12),
  ],
  [
    'the quarter before was published after its batch, and it was not',
    [batchOf('2026Q3-01', 10), batchOf('2026Q2-01', 6, 11), ...BEFORE.slice(1)],
    atOf(11),
  ],
  [
    'it was revised last',
    [batchOf('2026Q3-02', 14, 14), batchOf('2026Q3-01', 10, 12), batchOf('2025Q4-02', 11, 11), ...BEFORE],
    '2026Q3-02',
  ],
])('when %s', (_, batches, asOf) => {
  const edition = 20
  expect(asOfBasis(batches, PERIOD)).toBe(asOf)
  expect(asOfBasis(batches, PERIOD, edition)).toBe(asOf)
  const later = [batchOf('2026Q3-03', 21, 21), batchOf('2025Q4-03', 22, 22), ...batches]
  expect(asOfBasis(later, PERIOD, edition)).toBe(asOf)
  for (const period of [PERIOD, ...BASES])
    expect(periodAsOf(period, asOf, later)).toEqual(periodOfEdition(batches, period, edition))
})

test('as of an act before its publication, it has the status of then', () => {
  const batches = [batchOf('2026Q3-01', 10, 12), batchOf('2025Q4-02', 11, 11), ...BEFORE]
  const asOf = asOfBasis(batches, PERIOD, 11)
  expect(asOf).toBe(atOf(11))
  expect(periodAsOf(PERIOD, asOf ?? '', batches).status).toBe('PROVISIONAL')
})
