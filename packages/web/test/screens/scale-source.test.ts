import { screen, waitFor, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { FIRST_CALLS } from '../../build/first-calls.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const stored = { batch: '2025Q4-02', storedAt: '2026-01-21 16:20:00' }

beforeEach(() => {
  on('getScaleRank', {})
  on('queryEsProjects', example('queryEsProjects'))
  on('findProjectLocations', [])
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
  expect(await line.findByText('2025-12-31')).toBeDefined()
  expect(line.getByText(/^2025Q4-02$/)).toBeDefined()
  expect(line.getByText('2026-01-21 16:20')).toBeDefined()
  expect(line.getByText('正式')).toBeDefined()
  expect(await screen.findByRole('option', { name: '2026年第1季度 · 暂行' })).toBeDefined()
  expect((await screen.findAllByText(/^5,000/)).length).toBeGreaterThan(0)
})

test.each([
  ['a group', '/planningmonitoring/project/scalelayout', 'group_spic'],
  ['a county', '/planningmonitoring/project/scalelayoutProvince', 'county_yc'],
  [
    'a comparison of working records',
    '/planningmonitoring/project/scalelayout?compare=periods&source=work',
    'nation',
  ],
])(
  '%s reads in the list of periods the status that the line of origin names',
  async (_who, path, username) => {
    await open(path, username)
    expect((await screen.findAllByText(/暂行$/)).length).toBeGreaterThan(0)
    expect((await screen.findAllByRole('option', { name: '2025年第4季度 · 暂行' })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('option', { name: /正式/ })).toBeNull()
  },
)

test('the document brings exactly what the finding of the national page needs first', async () => {
  on('listStatPeriods', [
    { year: 2025, quarter: 4, status: 'OFFICIAL', ...stored },
    { year: 2025, quarter: 3, status: 'OFFICIAL', ...stored },
    { year: 2024, quarter: 4, status: 'OFFICIAL', ...stored },
  ])
  const asked = on('getScaleLayout', ({ query }) => [
    { year: Number(query.year ?? 2025), key: '640000', label: '宁夏回族自治区', projectCount: 20, ratedPower: 5_000, ratedEnergy: 10_000 },
  ]) // biome-ignore format: one row on a line
  await open('/planningmonitoring/project/scalelayout', 'nation')
  await screen.findAllByText(/^5,000/)
  const { parts } = FIRST_CALLS.figures['/planningmonitoring/project/scalelayout'] ?? { parts: [] }
  const first = parts.map(([quarters, groupBy]) => {
    const at = 2025 * 4 + 3 + quarters
    return { year: Math.floor(at / 4), quarter: (at % 4) + 1, source: 'warehouse', groupBy: [...groupBy] }
  })
  const seen = asked.map(({ query: { groupBy = [], ...query } }) => ({ ...query, groupBy }))
  expect(seen.slice(0, first.length)).toEqual(expect.arrayContaining(first))
})

test('the ranking has files of its own, and is ordered by the head of a column, by keyboard and in the address', async () => {
  on('getScaleLayout', ({ query }) => {
    const powers = Number(query.year) === 2024 ? [4_000, 100, 900] : [5_000, 3_000, 1_000]
    return ['640000', '150000', '650000'].map((key, at) => ({
      ...{ key, label: `甲乙丙${at}`, projectCount: 20 },
      ...{ ratedPower: powers[at] ?? 0, ratedEnergy: 10_000, year: Number(query.year ?? 2026) },
    }))
  })
  on('listStatPeriods', [
    { year: 2025, quarter: 4, status: 'OFFICIAL', ...stored },
    { year: 2024, quarter: 4, status: 'OFFICIAL', ...stored },
  ])
  const user = await open('/planningmonitoring/project/scalelayout', 'nation')
  const ranking = await screen.findByRole('table', { name: '地区排名' })
  await user.click(await screen.findByRole('button', { name: '下载地区排名' }))
  const formats = within(screen.getByRole('menu', { name: '下载地区排名' })).getAllByRole('menuitem')
  expect(formats.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['表格（xlsx）', '表格（CSV）'])
  const names = () =>
    within(ranking)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  const head = within(ranking).getByRole('button', { name: '同比' })
  head.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toContain('sort=change'))
  expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending')
  expect(names()[0]).toContain('甲乙丙1')
})

test('a batch in the address shows the figures of that time under a band, and the way back', async () => {
  const asked = on('getScaleLayout', [
    {
      year: 2025,
      key: '640000',
      label: '宁夏回族自治区',
      projectCount: 20,
      ratedPower: 4_000,
      ratedEnergy: 8_000,
    },
  ])
  on('listPublications', [
    {
      year: 2025,
      quarter: 4,
      batch: '2025Q4-02',
      origin: 'SYNC',
      isCurrent: true,
      storedAt: '2026-03-02 10:05:00',
    },
    {
      ...{ year: 2025, quarter: 4, batch: '2025Q4-01', origin: 'SYNC', isCurrent: false },
      ...{ storedAt: '2026-01-21 16:20:00', publishedAt: '2026-02-01 09:00:00' },
    },
  ])
  const user = await open('/planningmonitoring/project/scalelayout?asOf=2025Q4-01', 'nation')
  expect(
    await screen.findByText('按 2025Q4-01 当时的数', { exact: false, selector: '[role=status]' }),
  ).toBeDefined()
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.every(({ query }) => query.asOf === '2025Q4-01' && query.source === 'warehouse')).toBe(true)
  const line = within((await screen.findByText('数据截至')).closest('dl') ?? document.body)
  expect(line.getByText('正式')).toBeDefined()
  expect(line.getByRole('link', { name: '2025Q4-01' }).getAttribute('href')).toContain(
    'warehouse?year=2025&quarter=4&asOf=2025Q4-01',
  )
  await user.click(screen.getByRole('button', { name: '返回现行' }))
  await waitFor(() => expect(asked.at(-1)?.query.asOf).toBeUndefined())
  expect(screen.queryByRole('button', { name: '返回现行' })).toBeNull()
})

test('figures of an earlier batch are compared by what it was then, not by what it is today', async () => {
  const of = (year: number, publishedAt?: string) => ({
    ...{ year, quarter: 4, batch: `${year}Q4-01`, origin: 'SYNC' as const, isCurrent: false },
    ...{ storedAt: `${year + 1}-01-21 16:20:00`, ...(publishedAt && { publishedAt }) },
  })
  on('listStatPeriods', [
    { year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-02' },
    { year: 2024, quarter: 4, status: 'OFFICIAL', batch: '2024Q4-01' },
  ])
  on('listPublications', [of(2025), of(2024, '2025-02-01 09:00:00')])
  await open('/planningmonitoring/project/scalelayout?asOf=2025Q4-01', 'nation')
  expect((await screen.findAllByText(/同比（暂行）/)).length).toBeGreaterThan(0)
})
