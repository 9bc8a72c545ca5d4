import { screen, waitFor, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const [window] = example('listFillTimes')
if (!window) throw new Error('the contract has no example of a window')

test('what is typed in an annual report and submitted before it was saved is what is submitted', async () => {
  const project = { ...example('getDemoProject'), id: 2001, announceDate: '2025-01-10' }
  const flow = { ...example('getAnnualReport').flow, actions: ['SAVE', 'SUBMIT'] as ('SAVE' | 'SUBMIT')[] }
  const report = {
    ...{ ...example('getAnnualReport'), id: 51, version: 3, demoProjectId: 2001, year: 2025, flow },
    ...{ status: '0' as const, buildSummary: '' },
  }
  on('listFillTimes', [{ ...window, open: true, enabled: true }])
  on('getDemoNameIdList', [{ id: 2001, projectName: project.projectName }])
  on('getDemoProject', project)
  on('getAnnualReport', report)
  on('checkAnnualReport', { ...example('checkAnnualReport'), items: [] })
  on('getReviewRecord', { ...example('getReviewRecord'), steps: [] })
  const sent = on('saveAnnualReport', { ...report, version: 4, buildSummary: '全部并网投运' })
  const user = await open('/demonstration/annual/index?project=2001&year=2025', 'enterprise_yc')
  await user.type(await screen.findByRole('textbox', { name: /建设/ }), '全部并网投运')
  await user.click(screen.getByRole('button', { name: /^提交至/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '提交年度报告' }))
  await user.click(dialog.getByRole('button', { name: '提交年度报告' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ body }) => [body.action, body.version, body.buildSummary])).toEqual([
    ['SUBMIT', 3, '全部并网投运'],
  ])
})
