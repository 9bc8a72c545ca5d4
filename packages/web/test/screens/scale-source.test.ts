import { screen, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const stored = { batch: '2025Q4-02', storedAt: '2026-01-21 16:20:00' }

beforeEach(() => {
  on('listStatPeriods', [
    { year: 2026, quarter: 1, status: 'PROVISIONAL', ...stored },
    { year: 2025, quarter: 4, status: 'OFFICIAL', ...stored },
  ])
  on('getScaleLayout', ({ query }) => [
    {
      year: Number(query.year ?? 2026),
      key: '640000',
      label: '宁夏回族自治区',
      projectCount: 20,
      ratedPower: Number(query.year) === 2025 ? 5_000 : 9_000,
      ratedEnergy: 10_000,
    },
  ])
})

test('the scale page opens on the latest published period and names its origin under the title', async () => {
  await open('/planningmonitoring/project/scalelayout', 'nation')
  const line = within((await screen.findByText('数据截至')).closest('dl') ?? document.body)
  expect(line.getByText('2025-12-31')).toBeDefined()
  expect(line.getByText(/^2025Q4-02$/)).toBeDefined()
  expect(line.getByText('2026-01-21 16:20')).toBeDefined()
  expect(line.getByText('正式')).toBeDefined()
  expect(await screen.findByRole('option', { name: '2026年第1季度 · 暂行' })).toBeDefined()
  expect((await screen.findAllByText(/^5,000/)).length).toBeGreaterThan(0)
})
