import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { example, type ReplyOf } from '../support/contract.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

type Due = ReplyOf<'listDueItems'>['content'][number]

const NAMES = ['甲储能电站', '乙储能电站', '丙储能电站']

function reports(status: '1' | '2', actions: readonly ('PASS' | 'RETURN')[]): Due[] {
  const [item] = example('queryGeneralItems').content
  const [due] = example('listDueItems').content
  if (!item || !due) throw new Error('the contract has no example of a report')
  return NAMES.map((projectName, index) => ({
    ...due,
    projectId: 1001 + index,
    projectName,
    item: {
      ...item,
      id: 501 + index,
      projectName,
      status,
      flow: { ...item.flow, status, actions: [...actions] },
    },
  }))
}

test('names each refused report and keeps the outcome until it has been read', async () => {
  on('listFillTimes', [])
  on('getSubmitProvinceFlag', example('getSubmitProvinceFlag'))
  let content = reports('1', ['PASS', 'RETURN'])
  const reads = on('listDueItems', () => ({ content, totalElements: content.length }))
  on('saveGeneralItems', ({ body }) => {
    const [first, second, third] = reports('2', [])
    content = second && third ? [second, third] : []
    return {
      saved: first?.item ? [first.item] : [],
      errors: body.items.slice(1).map((_, index) => ({
        row: index + 2,
        field: 'version',
        message: '数据已被他人修改',
      })),
    }
  })
  const user = await open('/decision/quarter/government/index', 'county_yc')
  await user.click(await screen.findByLabelText('选择本页全部'))
  await user.click(await screen.findByRole('button', { name: '退回' }))
  const ask = within(await screen.findByRole('dialog'))
  await user.type(ask.getByRole('textbox'), '请核对电量')
  const before = reads.length
  await user.click(ask.getByRole('button', { name: '确定' }))
  const outcome = within(await screen.findByRole('list', { name: '退回结果' }))
  const named = NAMES.map((name) => outcome.getByText(name).closest('li')?.textContent)
  expect(named).toEqual(['甲储能电站成功', '乙储能电站数据已被他人修改', '丙储能电站数据已被他人修改'])
  expect(reads).toHaveLength(before)
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByText('甲储能电站')).toBeNull())
})
