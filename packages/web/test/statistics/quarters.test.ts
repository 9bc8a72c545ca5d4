// @vitest-environment node
import type { ScaleQuarterRow } from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { quartersOption } from '../../src/features/statistics/options/quarters.ts'
import { LIGHT } from '../../src/features/statistics/palette.ts'
import { quarterName, quartersFinding } from '../../src/features/statistics/scale/quarters-card.tsx'

const row = (
  year: number,
  quarter: 1 | 2 | 3 | 4,
  ratedPower: number,
  status: ScaleQuarterRow['status'],
): ScaleQuarterRow => ({
  ...{ year, quarter, ratedPower, projectCount: 1, ratedEnergy: 2 * ratedPower, addPower: 10, addEnergy: 20 },
  ...(status && { status, batch: `${year}Q${quarter}-01` }),
})

const rows = [row(2025, 3, 100, 'OFFICIAL'), row(2025, 4, 120, 'REVISED'), row(2026, 1, 150, 'PROVISIONAL')]

test.each([
  ['the chosen quarter', rows[1], '2025年第4季度（修订）末 120 MW，当季新增 10 MW，环比 +20.0%。'],
  [
    'the last quarter by default',
    undefined,
    '2026年第1季度（暂行）末 150 MW，当季新增 10 MW，环比（暂行） +25.0%。',
  ],
  ['a quarter without the one before', rows[0], '2025年第3季度末 100 MW，当季新增 10 MW。'],
])('the finding of the quarters is about %s', (_which, chosen, finding) => {
  expect(quartersFinding(rows, 'MW', 'warehouse', chosen)).toBe(finding)
})

test('a quarter without a batch of its own is compared with none', () => {
  const borrowed = rows.map(({ batch: _batch, ...row }) => row)
  expect(quartersFinding(borrowed, 'MW', 'warehouse', borrowed[1])).not.toContain('环比')
})

test('says nothing without quarters', () => {
  expect(quartersFinding([], 'MW', 'warehouse')).toBe('')
})

test('provisional quarters are drawn hollow, and named with their status', () => {
  const option = quartersOption({
    ...{ rows, unit: 'MW', nameOf: quarterName },
    isPublished: ({ status }) => status !== 'PROVISIONAL',
  })(LIGHT)
  const [before] = option['series'] as { data: { value: number; itemStyle?: { color: string } }[] }[]
  expect(before?.data.map(({ value, itemStyle }) => [value, itemStyle?.color])).toEqual([
    [90, undefined],
    [110, undefined],
    [140, 'transparent'],
  ])
  const { data } = option['xAxis'] as { data: string[] }
  expect(data).toEqual(['2025年第3季度', '2025年第4季度（修订）', '2026年第1季度（暂行）'])
})
