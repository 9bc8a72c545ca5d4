import { screen } from '@testing-library/dom'
import { example } from '@xinchu/testing'
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
  expect(await screen.findByText('合计 73,760 MW / 168,000 MWh')).toBeDefined()
  expect(asked.at(-1)?.query).toMatchObject({ source: 'warehouse', withSums: true })
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.slice(0, 5).join()).toMatch(/项目名称.*功率.*能量/)
  expect(await screen.findByText('入库数据 · 国家审核通过')).toBeDefined()
  expect(screen.getByText('2025Q4-01')).toBeDefined()
  expect(screen.getByText('正式')).toBeDefined()
})
