import { screen, waitFor, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const SCALE = '/planningmonitoring/project/scalelayout'
const [sample] = example('queryEsProjects').content
if (!sample) throw new Error('the contract shows no project')
const rows = [
  { ...sample, id: 1, projectName: '甲储能电站', ratedPower: 100, ratedEnergy: 400 },
  { ...sample, id: 2, projectName: '乙储能电站', ratedPower: 60, ratedEnergy: 180 },
]

beforeEach(() => {
  on('getScaleLayout', [
    {
      key: '640000',
      label: '宁夏回族自治区',
      projectCount: 2,
      ratedPower: 160,
      ratedEnergy: 580,
      powerShare: 40,
    },
    {
      key: '150000',
      label: '内蒙古自治区',
      projectCount: 3,
      ratedPower: 240,
      ratedEnergy: 900,
      powerShare: 60,
    },
  ])
  on('listStatPeriods', example('listStatPeriods'))
  on('findProjectLocations', [])
})

const answer = (ratedPower: number) =>
  on('queryEsProjects', { content: rows, totalElements: 2, ratedPower, ratedEnergy: 580 })

test('lists the rows of a figure by its conditions and says that they add up to it', async () => {
  const asked = answer(160)
  await open(`${SCALE}?source=work&appScenario=2&rows=ratedPower,region:640000`, 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('2 行合计 160 MW / 580 MWh，与公布数一致（差 0.0000）')).toBeDefined()
  expect(drawer.getByRole('heading', { name: '宁夏回族自治区 · 在运功率 160 MW 的组成' })).toBeDefined()
  const cells = ['appScenario:2', 'region:640000']
  expect(asked.at(-1)?.query).toMatchObject({ figure: 'scale', cells, source: 'work', withSums: true })
})

test('says in red that the rows do not add up to the figure, with both sums', async () => {
  answer(150)
  await open(`${SCALE}?rows=ratedPower,region:640000`, 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  const alert = await drawer.findByRole('alert')
  expect(alert.textContent).toBe(
    '2 行合计 150 MW / 580 MWh，公布数为 2 行，160 MW / 580 MWh，相差 0 行、−10 MW、0 MWh',
  )
})

test('seeks among the rows and orders them, in the address, and proves the figure by all rows', async () => {
  const asked = on('queryEsProjects', ({ query }) => {
    const content = query.keyword ? rows.slice(1) : rows
    const sums = query.keyword ? { ratedPower: 60, ratedEnergy: 180 } : { ratedPower: 160, ratedEnergy: 580 }
    return { content, totalElements: content.length, ...sums }
  })
  const user = await open(`${SCALE}?rows=ratedPower,region:640000`, 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(await drawer.findByRole('searchbox', { name: '在这些项目中查找' }), '乙')
  expect(await drawer.findByRole('row', { name: /找到 1 行/ })).toBeDefined()
  expect(drawer.queryByRole('row', { name: /甲储能电站/ })).toBeNull()
  expect(drawer.getByText('2 行合计 160 MW / 580 MWh，与公布数一致（差 0.0000）')).toBeDefined()
  expect(drawer.getByRole('button', { name: '导出 1 行' })).toBeDefined()
  await user.click(drawer.getByRole('button', { name: /^能量 MWh/ }))
  await waitFor(() =>
    expect(asked.at(-1)?.query).toMatchObject({ keyword: '乙', sort: ['ratedEnergy,desc'], page: 0 }),
  )
  const head = drawer.getByRole('columnheader', { name: /^能量 MWh/ })
  expect(head.getAttribute('aria-sort')).toBe('descending')
  await user.click(drawer.getByRole('button', { name: /^能量 MWh/ }))
  await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'))
})

test('begins with the words and the order of the address, and names the province of each row', async () => {
  const asked = answer(160)
  await open(`${SCALE}?rows=ratedPower,region:640000&rowsFind=储能&rowsSort=commissionDate,asc`, 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  const row = await drawer.findByRole('row', { name: /甲储能电站/ })
  expect(asked.map(({ query }) => query.keyword)).toContain('储能')
  expect(asked.at(-1)?.query).toMatchObject({ sort: ['commissionDate,asc'] })
  expect(drawer.getByRole('columnheader', { name: '省、市' })).toBeDefined()
  expect(within(row).getAllByText(new RegExp(sample.provinceName ?? '')).length).toBeGreaterThan(0)
})

test('shows beside the published figure what it would be with other rows, and forgets it', async () => {
  answer(160)
  const user = await open(`${SCALE}?rows=ratedPower,region:640000`, 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('switch', { name: '假设测算' }))
  expect(drawer.getByText('只在本页计算，不保存，不影响公布数')).toBeDefined()
  await user.click(drawer.getByRole('checkbox', { name: '计入乙储能电站' }))
  const power = drawer.getByRole('textbox', { name: '甲储能电站假设功率' })
  await user.clear(power)
  await user.type(power, '80')
  expect(drawer.getByText('假设（去掉 1 行、改 1 行）')).toBeDefined()
  expect(drawer.getByText('位次 2 → 2')).toBeDefined()
  const assumed = within(drawer.getByRole('row', { name: /合计（假设）1 行/ }))
  expect(assumed.getByText('80')).toBeDefined()
  await user.click(drawer.getByRole('button', { name: '还原' }))
  await waitFor(() => expect(drawer.getByText('假设')).toBeDefined())
  expect(drawer.getByRole<HTMLInputElement>('textbox', { name: '甲储能电站假设功率' }).value).toBe('100')
})

const givenSpread = () => {
  on('getUsageSpread', example('getUsageSpread'))
  on('listUsageOutliers', example('listUsageOutliers'))
}

test('offers the rows by one control, which exports no assumption, and prints that the paper has published figures alone', async () => {
  answer(160)
  givenSpread()
  on('getUsageStatistics', [{ year: 2025, quarter: 4, reportedProjects: 2, dueProjects: 3 }])
  const user = await open('/planningmonitoring/project/usage?rows=reportedProjects', 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  const whatIf = await drawer.findByRole('switch', { name: '假设测算' })
  const save = drawer.getByRole<HTMLButtonElement>('button', { name: '导出 2 行' })
  expect(drawer.queryByRole('button', { name: '下载数字的组成' })).toBeNull()
  await user.click(save)
  const formats = within(drawer.getByRole('menu')).getAllByRole('menuitem')
  expect(formats.map(({ textContent }) => textContent)).toEqual([
    ...['表格（xlsx）', '表格（CSV）', '数据（Parquet）'],
    ...['复制 CSV 地址', '复制 JSON 地址'],
  ])
  await user.keyboard('{Escape}')
  expect(drawer.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(save)
  expect(save.disabled).toBe(false)
  await user.click(whatIf)
  expect(save.disabled).toBe(true)
  expect(drawer.getByText('假设测算不导出，关闭后可导出公布数')).toBeDefined()
  await waitFor(() => {
    dispatchEvent(new Event('beforeprint'))
    const paper = document.querySelector('.print-page')?.textContent ?? ''
    expect(paper).toContain('假设测算 未计入，所印均为公布数')
  })
  dispatchEvent(new Event('afterprint'))
  await user.click(whatIf)
  expect(save.disabled).toBe(false)
})

test('lists the projects behind a measure of use in a quarter of the trend', async () => {
  const asked = answer(160)
  givenSpread()
  on('getUsageStatistics', ({ query }) => [
    {
      year: query.year ?? 2025,
      quarter: query.quarter ?? 4,
      reportedProjects: 2,
      dueProjects: 3,
      chargeEnergy: query.quarter === 2 ? 20_120 : 30_000,
    },
  ])
  await open('/planningmonitoring/project/usage?rows=chargeEnergy,quarter:2025Q2', 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByRole('heading', { name: '全国 · 充电量 20,120 万kWh 的组成' })).toBeDefined()
  expect(drawer.getByText('时期 = 2025年第2季度')).toBeDefined()
  expect(asked.at(-1)?.query).toMatchObject({ figure: 'reported', year: 2025, quarter: 2 })
})

test('names the source, the region and the batch of a figure among its conditions', async () => {
  answer(160)
  givenSpread()
  on('listPublications', [])
  on('getUsageStatistics', [{ year: 2025, quarter: 4, reportedProjects: 2, dueProjects: 3 }])
  const page = '/planningmonitoring/project/usage'
  await open(`${page}?source=warehouse&asOf=2025Q4-01&regionGroup=XB&rows=reportedProjects`, 'nation')
  const drawer = within(await screen.findByRole('dialog'))
  const conditions = within(await drawer.findByRole('list', { name: '条件' }))
  expect(await conditions.findByText('区域 = 西北')).toBeDefined()
  expect(conditions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['时期 = 2025年第4季度', '取数口径 = 入库数据', '回看 = 按 2025Q4-01 当时的数'],
    ...['项目范围 = 须报送的项目', '区域 = 西北'],
  ])
})

test('says that a figure of the address does not exist', async () => {
  answer(160)
  await open(`${SCALE}?rows=nonsense`, 'nation')
  expect(await screen.findByText('地址中的统计数不存在，请从统计页面的数字打开')).toBeDefined()
})
