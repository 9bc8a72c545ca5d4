import { screen } from '@testing-library/dom'
import { dictionaries } from '@xinchu/contract/dictionaries'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const SCALE = '/planningmonitoring/project/scalelayout'

const given = () => {
  on('getScaleLayout', [{ projectCount: 20, ratedPower: 900, ratedEnergy: 1_800 }])
  on('listStatPeriods', example('listStatPeriods'))
  on('findProjectLocations', [])
}

test('the scale of one technology shows its sub-types in the place of technologies', async () => {
  given()
  await open(`${SCALE}?techType=02`, 'nation')
  expect(await screen.findByRole('heading', { name: '应用场景占比变化' })).toBeDefined()
  expect(screen.getByRole('heading', { name: '细分技术构成' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: '锂离子以外的技术路线' })).toBeNull()
})

test('the scale of all technologies shows their shares', async () => {
  given()
  await open(SCALE, 'nation')
  expect(await screen.findByRole('heading', { name: '锂离子以外的技术路线' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: '细分技术构成' })).toBeNull()
})

test('the use of one technology is not compared with other technologies', async () => {
  given()
  on('getUsageStatistics', example('getUsageStatistics'))
  on('getUsageSpread', example('getUsageSpread'))
  on('listUsageOutliers', example('listUsageOutliers'))
  await open('/planningmonitoring/project/usage?techType=02', 'nation')
  expect(await screen.findByRole('heading', { name: '各应用场景利用小时' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: '分技术路线等效利用小时' })).toBeNull()
})

test('a technology has one name in filters and statistics', () => {
  const names = dictionaries.tech_type.values.map(({ label }) => label)
  for (const { label } of dictionaries.stat_tech_group.values) expect(names).toContain(label)
})
