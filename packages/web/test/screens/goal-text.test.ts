import { screen, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

test('before a step is taken, the platform says where the record goes by it', async () => {
  const [pilot] = example('queryProvincialDemos').content
  if (!pilot) throw new Error('the contract has no example of a provincial demonstration project')
  const row = { ...pilot, id: 31, actions: ['WITHDRAW' as const] }
  on('queryProvincialDemos', { content: [row], totalElements: 1 })
  on('listFillTimes', [])
  const goals = [
    { action: 'RETURN', text: '退回后回到 宁夏回族自治区能源局' },
    { action: 'WITHDRAW', text: '撤回后可修改并重新提交', note: '期限不变' },
  ] as const
  const asked = on('getReviewRecord', { ...example('getReviewRecord'), goals: [...goals] })
  const user = await open('/provincial/demonstration/index', 'province_nx')
  await user.click(await screen.findByRole('button', { name: '撤回' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('撤回后可修改并重新提交；期限不变。')
  expect(asked.map(({ query }) => query)).toEqual([{ entity: 'PROV_DEMO', entityId: 31 }])
})
