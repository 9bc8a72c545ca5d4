import { screen, waitFor, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { recordEvents } from '../support/record-events.ts'
import { RETURNED, serveReturned } from '../support/returned-project.ts'

onPortal()

const SUBMITTED = {
  ...RETURNED,
  flow: {
    ...RETURNED.flow,
    history: RETURNED.flow.history.map((step) => ({ ...step, action: 'SUBMIT' as const })),
  },
}
type Step = (typeof RETURNED.flow.history)[number]
const withLabel = (step: Step) => ({ ...step, actionLabel: '退回修改' })
const read = (step: Step) => ({
  ...step,
  action: 'READ' as const,
  actionLabel: '签收',
  orgName: '吴忠市能源主管部门',
})
const company = { name: '企业', orgName: '盐池一号储能有限公司' }
const county = { name: '县', orgName: '盐池县能源主管部门' }
const held = [
  { ...company, state: 'DONE' as const, time: '2026-11-12 09:00:00' },
  { ...county, state: 'CURRENT' as const, time: '2026-11-12 09:00:00' },
]

test('an open page of a project says at once who did what, and shows the state now', async () => {
  serveReturned([], SUBMITTED)
  on('queryRepeatPairs', { content: [], totalElements: 0 })
  on('getReviewRecord', { ...example('getReviewRecord'), steps: held })
  const events = recordEvents()
  const asked = on('streamRecords', () => events.reply)
  const user = await open(`/esproject/detail/${RETURNED.id}`, 'enterprise_yc')
  const flow = within(await screen.findByRole('region', { name: '办理环节' }))
  expect(flow.getByRole('button', { name: /县 ，办理中/ })).toBeDefined()
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ watch: [`PROJECT:${RETURNED.id}`] }))
  const { history } = RETURNED.flow
  on('getEsProject', {
    ...RETURNED,
    flow: {
      ...RETURNED.flow,
      history: [...SUBMITTED.flow.history, ...history.map(withLabel), ...history.map(read)],
    },
  })
  on('getReviewRecord', {
    ...example('getReviewRecord'),
    steps: [
      { ...company, state: 'CURRENT', time: '2026-11-12 10:30:00' },
      { ...county, state: 'RETURNED', time: '2026-11-12 10:30:00', userName: '王科', opinion: '请核对功率' },
    ],
  })
  events.tell(`PROJECT:${RETURNED.id}`)
  const news = await screen.findByText(
    /^盐池县能源主管部门已于 .+ 退回修改，现由盐池一号储能有限公司办理（第 1\/2 步）。页面已更新。$/,
  )
  expect(flow.getByRole('button', { name: /县 ，已退回/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '知道了' }))
  expect(news.isConnected).toBe(false)
})

test('a server without the stream leaves the page as it was', async () => {
  serveReturned([], SUBMITTED)
  on('queryRepeatPairs', { content: [], totalElements: 0 })
  on('getReviewRecord', { ...example('getReviewRecord'), steps: held })
  const asked = on(
    'streamRecords',
    Response.json(refuse(501, '该接口暂未开放').body(new Date()), { status: 501 }),
  )
  await open(`/esproject/detail/${RETURNED.id}`, 'enterprise_yc')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.queryByText(/页面已更新/)).toBeNull()
})
