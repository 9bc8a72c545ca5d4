import { screen, waitFor, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const PAGE = '/planningmonitoring/project/scalelayout'
const SCALE = `${PAGE}?provinceCode=640000`
const stored = { batch: '2025Q4-02', storedAt: '2026-01-21 16:20:00' }
const REGIONS = [
  ['640300', '吴忠市', 4_430, 6_900],
  ['640100', '银川市', 10_230, 17_900],
  ['640200', '石嘴山市', 7_170, 6_200],
] as const
const GROUPS: Readonly<Record<string, readonly (readonly [key: string, label: string, part: number])[]>> = {
  durationBand: [
    ['2', '2至4小时', 0.75],
    ['3', '4小时以上', 0.25],
  ],
}
const OTHERS = [['1', '甲类', 1]] as const

const row = (key: string, label: string, ratedPower: number, year: number) => ({
  ...{ key, label, ratedPower, year },
  projectCount: Math.round(ratedPower / 10),
  ratedEnergy: 2 * ratedPower,
})

beforeEach(() => {
  on('listStatPeriods', [
    { year: 2026, quarter: 1, status: 'PROVISIONAL', ...stored },
    { year: 2025, quarter: 4, status: 'OFFICIAL', ...stored },
    { year: 2024, quarter: 4, status: 'REVISED', ...stored },
  ])
  on('findProjectLocations', [])
  on('getScaleLayout', ({ query }) => {
    const year = Number(query.year ?? 2026)
    const [first, second] = query.groupBy ?? []
    const powerOf = (region: (typeof REGIONS)[number]) => (year > 2024 ? region[3] : region[2])
    if (first !== 'region') {
      const whole = REGIONS.reduce((sum, region) => sum + powerOf(region), 0)
      if (!first) return [row('', '', whole, year)]
      return (GROUPS[first] ?? OTHERS).map(([key, label, part]) => row(key, label, part * whole, year))
    }
    return REGIONS.flatMap((region) => {
      const [code, name] = region
      if (!second) return [row(code, name, powerOf(region), year)]
      if (second === 'year') return [row(`${code},${year}`, `${name} / ${year}年`, powerOf(region), year)]
      return (GROUPS[second] ?? OTHERS).map(([key, label, part]) =>
        row(`${code},${key}`, `${name} / ${label}`, part * powerOf(region), year),
      )
    })
  })
})

const region = (name: string) => screen.findByRole('heading', { name }).then((each) => within(cardOf(each)))
const cardOf = (heading: HTMLElement) => heading.closest('section') ?? document.body

test('leads from the scale page to a comparison of the latest period with the year before', async () => {
  const user = await open(SCALE, 'nation')
  await user.click(await screen.findByRole('button', { name: '比较' }))
  expect(
    await screen.findByText('一年间在运功率增加 9,170 MW（+42.0%）：银川市增速最快（+75.0%）。'),
  ).toBeDefined()
  expect(location.search).toContain('compare=periods')
  expect(screen.getByText('2024年底 修订')).toBeDefined()
  expect(screen.getByText('2025年底 正式')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '退出比较' }))
  expect(await screen.findByRole('button', { name: '比较' })).toBeDefined()
  expect(location.search).not.toContain('compare')
})

test('compares periods as of a batch under a band, each with its batch and status of then', async () => {
  const asked = on('getScaleLayout', ({ query }) => [
    row('', '', query.year === 2024 ? 100 : 150, Number(query.year ?? 2026)),
  ])
  const batchOf = (year: number, no: number, days: { storedAt: string; publishedAt: string }) => ({
    ...{ year, quarter: 4 as const, batch: `${year}Q4-0${no}`, origin: 'SYNC' as const },
    ...{ isCurrent: no === 2, ...(no === 2 ? { reason: '按核实结果更正' } : {}), ...days },
  })
  const then = { storedAt: '2026-01-21 16:20:00', publishedAt: '2026-02-01 09:00:00' }
  const later = { storedAt: '2026-03-02 10:05:00', publishedAt: '2026-03-02 10:05:00' }
  on('listPublications', [
    ...[batchOf(2025, 2, later), batchOf(2025, 1, then)],
    ...[batchOf(2024, 2, later), batchOf(2024, 1, { ...then, publishedAt: then.storedAt })],
  ])
  const user = await open(`${SCALE}&compare=periods&quarter=2025Q4&asOf=2025Q4-01`, 'nation')
  expect(
    await screen.findByText('按 2025Q4-01 当时的数', { exact: false, selector: '[role=status]' }),
  ).toBeDefined()
  expect(await screen.findByText('2025年底 正式')).toBeDefined()
  expect(screen.getByText('2024年底 正式')).toBeDefined()
  expect(screen.getByText('2024Q4-01 / 2025Q4-01')).toBeDefined()
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.every(({ query }) => query.asOf === '2025Q4-01')).toBe(true)
  await user.click(screen.getByRole('button', { name: '返回现行' }))
  expect(await screen.findByText('2024年底 修订')).toBeDefined()
})

test('the working records of today have no history, beside a period as of a batch', async () => {
  const asked = on('getScaleLayout', ({ query }) => [row('', '', 100, Number(query.year ?? 2026))])
  on('listPublications', [])
  await open(`${SCALE}&compare=periods&quarter=2025Q4&base=now&asOf=2025Q4-01`, 'nation')
  await waitFor(() => expect(asked.some(({ query }) => query.source === 'work')).toBe(true))
  expect(asked.filter(({ query }) => query.source === 'work' && query.asOf !== undefined)).toEqual([])
})

test('shows growth by region, ranks that changed, and the same figures as tables', async () => {
  const user = await open(`${SCALE}&compare=periods`, 'nation')
  const ranks = await region('两期对照')
  expect(await ranks.findByText(/^吴忠市由第 3 位升至第 2 位/)).toBeDefined()
  const shandong = ranks.getByRole('button', { name: /^石嘴山市.*增量 −970，位次 2 → 3，查看组成$/ })
  shandong.focus()
  await user.keyboard('{Home}')
  expect(document.activeElement?.textContent).toContain('银川市')
  const growth = await region('增量从哪里来')
  await user.click(growth.getByRole('button', { name: '增量从哪里来以表格显示' }))
  const rowOf = await growth.findByRole('row', { name: /银川市/ })
  expect(
    within(rowOf)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['10,230', '17,900', '7,670', '75.0'])
})

test('opens the rows of the base by the period of the base', async () => {
  const [sample] = example('queryEsProjects').content
  if (!sample) throw new Error('the contract shows no project')
  const asked = on('queryEsProjects', {
    ...{ content: [sample], totalElements: 1 },
    ...{ ratedPower: 1, ratedEnergy: 1 },
  })
  const user = await open(`${SCALE}&compare=periods`, 'nation')
  await user.click(await screen.findByRole('button', { name: '21,830' }))
  expect(
    await screen.findByRole('heading', { name: '宁夏回族自治区 · 在运功率 21,830 MW 的组成' }),
  ).toBeDefined()
  expect(asked.at(-1)?.query).toMatchObject({ year: 2024, quarter: 4, source: 'warehouse', figure: 'scale' })
})

/** The figure whose rows the address opens. */
const opened = () => new URLSearchParams(location.search).get('rows')

test.each([
  ['a step of the growth', /^增量从哪里来：/, 'region:640100'],
  ['a class of a composition', /^构成怎样变：/, 'durationBand:3'],
])('opens the rows of %s by the keyboard', async (_, name, cell) => {
  on('queryEsProjects', { content: [], totalElements: 0 })
  const user = await open(`${SCALE}&compare=periods`, 'nation')
  const chart = await screen.findByRole('group', { name })
  chart.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await screen.findByRole('dialog')
  expect(opened()).toBe(`ratedPower,quarter:2025Q4,${cell}`)
})

test.each([
  ['the ring of a dumbbell', '两期对照', '吴忠市　2024年底 4,430 MW，查看组成'],
  ['the ring of a small course', '逐地区走势', '吴忠市　2024年底 4,430 MW，查看组成'],
])('opens the rows of the base by %s, pressed or by Enter', async (_, card, name) => {
  on('queryEsProjects', { content: [], totalElements: 0 })
  const user = await open(`${SCALE}&compare=periods`, 'nation')
  const ring = await (await region(card)).findByRole('button', { name })
  await user.click(ring)
  await screen.findByRole('dialog')
  expect(opened()).toBe('ratedPower,quarter:2024Q4,region:640300')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(opened()).toBeNull())
  ring.focus()
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toContain('吴忠市')
  await user.keyboard('{ArrowRight}{Enter}')
  await screen.findByRole('dialog')
  expect(opened()).toBe('ratedPower,quarter:2024Q4,region:640300')
})

test.each([
  ['a step of the growth', /^增量从哪里来：/, 'region:640100'],
  ['a class of a composition', /^构成怎样变：/, 'durationBand:3'],
])('opens the base of %s by Shift and Enter', async (_, name, cell) => {
  on('queryEsProjects', { content: [], totalElements: 0 })
  const user = await open(`${SCALE}&compare=periods`, 'nation')
  const chart = await screen.findByRole('group', { name })
  chart.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(within(chart).getByRole('status').textContent).toContain('按 Shift+Enter 看2024年底的组成')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await screen.findByRole('dialog')
  expect(opened()).toBe(`ratedPower,quarter:2024Q4,${cell}`)
})

test('opens the rows of several groups together', async () => {
  on('queryEsProjects', { content: [], totalElements: 0 })
  const user = await open(`${SCALE}&compare=periods`, 'nation')
  const [share] = await screen.findAllByRole('button', { name: '25.0' })
  if (share) await user.click(share)
  await screen.findByRole('dialog')
  expect(opened()).toBe('powerShare,quarter:2024Q4,durationBand:3,durationBand:4')
})

test('shows both places on maps side by side, whose parts open their own rows', async () => {
  on('queryEsProjects', { content: [], totalElements: 0 })
  on('getScaleLayout', ({ query: { provinceCode, groupBy } }) => {
    const [, second] = groupBy ?? []
    const code = provinceCode ? '640300' : '640000'
    return [row(second ? `${code},1` : code, second ? '宁夏 / 甲类' : '宁夏', 900, 2025)]
  })
  const user = await open(`${PAGE}?compare=whole&place=640000`, 'nation')
  const map = await screen.findByRole('group', { name: /^宁夏回族自治区各地区在运功率：/ })
  expect(screen.getByRole('heading', { name: '全国各地区在运功率' })).toBeDefined()
  map.focus()
  await user.keyboard('{ArrowDown}{Enter}')
  await screen.findByRole('dialog')
  expect(opened()).toBe('ratedPower,quarter:2025Q4,within:640000,region:640300')
})

test('swaps the sides', async () => {
  const user = await open(`${SCALE}&compare=periods`, 'nation')
  await screen.findByText(/^一年间在运功率增加 9,170 MW/)
  await user.click(screen.getByRole('button', { name: '互换' }))
  expect(await screen.findByText(/^与2025年底相比，2024年底在运功率减少 9,170 MW/)).toBeDefined()
  expect(location.search).toContain('base=2025Q4')
})

test('says that the sides have different bases and shows no difference', async () => {
  await open(`${SCALE}&compare=periods&quarter=now`, 'nation')
  expect((await screen.findByText(/^两侧取数口径不同/)).getAttribute('role')).toBe('alert')
  expect(
    await screen.findByText('截至当前（暂行）在运功率 31,000 MW，2026年第1季度末（暂行） 31,000 MW。'),
  ).toBeDefined()
  expect(screen.queryByRole('heading', { name: '增量从哪里来' })).toBeNull()
  expect(screen.queryByText(/^差 /)).toBeNull()
})

test('compares two places by one call for each dimension, and a place with the nation', async () => {
  const user = await open(`${SCALE}&compare=places&basePlace=640200&place=640100`, 'nation')
  expect(
    await screen.findByText('银川市在运功率 17,900 MW，比石嘴山市多 11,700 MW（+188.7%）。'),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: '地区与全域' }))
  expect(
    await screen.findByText(/^银川市在运功率 17,900 MW，占宁夏回族自治区的 57.7%，在 3 个地区中居第 1 位/),
  ).toBeDefined()
  expect(screen.getAllByText('占 57.7%')).toHaveLength(3)
})

test('says that one period cannot be compared', async () => {
  on('listStatPeriods', [{ year: 2025, quarter: 4, status: 'OFFICIAL', ...stored }])
  await open(`${SCALE}&compare=periods`, 'nation')
  expect(await screen.findByText('只有一个时期有数据，无法比较两个时期')).toBeDefined()
})

test('says that a place is outside of the scope', async () => {
  await open(
    '/planningmonitoring/project/scalelayoutProvince?compare=periods&provinceCode=370000',
    'province_nx',
  )
  expect(await screen.findByText('该地区不在您的数据范围')).toBeDefined()
})

test('offers to read again what failed', async () => {
  on('getScaleLayout', () => refuse(500, '服务器繁忙'))
  await open(`${SCALE}&compare=periods`, 'nation')
  expect(await screen.findByRole('button', { name: '重新加载' })).toBeDefined()
})

test('says that nothing in the scope was in operation', async () => {
  on('getScaleLayout', [])
  const user = await open(`${SCALE}&compare=periods&scaleBand=5`, 'nation')
  const nothing = await screen.findByText('该范围在此时期没有在运项目')
  expect(nothing).toBeDefined()
  await user.click(within(nothing.parentElement as HTMLElement).getByRole('button', { name: '清除条件' }))
  await waitFor(() => expect(location.search).not.toContain('scaleBand'))
})
