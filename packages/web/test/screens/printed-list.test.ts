import { screen, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test, vi } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const PAGE = '/esproject/query/index'
const [row] = example('queryEsProjects').content
if (!row) throw new Error('the contract has no example of a project')
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...row, id: at + 1, projectName: `储能电站${at + 1}` }))
function printing() {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  return print
}
const onPaper = () => document.querySelector('.print-list')

/** A list of 25 projects, 20 of them on its first page. */
function counts() {
  on('getDeclareStatusCounts', example('getDeclareStatusCounts'))
  on('getCountryStatusCounts', example('getCountryStatusCounts'))
}
function listed() {
  counts()
  return on('queryEsProjects', ({ query }) => ({
    content: many(query.size === 20 ? 20 : 25),
    totalElements: 25,
    ratedPower: 2_500,
    ratedEnergy: 5_000,
  }))
}

test('a list is printed with all rows under its conditions, which are told in words', async () => {
  const print = printing()
  const asked = listed()
  const user = await open(`${PAGE}?techType=01&size=20`, 'nation')
  await screen.findByText('储能电站20')
  await user.click(screen.getByRole('button', { name: '打印' }))
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  const text = onPaper()?.textContent ?? ''
  expect(text).toMatch(/条件技术路线：锂离子电池选取全部 25 件合计全部 25 件，功率 2,500 MW，能量 5,000 MWh/)
  expect(text).toContain('储能电站25')
  expect(asked.at(-1)?.query).toMatchObject({ page: 0, size: 2_000, techType: ['01'] })
  dispatchEvent(new Event('afterprint'))
  await vi.waitFor(() => expect(onPaper()).toBeNull())
})

test('of selected rows these alone are printed', async () => {
  const print = printing()
  listed()
  const user = await open(`${PAGE}?size=20`, 'nation')
  await user.click(await screen.findByRole('checkbox', { name: '选择储能电站3' }))
  await user.keyboard('{Control>}p{/Control}')
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  const pages = within(document.querySelector<HTMLElement>('.print-list') ?? document.body)
  expect(pages.getByText('已选 1 件')).toBeDefined()
  expect(pages.getAllByRole('row', { hidden: true })).toHaveLength(2)
})

test('a list that cannot be read is not printed in part', async () => {
  const print = printing()
  counts()
  on('queryEsProjects', ({ query }) =>
    query.size === 20 ? { content: many(20), totalElements: 25 } : refuse(503, '系统繁忙，请稍后再试'),
  )
  const user = await open(`${PAGE}?size=20`, 'nation')
  await screen.findByText('储能电站20')
  await user.click(screen.getByRole('button', { name: '打印' }))
  expect(await screen.findByText('系统繁忙，请稍后再试')).toBeDefined()
  expect(print).not.toHaveBeenCalled()
  expect(onPaper()).toBeNull()
})
