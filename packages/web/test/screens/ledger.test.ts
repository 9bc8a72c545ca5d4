import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { example } from '../support/contract.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

test('says the power and energy of all projects of the ledger, not of its page alone', async () => {
  const asked = on('queryEsProjects', ({ query }) => ({
    ...example('queryEsProjects'),
    totalElements: 1_385,
    ...(query.withSums ? { ratedPower: 73_760, ratedEnergy: 168_000 } : {}),
  }))
  await open('/planningmonitoring/project/warehouse', 'nation')
  expect(await screen.findByText('合计 73,760 MW / 168,000 MWh')).toBeDefined()
  expect(asked.at(-1)?.query).toMatchObject({ source: 'warehouse', withSums: true })
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.slice(0, 5).join()).toMatch(/项目名称.*功率.*能量/)
})
