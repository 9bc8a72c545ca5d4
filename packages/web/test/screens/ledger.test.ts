import { screen, waitFor } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

test('gives all durations with two decimals', async () => {
  const page = example('queryEsProjects')
  const content = page.content
    .slice(0, 1)
    .flatMap((row) => [4, 2.1333].map((durationHours, at) => ({ ...row, id: at + 1, durationHours })))
  on('queryEsProjects', { ...page, content })
  on('listStatPeriods', example('listStatPeriods'))
  await open('/planningmonitoring/project/warehouse?year=2025&quarter=4', 'nation')
  expect(await screen.findByText('4.00')).toBeDefined()
  expect(screen.getByText('2.13')).toBeDefined()
})

test('says the power and energy of all projects of the ledger, and where they come from', async () => {
  const asked = on('queryEsProjects', ({ query }) => ({
    ...example('queryEsProjects'),
    totalElements: 1_385,
    ...(query.withSums ? { ratedPower: 73_760, ratedEnergy: 168_000 } : {}),
  }))
  on('listStatPeriods', example('listStatPeriods'))
  await open('/planningmonitoring/project/warehouse?year=2025&quarter=4', 'nation')
  const totals = (await screen.findByText('合计 全部 1,385 条')).closest('tr')
  expect(totals?.textContent).toContain('73,760168,000')
  expect(asked.at(-1)?.query).toMatchObject({ source: 'warehouse', withSums: true })
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.slice(0, 5).join()).toMatch(/项目名称.*功率.*能量/)
  expect(await screen.findByText('入库数据 · 国家审核通过')).toBeDefined()
  expect(screen.getByText('2025Q4-01')).toBeDefined()
  expect(screen.getByText('正式')).toBeDefined()
})

test('a batch in the address has its ledger under a band, with its file and the way back', async () => {
  const asked = on('queryEsProjects', example('queryEsProjects'))
  // A refusal, because the test's window would leave the page for a saved file.
  const exported = on('exportRecordProjectList', refuse(404, '该期次的入库台账不存在'))
  on('listStatPeriods', example('listStatPeriods'))
  const batch = { year: 2025, quarter: 4 as const, origin: 'SYNC' as const }
  on('listPublications', [
    { ...batch, batch: '2025Q4-02', isCurrent: true, storedAt: '2026-03-02 10:05:00' },
    {
      ...{ ...batch, batch: '2025Q4-01', isCurrent: false, storedAt: '2026-01-21 16:20:00' },
      publishedAt: '2026-02-01 09:00:00',
    },
  ])
  const address = '/planningmonitoring/project/warehouse?year=2025&quarter=4&asOf=2025Q4-01'
  const user = await open(address, 'nation')
  expect(
    await screen.findByText('按 2025Q4-01 当时的数', { exact: false, selector: '[role=status]' }),
  ).toBeDefined()
  expect(await screen.findByText('2025Q4-01')).toBeDefined()
  expect(screen.getByText('正式')).toBeDefined()
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.every(({ query }) => query.asOf === '2025Q4-01')).toBe(true)
  await user.click(screen.getByRole('button', { name: '导出' }))
  await waitFor(() => expect(exported.at(-1)?.body).toMatchObject({ asOf: '2025Q4-01' }))
  await user.click(screen.getByRole('button', { name: '返回现行' }))
  await waitFor(() => expect(asked.at(-1)?.query.asOf).toBeUndefined())
})
