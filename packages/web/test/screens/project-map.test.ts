import { screen, waitFor, within } from '@testing-library/dom'
import { type Call, example, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { regionTree } from '../support/seed.ts'

onPortal()

const MAP = '/planningmonitoring/project/map'
type Asked = Call<'findProjectLocations'>['query']

/** A large city whose seat lies far from most of its projects. */
const city = {
  ...{ longitude: 106.2, latitude: 38, ratedPower: 900, ratedEnergy: 1_800, count: 30, located: 28 },
  ...{ provinceCode: '640000', regionCode: '640300', regionName: '吴忠市', bbox: [105, 36, 108, 39] },
}
const project = {
  ...{ id: 7, projectName: '盐池储能电站', longitude: 107.4, latitude: 36.5 },
  ...{ ratedPower: 100, ratedEnergy: 200, provinceCode: '640000', buildStatus: '4' as const },
}
const gathered = (count: number) => ({
  ...{ longitude: 107.4, latitude: 36.5, ratedPower: 300, ratedEnergy: 600, count },
})

/** Answers by what is asked: sums of divisions, projects gathered in cells, or one by one. */
const answers =
  (inView: ReturnType<typeof gathered>[]) =>
  ({ query }: { query: Asked }) => {
    if (query.level) return [city]
    return query.cell ? inView : [project]
  }

/** A view in the south-east of the city, without its seat, at which cities are marks. */
const ASIDE = `${MAP}?provinceCode=640000&at=107.4,36.5,7.9`

test('a view within a city, without its seat, has the city, and counts and lists the projects of the view', async () => {
  on('findProjectLocations', answers([gathered(3)]))
  await open(ASIDE, 'nation')
  const panel = within(await screen.findByRole('region', { name: '当前视窗' }))
  expect(await panel.findByRole('button', { name: '吴忠市 30 个项目' })).toBeDefined()
  await waitFor(() =>
    expect(panel.getByRole('status').textContent).toBe('1 个地市，3 个项目300 MW / 600 MWh'),
  )
  expect(panel.getByText('下列各地按其全部项目计')).toBeDefined()
  expect(screen.queryByText(/此范围内没有/)).toBeNull()
  expect(await screen.findByRole('heading', { name: /项目清单/ })).toBeDefined()
  expect((await screen.findAllByRole('link', { name: '盐池储能电站' })).length).toBeGreaterThan(0)
})

test('a view with more projects than can be read lists none', async () => {
  const asked = on('findProjectLocations', answers([gathered(2_001)]))
  await open(ASIDE, 'nation')
  expect(await screen.findByText(/2,001 个项目/)).toBeDefined()
  expect(screen.queryByRole('heading', { name: /项目清单/ })).toBeNull()
  expect(asked.some(({ query }) => query.bbox && !query.cell)).toBe(false)
})

test('a view without projects says so, though a city reaches into it', async () => {
  on('findProjectLocations', answers([]))
  await open(ASIDE, 'nation')
  expect(await screen.findByText('此范围内没有已填坐标的项目')).toBeDefined()
})

test('the state of construction is chosen in one place and is no condition besides', async () => {
  const asked = on('findProjectLocations', [])
  await open(`${MAP}?state=operating&scaleBand=4`, 'nation')
  const chips = within(await screen.findByRole('list', { name: '筛选条件' }))
  await chips.findByText(/^规模分档/)
  expect(chips.queryByText(/建设状态/)).toBeNull()
  expect(screen.getByRole('button', { name: '筛选 1' })).toBeDefined()
  await waitFor(() => expect(asked.at(-1)?.query.buildStatus).toBeDefined())
})

test('a failed count of an owner is said, and read again with the marks', async () => {
  let isBroken = true
  on('findProjectLocations', ({ query }) => {
    if (query.level && isBroken) return refuse(500, '系统繁忙')
    return query.level ? [city] : [project]
  })
  const user = await open(MAP, 'enterprise_yc')
  const again = await screen.findByRole('button', { name: '重新加载' }, { timeout: 10_000 })
  isBroken = false
  await user.click(again)
  const panel = within(await screen.findByRole('region', { name: '当前视窗' }))
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1))
})

test.each([
  ['HB', '', 'one that lies elsewhere takes its place'],
  ['XB', 'XB', 'one that lies in it keeps it'],
])('of a region and a place that is searched for (%s, then "%s"), %s', async (before, after) => {
  const asked = on('findProjectLocations', [gathered(3)])
  on('searchAll', { ...example('searchAll'), groups: [] })
  const tree = regionTree().map((province) => ({ ...province, regionGroup: 'XB' as const }))
  const user = await open(`${MAP}?regionGroup=${before}`, 'nation', () => on('getChinaDictTree', tree))
  await user.type(await screen.findByRole('combobox', { name: '查找地区或项目' }), '吴忠')
  await user.click(await screen.findByRole('option', { name: /吴忠市/ }))
  await waitFor(() => expect(location.search).toContain('at='))
  expect(new URLSearchParams(location.search).get('regionGroup') ?? '').toBe(after)
  await waitFor(() => expect(asked.at(-1)?.query.regionGroup?.join() ?? '').toBe(after))
})

test('a region is left upwards for the whole nation', async () => {
  on('findProjectLocations', [])
  const user = await open(`${MAP}?regionGroup=XB`, 'nation')
  await user.click(await screen.findByRole('button', { name: '返回上级' }))
  await waitFor(() => expect(location.search).not.toContain('regionGroup'))
})

test.each(['asOf=2025Q4-01', 'source=warehouse'])(
  'an address that asks for other data than it draws (%s) is told so, and draws none',
  async (asked) => {
    const points = on('findProjectLocations', [gathered(3)])
    const user = await open(`${MAP}?${asked}`, 'nation')
    expect(await screen.findByText(/^地图只画当前的在办数据/)).toBeDefined()
    expect(points).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: '查看当前的在办数据' }))
    await waitFor(() => expect(points.length).toBeGreaterThan(0))
    expect(location.search).toBe('')
  },
)
