import { screen, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const PAGE = '/planningmonitoring/project/pipeline'
const found = example('getPipeline')

/** Reads the stages, and notes what was asked. */
function answer(reply: typeof found) {
  const asked: object[] = []
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'OFFICIAL', batch: '2026Q3-01' }])
  on('getPipeline', ({ query }) => {
    asked.push(query)
    return reply
  })
  return asked
}

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

test('shows stages, moves, times and delays of the working records of today', async () => {
  const asked = answer({
    ...found,
    stages: [
      ...found.stages,
      { stage: 'building', projectCount: 52, ratedPower: 5200, ratedEnergy: 10_400 },
      { stage: 'operating', projectCount: 1, ratedPower: 100, ratedEnergy: 200 },
    ],
  })
  await open(PAGE, 'nation')
  expect(await screen.findByText('在建 52 个、5,200 MW，在运 1 个、100 MW。')).toBeDefined()
  expect(screen.getByText('逾期未并网 2 个、150 MW。')).toBeDefined()
  expect(asked).toEqual([{ source: 'work' }])
  const moves = within(screen.getByRole('region', { name: '阶段变动数据' })).getByRole('table')
  expect(cellsOf(moves)).toEqual([
    ['期初＼期末', '备案', '在建'],
    ['未入库', '2', '—'],
    ['备案', '—', '1'],
  ])
  expect(screen.getByText(/补报 1 个$/)).toBeDefined()
  expect(screen.getByText('备案→开工：各项目 92、118 天')).toBeDefined()
  expect(screen.getByText(/按期或提前 1 个；较首次计划并网日期（提前为负）：各项目 −6 天。/)).toBeDefined()
})

test('says why a period before the first stored one has stations in operation alone', async () => {
  const asked = answer({
    ...{ day: '2025-12-31', previousDay: '2025-09-30', isBackcast: true },
    stages: [{ stage: 'operating', projectCount: 3, ratedPower: 300, ratedEnergy: 600 }],
  })
  await open(`${PAGE}?source=warehouse&quarter=2026Q3&unit=wan`, 'nation')
  expect(
    await screen.findByText(/^该期次没有入库，由相邻期次的入库数据按投运日期得出，只有在运/),
  ).toBeDefined()
  expect(asked).toEqual([{ year: 2026, quarter: 3, source: 'warehouse' }])
  expect(screen.getByText('在运 3 个、30.00 万千瓦。')).toBeDefined()
  expect(screen.queryByRole('heading', { name: '阶段变动' })).toBeNull()
  expect(screen.queryByRole('heading', { name: '各段历时' })).toBeNull()
})

test('tells that a scope has no projects', async () => {
  answer({ ...found, stages: [{ stage: 'filed', projectCount: 0, ratedPower: 0, ratedEnergy: 0 }] })
  await open(`${PAGE}?techType=01`, 'province_nx')
  expect(await screen.findByText('该范围在此时期没有项目')).toBeDefined()
})

test('tells that figures cannot be read, and reads them again when asked', async () => {
  answer(found)
  on('getPipeline', refuse(500, '系统繁忙，请稍后再试'))
  const user = await open(PAGE, 'province_nx')
  const again = await screen.findByRole('button', { name: '重新加载' })
  expect(screen.getAllByText('系统繁忙，请稍后再试')).not.toEqual([])
  answer(found)
  await user.click(again)
  expect(await screen.findByText('逾期未并网 2 个、150 MW。')).toBeDefined()
})

test('refuses a place outside the scope of an office', async () => {
  const asked = answer(found)
  await open(`${PAGE}?provinceCode=110000`, 'province_nx')
  expect(await screen.findByText('该地区不在您的数据范围')).toBeDefined()
  expect(asked).toEqual([])
})

test('the number of a stage opens its projects, with province, search and order', async () => {
  answer({
    ...found,
    stages: [{ stage: 'building', projectCount: 1, ratedPower: 100, ratedEnergy: 200 }],
  })
  const [row] = example('queryEsProjects').content
  if (!row) throw new Error('the contract shows no project')
  const listed = on('queryEsProjects', {
    content: [{ ...row, ratedPower: 100, ratedEnergy: 200 }],
    totalElements: 1,
    ratedPower: 100,
    ratedEnergy: 200,
  })
  const user = await open(`${PAGE}?techType=01`, 'nation')
  await user.click(await screen.findByRole('button', { name: '1', description: '查看组成' }))
  const drawer = within(await screen.findByRole('dialog', { name: /在建 · 项目 1 个 的组成$/ }))
  expect(await drawer.findByRole('searchbox', { name: '在这些项目中查找' })).toBeDefined()
  expect(drawer.getByText('项目范围 = 各阶段的项目')).toBeDefined()
  expect(location.search).toContain('stageProjects')
  expect(listed[0]?.query).toMatchObject({
    figure: 'stage',
    cells: ['stage:building'],
    techType: ['01'],
    source: 'work',
  })
})
