import { screen, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { openXlsx } from 'hucre/xlsx'
import { expect, test, vi } from 'vitest'
import { exportRows } from '../../src/features/periodic/year-export.ts'
import { linesOfKinds } from '../../src/features/periodic/year-kinds.tsx'
import { reportingOf, reportingText } from '../../src/features/periodic/year-reporting.ts'
import { lineOfItem } from '../../src/features/periodic/year-table.tsx'
import { UNITS } from '../../src/lib/units.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const [sample] = example('queryGeneralItems').content
if (!sample) throw new Error('the contract shows no report')
const { usage: _usage, ...shared } = sample

const calculation = (
  id: number,
  scopeId: number,
  scopeName: string,
  status: '1' | '2',
  statusLabel: string,
) => ({
  ...shared,
  id,
  itemType: 'YEARCALC' as const,
  scopeName,
  status,
  statusLabel,
  yearCalc: { year: 2026, scopeType: 'REGION' as const, scopeId, rows: [] },
})

const shandong = calculation(1, 370000, '山东省', '1', '已提交')
const ningxia = calculation(2, 640000, '宁夏回族自治区', '2', '已退回')

test('counts the divisions that have to file, and names those that have not reported', () => {
  const due = [
    { scopeType: 'REGION' as const, scopeId: 110000, scopeName: '北京市' },
    { scopeType: 'REGION' as const, scopeId: 370000, scopeName: '山东省' },
    { scopeType: 'REGION' as const, scopeId: 640000, scopeName: '宁夏回族自治区' },
  ]
  const reporting = reportingOf(due, [shandong, ningxia])
  expect(reporting.missing).toEqual(['北京市', '宁夏回族自治区（已退回）'])
  expect(reportingText(reporting)).toBe('应报送 3 个地区，已报送 1 个，未报送 2 个')
})

test('begins with its only title, and gives power as statistics do', async () => {
  const rows = [{ techType: '01', appScenario: '1' as const, yearEndPower: 47_989.4 }]
  const content = [{ ...shandong, yearCalc: { ...shandong.yearCalc, rows } }]
  on('queryGeneralItems', { content, totalElements: 1 })
  await open('/planningmonitoring/calculation/index', 'nation')
  expect(await screen.findByText('47,989 MW')).toBeDefined()
  const [first] = screen.getAllByRole('heading')
  expect(first?.textContent).toBe('年度测算汇总')
  expect(screen.getAllByRole('heading', { level: 1 })).toEqual([first])
})

test('is narrowed to the technologies and scenarios of its address, the file, too', async () => {
  const rows = [
    { techType: '01', appScenario: '1' as const, yearEndPower: 100 },
    { techType: '02', appScenario: '1' as const, yearEndPower: 20 },
    { techType: '01', appScenario: '2' as const, yearEndPower: 3 },
  ]
  const content = [{ ...shandong, yearCalc: { ...shandong.yearCalc, plannedInvestment: 9, rows } }]
  on('queryGeneralItems', { content, totalElements: 1 })
  const user = await open('/planningmonitoring/calculation/index?techType=01', 'nation')
  expect((await screen.findByText('103 MW')).isConnected).toBe(true)
  const kinds = { techType: ['01', '02'], appScenario: ['1'] }
  const [line] = linesOfKinds([lineOfItem(content[0] ?? shandong)], kinds)
  expect(line?.item?.yearCalc).toEqual({ ...shandong.yearCalc, rows: rows.slice(0, 2) })
  await user.selectOptions(screen.getByRole('combobox', { name: '技术路线' }), '')
  expect((await screen.findByText('20 MW')).isConnected).toBe(true)
})

test('gives all figures in 万千瓦 on request', async () => {
  const rows = [
    {
      techType: '01',
      appScenario: '1' as const,
      addPower: 105.5,
      yearEndPower: 47_989.4,
      yearEndEnergy: 100,
    },
  ]
  const own = { ...shandong, yearCalc: { ...shandong.yearCalc, rows } }
  on('queryGeneralItems', { content: [own, ningxia], totalElements: 2 })
  const user = await open('/planningmonitoring/calculation/index', 'nation')
  const table = await screen.findByRole('grid', { name: '各地区年度测算' })
  // One number style in a column: 105.5 has a decimal, so that 0 has one too.
  expect(await within(table).findByText('105.5')).toBeDefined()
  expect(within(table).getByText('47,989.4')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: '计量单位' }), '万千瓦')
  expect(await within(table).findByText('4,798.94')).toBeDefined()
  expect(within(table).getByText('10.55')).toBeDefined()
  expect(screen.getAllByText('4,798.94')).toHaveLength(2)
  expect(screen.getByText('4,798.94 万千瓦')).toBeDefined()
  expect(screen.getAllByText(/MW/).map(({ tagName }) => tagName)).toEqual(['OPTION'])
  expect(location.search).toContain('unit=wan')
})

test('the file of the summary has the shown unit, in full precision', () => {
  const yearCalc = {
    ...shandong.yearCalc,
    rows: [{ techType: '01', appScenario: '1' as const, addPower: 105.55, yearEndEnergy: 100 }],
  }
  const rows = exportRows(
    '2026年度测算汇总',
    [lineOfItem({ ...shandong, yearCalc })],
    UNITS.wan,
    undefined,
    '来源',
  )
  expect(rows[2]).toEqual(
    expect.arrayContaining(['当年新增（万千瓦）', '年末累计（万千瓦时）', '当年计划投资（万元）']),
  )
  expect(rows[3]).toEqual(expect.arrayContaining(['山东省', 10.555, 10]))
})

// The portal of these tests knows one province.
test('names the provinces that have not reported, and saves the table with them', async () => {
  on('queryGeneralItems', { content: [shandong, ningxia], totalElements: 2 })
  const user = await open('/planningmonitoring/calculation/index', 'nation')
  expect(await screen.findByText('应报送 1 个地区，已报送 0 个，未报送 1 个')).toBeDefined()
  const missing = within(screen.getByRole('list', { name: '未报送地区' }))
  expect(missing.getByText('宁夏回族自治区（已退回）')).toBeDefined()

  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file)
    return 'blob:'
  })
  await user.click(screen.getByRole('button', { name: '导出' }))
  expect(await screen.findByText(/^已导出 2 条/)).toBeDefined()
  const { sheets } = await openXlsx(new Uint8Array((await saved[0]?.arrayBuffer()) ?? []))
  const text = JSON.stringify(sheets[0]?.rows)
  for (const cell of [
    '测算范围',
    '年末累计（MW）',
    '山东省',
    '应报送 1 个地区',
    '未报送：宁夏回族自治区（已退回）',
  ])
    expect(text).toContain(cell)
})
