import { screen, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

test('the comparison of a pair says why one of them was passed without a verdict', async () => {
  const [pair] = example('checkProjectRepeat')
  if (!pair) throw new Error('the example has no pair')
  const passed = { ...pair.b, id: pair.b.id + 1, projectName: '哈巴湖风电配套站' }
  const reason = {
    projectId: passed.id,
    reason: '两个项目分属不同地块，备案证不同',
    orgName: '盐池县能源主管部门',
    userName: '县级用户',
    time: '2026-09-12 16:03:20',
  }
  on('queryRepeatPairs', { content: [{ ...pair, a: passed, passReasons: [reason] }], totalElements: 1 })
  on('getContrastList', example('getContrastList'))
  await open(`/esproject/repeat/contrast?a=${passed.id}&b=${pair.b.id}`, 'province_nx')
  const reasons = within(await screen.findByRole('list', { name: '未判定而通过的理由' }))
  expect(reasons.getByText('哈巴湖风电配套站')).toBeDefined()
  expect(reasons.getByText(/盐池县能源主管部门 县级用户.+2026-09-12 16:03/)).toBeDefined()
  expect(reasons.getByText('理由：两个项目分属不同地块，备案证不同')).toBeDefined()
})
