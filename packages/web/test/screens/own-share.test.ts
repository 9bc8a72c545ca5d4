import { screen, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const SCALE = '/planningmonitoring/project/scalelayoutProvince'

/** Shares of the group by year; the years before have none. */
const SHARES: Readonly<Record<number, number>> = { 2023: 5.2, 2024: 6.1, 2025: 6.44 }

test('a group sees its own share of the nation over the years in place of kinds of investors', async () => {
  on('getScaleLayout', [{ projectCount: 20, ratedPower: 900, ratedEnergy: 1_800 }])
  on('listStatPeriods', [{ year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-01' }])
  on('findProjectLocations', [])
  on('getScaleRank', ({ query }) => {
    const powerShare = SHARES[query.year ?? 0]
    return powerShare === undefined ? { within: '全国', powerShare: 0 } : { within: '全国', powerShare }
  })
  const user = await open(SCALE, 'query_group')
  const card = (await screen.findByRole('heading', { name: '占全国比重' })).closest('section')
  if (!card) throw new Error('the share is in no card')
  await within(card).findByText('本集团占 6.4%，较上年升 0.3 个百分点；按功率。')
  await user.click(within(card).getByRole('button', { name: '占全国比重以表格显示' }))
  const rows = await within(card).findAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    '2023年5.2',
    '2024年6.1',
    '2025年6.4正式2025Q4-01',
  ])
  expect(screen.queryByRole('heading', { name: '投资主体' })).toBeNull()
  expect(screen.queryByRole('heading', { name: '投资主体占比变化' })).toBeNull()
})

test('all other offices see the kinds of investors', async () => {
  on('getScaleLayout', [{ projectCount: 20, ratedPower: 900, ratedEnergy: 1_800 }])
  on('listStatPeriods', example('listStatPeriods'))
  on('findProjectLocations', [])
  await open('/planningmonitoring/project/scalelayout', 'nation')
  await screen.findByRole('heading', { name: '投资主体' })
  expect(screen.queryByRole('heading', { name: '占全国比重' })).toBeNull()
})
