import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { example, type ReplyOf } from '../support/contract.ts'
import { field, typedIn } from '../support/fields.ts'
import { held, on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

type Due = ReplyOf<'listDueItems'>['content'][number]
type Item = ReplyOf<'queryGeneralItems'>['content'][number]

function calculation(version: number, basis: string): Item {
  const [{ usage: _usage, derived: _derived, ...item } = {} as Item] = example('queryGeneralItems').content
  const yearCalc = { scopeType: 'REGION' as const, scopeId: 640000, year: 2026, rows: [], basis }
  const flow = { ...item.flow, actions: ['SAVE' as const, 'SUBMIT' as const] }
  return { ...item, itemType: 'YEARCALC', version, scopeName: '宁夏', yearCalc, flow }
}

test('a saved calculation opens again with its new version and offers no draft', async () => {
  const [window] = example('listFillTimes')
  if (!window) throw new Error('the contract has no example of a fill window')
  on('listFillTimes', [{ ...window, fillType: 'YEARCALC', open: true }])
  const lower = { content: [], totalElements: 0 }
  on('queryGeneralItems', lower)
  let item = calculation(1, '规划')
  const due = (): Due => ({ itemType: 'YEARCALC', editable: true, scopeName: '宁夏', item, lower: [] })
  on('listDueItems', () => ({ content: [due()], totalElements: 1 }))
  on('saveGeneralItems', ({ body }) => {
    // What is stored differs from what was typed, so a draft that is still there would be offered.
    item = calculation(2, body.items[0]?.yearCalc?.basis?.replace('及', '、') ?? '')
    return { saved: [item], errors: [] }
  })
  const user = await open('/decision/year/calculation/index', 'province_nx')
  await screen.findByRole('button', { name: '保存' })
  await user.type(field('basis'), '及电力平衡')
  // A draft is kept in the browser shortly after typing.
  await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).toContain('及电力平衡'))
  // The calculation is read again before the list below it.
  const { answer, give } = held<typeof lower>()
  on('queryGeneralItems', () => answer)
  await user.click(await screen.findByRole('button', { name: /^保存/ }))
  await waitFor(() => expect(typedIn('basis')).toBe('规划、电力平衡'))
  expect(screen.queryByText(/填写但未保存的内容/)).toBeNull()
  give(lower)
})
