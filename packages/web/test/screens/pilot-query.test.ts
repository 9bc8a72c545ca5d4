import { screen, waitFor, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const PAGE = '/demonstration/query/index'
const [row] = example('listDemoProjects').content

beforeEach(() => {
  on('listDemoBatches', [{ batchYear: 2026, batchNo: 1, phase: 'ANNOUNCED', mine: 0 }])
})

test('the query keeps batch and filters in the address, asks for them and leads to the project', async () => {
  const asked = on('listDemoProjects', { content: row ? [row] : [], totalElements: 1 })
  await open(`${PAGE}?batch=2026-1&recommender=宁夏&status=12`, 'nation')
  const line = within(await screen.findByRole('row', { name: new RegExp(row?.projectName ?? '') }))
  expect(line.getByRole('link', { name: row?.projectName ?? '' }).getAttribute('href')).toBe(
    `/demonstration/detail/${row?.id}`,
  )
  expect(asked.at(-1)?.query).toMatchObject({
    batchYear: 2026,
    batchNo: 1,
    recommender: '宁夏',
    status: ['12'],
  })
})

test('a platform without demonstration projects says so', async () => {
  on('listDemoProjects', { content: [], totalElements: 0 })
  await open(PAGE, 'nation')
  expect(await screen.findByText('还没有提交的示范项目')).toBeDefined()
})

test('the workbook is asked for with the filters of the list', async () => {
  on('listDemoProjects', { content: row ? [row] : [], totalElements: 1 })
  const asked = on(
    'exportDemoProjects',
    () =>
      new Response('PK', {
        headers: {
          'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          'content-disposition': 'attachment; filename="demo.xlsx"',
        },
      }),
  )
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const user = await open(`${PAGE}?batch=2026-1&recommender=宁夏`, 'nation')
  await screen.findByRole('row', { name: new RegExp(row?.projectName ?? '') })
  await user.click(screen.getByRole('button', { name: /导出/ }))
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(asked[0]?.query).toMatchObject({ batchYear: 2026, batchNo: 1, recommender: '宁夏' })
})
