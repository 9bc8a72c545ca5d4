import { screen, waitFor, within } from '@testing-library/dom'
import type { UsageOutlier, UsageSpreadRow } from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const USAGE = '/planningmonitoring/project/usage'
/** Values are checked before they are official. */
const WORKING = `${USAGE}?source=work`

const spreadRow = (more: Partial<UsageSpreadRow>): UsageSpreadRow => ({
  by: 'all',
  key: '',
  label: '全部',
  projects: 200,
  flagged: 0,
  ...{ mean: 300, p10: 100, p25: 220, median: 310, p75: 450, p90: 600 },
  values: [],
  projectIds: [],
  ...more,
})

const outlier: UsageOutlier = {
  rule: 'OUT-P',
  indicator: 'conversionEfficiency',
  itemId: 9001,
  status: '3',
  projectId: 1001,
  projectName: '甲储能电站',
  placeName: '宁夏回族自治区',
  ratedPower: 100,
  value: 101.2,
  reference: '≤ 100%',
  reason: '放电量大于充电量',
}

function given(outliers: readonly UsageOutlier[] = [outlier]) {
  on('listStatPeriods', [
    { year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-01' },
    { year: 2024, quarter: 4, status: 'OFFICIAL', batch: '2024Q4-01' },
  ])
  on('getUsageStatistics', ({ query }) => [
    {
      year: query.year ?? 2025,
      quarter: query.quarter ?? 4,
      ...(query.groupBy ? { key: '640000', label: '宁夏回族自治区' } : {}),
      reportedProjects: 200,
      dueProjects: 210,
      powerRate: 79.9,
      equivalentUtilizationHours: query.year === 2024 ? 300 : 318,
    },
  ])
  on('getUsageSpread', {
    bins: [{ from: 300, user: 12, other: 188 }],
    rows: [
      spreadRow({}),
      spreadRow({ by: 'appSubScenario', key: '31', label: '工商业', median: 556 }),
      spreadRow({ by: 'appSubScenario', key: '11', label: '新能源配建', median: 226 }),
      spreadRow({
        by: 'appSubScenario',
        key: '23',
        label: '电网替代型',
        median: 900,
        projects: 2,
        values: [800, 1000],
        projectIds: [11, 12],
      }),
      spreadRow({ by: 'region', key: '640000', label: '宁夏回族自治区', median: 305, flagged: 3 }),
    ],
  })
  const asked: (readonly string[] | undefined)[] = []
  on('listUsageOutliers', ({ query }) => {
    asked.push(query.rule)
    const content = query.rule ? outliers.filter(({ rule }) => query.rule?.includes(rule)) : [...outliers]
    return {
      content,
      totalElements: content.length,
      rules: outliers.length > 0 ? [{ rule: 'OUT-P' as const, count: outliers.length }] : [],
      projects: outliers.length,
      hours: 318,
      hoursWithout: 317.42,
    }
  })
  return asked
}

test('says how much stations are used, how far they differ, and what the mean is without marked values', async () => {
  given()
  await open(WORKING, 'nation')
  const finding = await screen.findByText(/^2025年第4季度按功率加权平均等效利用/)
  await waitFor(() =>
    expect(finding.textContent).toBe(
      '2025年第4季度按功率加权平均等效利用 318.00 h，同比（暂行） +6.0%；半数电站在 220–450 h 之间；工商业（中位 556 h）是新能源配建（226 h）的 2.5 倍。',
    ),
  )
  await screen.findByText(
    '1 条报送值被标记，涉及 1 个项目；不计这些项目，平均为 317.42 h，相差 −0.58 h。退回前仍计入统计。',
  )
})

test('defines the share of reports and what is not reported in words', async () => {
  given()
  await open(USAGE, 'nation')
  const terms = within((await screen.findByText('指标说明')).closest('details') ?? document.body)
  expect(terms.getByText('已报项目数占应报项目数的比例')).toBeDefined()
  expect(terms.getByText('未报、缺报')).toBeDefined()
})

test('says that official use of a quarter is not published instead of showing zeros', async () => {
  given()
  on('getUsageStatistics', [])
  on('getUsageSpread', { bins: [], rows: [] })
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL', batch: '2026Q3-01' }])
  const user = await open(USAGE, 'nation')
  const words = await screen.findAllByText('本期使用情况尚未发布，或所选范围没有应报项目')
  expect(words.length).toBeGreaterThan(1)
  expect(screen.queryByText(/没有应报送的在运项目/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '查看在办数据' }))
  await waitFor(() => expect(location.search).toContain('source=work'))
})

test('says that a quarter has no official data yet', async () => {
  given()
  on('getUsageStatistics', [])
  on('getUsageSpread', { bins: [], rows: [] })
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL' }])
  await open(USAGE, 'nation')
  expect((await screen.findAllByText('本期使用情况尚未入库')).length).toBeGreaterThan(0)
})

test.each([
  ['nation', USAGE, 'warehouse'],
  ['query', USAGE, 'warehouse'],
  ['region_xb', `${USAGE}Region`, 'warehouse'],
  ['province_nx', `${USAGE}Province`, 'work'],
])('%s sees the data first that the office works with', async (account, page, source) => {
  given()
  await open(page, account)
  const basis = await screen.findByLabelText<HTMLSelectElement>('取数口径')
  await waitFor(() => expect(basis.value).toBe(source))
})

test('marks a change that may still change, and names none without a base of the same data', async () => {
  given()
  on('listStatPeriods', [
    { year: 2026, quarter: 3, status: 'PROVISIONAL', batch: '2026Q3-01' },
    { year: 2026, quarter: 2, status: 'PROVISIONAL' },
    { year: 2025, quarter: 3, status: 'OFFICIAL', batch: '2025Q3-01' },
  ])
  await open(`${USAGE}?quarter=2026Q3`, 'nation')
  const finding = await screen.findByText(/^2026年第3季度按功率加权平均等效利用/)
  await waitFor(() =>
    expect(finding.textContent).toBe(
      '2026年第3季度按功率加权平均等效利用 318.00 h，同比（暂行） 0.0%；半数电站在 220–450 h 之间；工商业（中位 556 h）是新能源配建（226 h）的 2.5 倍。',
    ),
  )
  expect((await screen.findAllByText('同比（暂行） 0.0%')).length).toBeGreaterThan(0)
})

test.each([
  ['beside the one before, if both have figures of their own', '2026Q4-01', '，环比（暂行） 0.0%'],
  ['alone, if its figures would be borrowed', undefined, ''],
] as const)(
  'names a quarter that is not published in the sentence of the course %s',
  async (_what, batch, change) => {
    given()
    on('listStatPeriods', [
      { year: 2026, quarter: 4, status: 'PROVISIONAL', ...(batch ? { batch } : {}) },
      { year: 2026, quarter: 3, status: 'PROVISIONAL', batch: '2026Q3-01' },
      { year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-01' },
    ])
    const row = { reportedProjects: 200, dueProjects: 210, equivalentUtilizationHours: 318 }
    on('getUsageStatistics', ({ query }) =>
      ([3, 4] as const).map((quarter) => ({ ...row, year: query.year ?? 2026, quarter })),
    )
    await open(USAGE, 'nation')
    await screen.findByText(`2026年第4季度（暂行）等效利用 318.00 h${change}。`)
  },
)

test('names a quarter of an earlier batch by what it was then', async () => {
  given()
  on('listPublications', [
    {
      ...{ year: 2025, quarter: 4, batch: '2025Q4-01', origin: 'SYNC', isCurrent: false },
      storedAt: '2026-01-21 16:20:00',
    },
  ])
  await open(`${USAGE}?asOf=2025Q4-01&quarter=2025Q4`, 'nation')
  const course = (await screen.findByRole('heading', { name: '逐季使用情况' })).closest('section')
  await waitFor(() => expect(course?.textContent).toContain('2025年第4季度（暂行）等效利用 318.00 h'))
})

test('leads from a marked value to its report on the desk, and to its rule', async () => {
  const asked = given()
  const user = await open(WORKING, 'nation')
  const list = within(await screen.findByRole('region', { name: '报送值复核清单' }))
  const row = within(await list.findByRole('row', { name: /甲储能电站/ }))
  expect(row.getByText('101.2%')).toBeDefined()
  expect(row.getByText('放电量大于充电量')).toBeDefined()
  const [desk] = row.getAllByRole('link', { name: '复核甲储能电站' })
  expect(desk?.getAttribute('href')).toMatch(/\/esproject\/desk\/index\?.*id=.?9001/)
  expect(row.getByRole('link', { name: 'OUT-P' }).getAttribute('href')).toBe('/rules/OUT-P')
  await user.click(list.getByRole('button', { name: '物理上限 1' }))
  await waitFor(() => expect(asked.at(-1)).toEqual(['OUT-P']))
  expect(location.search).toContain('rule=OUT-P')
})

test('leads from the number of marked values of a place to these values, and back to all', async () => {
  given()
  const asked = on('listUsageOutliers', { content: [outlier], totalElements: 1, rules: [], projects: 1 })
  const user = await open(WORKING, 'nation')
  const medians = within(await screen.findByRole('region', { name: '各地区电站中位数' }))
  await user.click(await medians.findByTitle('查看宁夏回族自治区待复核的报送值'))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ provinceCode: ['640000'] }))
  expect(location.search).toContain('reviewPlace=640000')
  const list = screen.getByRole('region', { name: '报送值复核清单' })
  expect(document.activeElement).toBe(list)
  await user.click(await within(list).findByRole('button', { name: '不再只看宁夏回族自治区' }))
  await waitFor(() => expect(location.search).not.toContain('reviewPlace'))
})

test('a value is confirmed with a reason, and not without', async () => {
  given()
  const asked: unknown[] = []
  on('confirmUsageOutlier', ({ body }) => {
    asked.push(body)
    return undefined
  })
  const user = await open(WORKING, 'nation')
  const list = within(await screen.findByRole('region', { name: '报送值复核清单' }))
  const row = within(await list.findByRole('row', { name: /甲储能电站/ }))
  await user.click(row.getByRole('button', { name: '确认属实：甲储能电站' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '确认属实' }))
  expect(dialog.getByText('请说明为何属实')).toBeDefined()
  await user.type(dialog.getByLabelText(/原因/), '计量点不同，经核对属实')
  await user.click(dialog.getByRole('button', { name: '确认属实' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({ itemId: 9001, confirmed: true, reason: '计量点不同，经核对属实' })
})

test('says when no value is marked', async () => {
  given([])
  await open(WORKING, 'nation')
  const list = within(await screen.findByRole('region', { name: '报送值复核清单' }))
  expect(await list.findByText('没有待复核的报送值')).toBeDefined()
  expect(screen.getByText('没有被标记的报送值。')).toBeDefined()
})

test('shows the median of each place and warns of few reports', async () => {
  given()
  await open(USAGE, 'nation')
  const places = within(await screen.findByRole('region', { name: '各地区电站中位数' }))
  expect(await places.findByRole('button', { name: '305' })).toBeDefined()
  await waitFor(() => expect(places.getByText('79.9%').className).toContain('text-warning'))
})

test('compares other measures by their weighted means, because they have no quantiles', async () => {
  given()
  await open(`${USAGE}?metric=conversionEfficiency`, 'nation')
  expect(await screen.findByRole('heading', { name: '分应用场景平均转换效率' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: '各应用场景利用小时' })).toBeNull()
  expect(screen.getByRole('heading', { name: '四个季度平均转换效率' })).toBeDefined()
})

test('the words under a chart are about its own measure', async () => {
  given()
  on('getUsageStatistics', ({ query }) =>
    ['31', '11'].slice(0, query.groupBy ? 2 : 1).map((key, at) => ({
      ...{ year: query.year ?? 2025, quarter: 4, reportedProjects: 200, dueProjects: 210 },
      ...(query.groupBy ? { key, label: ['工商业', '新能源配建'][at] ?? '' } : {}),
      ...{ equivalentUtilizationHours: 300 - at, conversionEfficiency: 84 + at },
    })),
  )
  await open(`${USAGE}?metric=conversionEfficiency`, 'nation')
  const title = await screen.findByRole('heading', { name: '分应用场景平均转换效率' })
  await waitFor(() => expect(title.closest('section')?.textContent).toContain('新能源配建最高，85'))
  const course = screen.getByRole('heading', { name: '四个季度平均转换效率' }).closest('section')
  await waitFor(() => expect(course?.textContent).toMatch(/年第4季度平均转换效率 84/))
})

test('official figures are asked for as such, say their batch, and are not reviewed any more', async () => {
  const reviewed = given()
  const sources: (string | undefined)[] = []
  on('listStatPeriods', [
    { year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-01', storedAt: '2026-01-21 16:20:00' },
  ])
  on('getUsageStatistics', ({ query }) => {
    sources.push(query.source)
    return [{ year: 2025, quarter: 4, reportedProjects: 200, dueProjects: 210 }]
  })
  await open(`${USAGE}?source=warehouse`, 'nation')
  expect(await screen.findByText(/入库数据 · 国家已确认的季报/)).toBeTruthy()
  expect(screen.getAllByText(/2025Q4-01/).length).toBeGreaterThan(0)
  await waitFor(() => expect([...new Set(sources)]).toEqual(['warehouse']))
  await screen.findByText(/^2025年第4季度/)
  expect(reviewed).toEqual([])
  expect(screen.queryByText('甲储能电站')).toBeNull()
})
