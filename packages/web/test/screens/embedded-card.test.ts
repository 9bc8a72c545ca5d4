import { screen, waitFor, within } from '@testing-library/dom'
import { refuse } from '@xinchu/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const SCALE = '/planningmonitoring/project/scalelayout'

beforeEach(() => {
  on('listStatPeriods', [
    { year: 2026, quarter: 3, status: 'PROVISIONAL', batch: '2026Q3-01' },
    { year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-01' },
  ])
  on('getScaleLayout', ({ query }) => [
    {
      year: Number(query.year ?? 2025),
      ...{ key: '2025', label: '2025年', projectCount: 20, ratedPower: 5_000, ratedEnergy: 10_000 },
      ...{ addPower: 1_000, addEnergy: 2_000, powerShare: 100 },
    },
  ])
  on('getScaleQuarters', [
    {
      ...{ year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-01', projectCount: 20 },
      ...{ ratedPower: 5_000, ratedEnergy: 10_000, addPower: 300, addEnergy: 600 },
    },
  ])
})

test('a card stands alone with its title, the state and source of its figures, and a link to the whole page', async () => {
  await open(`${SCALE}?quarter=2025Q4&embed=quarters`, 'nation')
  expect(await screen.findByRole('heading', { name: '季度末累计与当季新增' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: '全国规模布局统计' })).toBeDefined()
  expect(await screen.findByText('正式')).toBeDefined()
  expect(screen.getByText(/^来源：/)).toBeDefined()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: '查看整页' })
  expect(link.href).toMatch(new RegExp(`${SCALE}\\?quarter=2025Q4$`))
  expect(link.target).toBe('_blank')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('button', { name: /菜单$/ })).toBeNull()
  expect(screen.queryByRole('heading', { name: '六大区域' })).toBeNull()
})

test('a figure of it leads to its rows in a window of their own', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const user = await open(`${SCALE}?embed=quarters`, 'nation')
  await user.click(await screen.findByRole('button', { name: '季度末累计与当季新增以表格显示' }))
  await user.click((await screen.findAllByRole('button', { name: '5,000' }))[0] as HTMLElement)
  await waitFor(() => expect(opened).toHaveBeenCalled())
  const address = new URL(String(opened.mock.calls[0]?.[0]))
  expect(address.searchParams.get('rows')).toBe('ratedPower,quarter:2025Q4')
  expect(address.searchParams.has('embed')).toBe(false)
  opened.mockRestore()
})

test('names the kinds of projects that it is limited to, and its files name them, too', async () => {
  const user = await open(`${SCALE}?embed=quarters&scaleBand=3,4&ownerType=3`, 'nation')
  const kinds = within(await screen.findByRole('list', { name: '筛选条件' }))
  expect(await kinds.findByText('企业性质：民营')).toBeDefined()
  expect(kinds.getByText('规模分档：10MW至100MW、100MW以上')).toBeDefined()
  const saved: Blob[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:'
  })
  const left = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  await user.click(await screen.findByRole('button', { name: '下载季度末累计与当季新增' }))
  await user.click(await screen.findByRole('menuitem', { name: '表格（CSV）' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain('企业性质 民营')
  made.mockRestore()
  left.mockRestore()
})

test.each([
  ['there is not', 'provinceCode=999999', '没有这个区划'],
  ['is outside of the reach', 'regionGroup=HB', '该地区不在您的数据范围'],
])('says of a place that %s so in place of the card', async (_which, search, words) => {
  const [page, account] = search.startsWith('region') ? [`${SCALE}Region`, 'region_xb'] : [SCALE, 'nation']
  await open(`${page}?embed=quarters&${search}`, account)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(screen.queryByRole('heading', { name: '季度末累计与当季新增' })).toBeNull()
})

test('says once that a condition is refused, and opens the page without it', async () => {
  const message = '第1项技术路线：没有“zz”，取值不在可选范围内'
  for (const call of ['getScaleLayout', 'getScaleQuarters'] as const)
    on(call, refuse(400, message, { errors: [{ field: 'techType.0', value: 'zz', message }] }))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const user = await open(`${SCALE}?embed=quarters&techType=zz&unit=wan`, 'nation')
  const clear = await screen.findByRole('button', { name: '清除条件' })
  expect(screen.getAllByText(message)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '重新加载' })).toBeNull()
  await user.click(clear)
  expect(opened.mock.calls[0]?.[0]).toMatch(/\/scalelayout\?unit=wan$/)
  opened.mockRestore()
})

test('says of an address with an unknown card where a right one is found', async () => {
  await open(`${SCALE}?embed=nonsense`, 'nation')
  expect(await screen.findByText(/^没有名为“nonsense”的卡片/)).toBeDefined()
})

test('the menu of a card gives its address for a frame, with the conditions of the page', async () => {
  const written = vi.fn(async (_text: string) => undefined)
  const user = await open(`${SCALE}?quarter=2025Q4&source=warehouse&sort=ratedPower`, 'nation')
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written)
  await user.click(await screen.findByRole('button', { name: '下载季度末累计与当季新增' }))
  await user.click(await screen.findByRole('menuitem', { name: '嵌入（复制地址）' }))
  await waitFor(() => expect(written).toHaveBeenCalled())
  const address = new URL(written.mock.calls[0]?.[0] ?? '')
  expect(address.pathname).toBe(SCALE)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ quarter: '2025Q4', source: 'warehouse', embed: 'quarters' },
  })
})
