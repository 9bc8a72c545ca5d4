import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { example } from '../support/contract.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

test('the home of an office tells which remarks were answered and which wait for their enterprise', async () => {
  const NONE = { content: [], totalElements: 0 }
  const [count] = example('countReviewRemarks')
  if (!count) throw new Error('the contract shows no count')
  for (const id of ['queryEsProjects', 'queryGeneralItems', 'listDueItems', 'queryMessages'] as const)
    on(id, NONE)
  on('listFillTimes', [])
  on('getUsageStatistics', [])
  on('countReviewRemarks', [
    { ...count, orgId: 1, orgName: '甲储能有限公司', status: '0', count: 3, records: 1 },
    {
      ...count,
      orgId: 2,
      orgName: '乙储能有限公司',
      status: '1',
      statusLabel: '已答复',
      count: 2,
      records: 1,
    },
    {
      ...count,
      orgId: 3,
      orgName: '丙储能有限公司',
      status: '2',
      statusLabel: '已关闭',
      count: 9,
      records: 4,
    },
  ])
  await open('/countytaskment/index', 'county_yc')
  const answered = within(await screen.findByRole('region', { name: '已答复，待复核' }))
  expect(answered.getByText('乙储能有限公司')).toBeDefined()
  expect(answered.getByText(/1 件，意见 2 处，最早/)).toBeDefined()
  const waiting = within(screen.getByRole('region', { name: '已退回，等企业改正' }))
  expect(waiting.getByText('甲储能有限公司')).toBeDefined()
  expect(screen.queryByText('丙储能有限公司')).toBeNull()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: '从最久的开始办' })
  expect(new URL(link.href).pathname).toBe('/esproject/desk/index')
})
