/** Filters of the figures by quarter are read like those of every other statistic. */
import type { StatisticsGetScaleQuartersQuery, XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each<[string, StatisticsGetScaleQuartersQuery, string]>([
  ['a province', { provinceCode: ['640000', '999999'] }, '“999999”'],
  ['a city as a province', { provinceCode: ['640300'] }, '“640300”'],
  ['a county', { countyCode: ['640399'] }, '“640399”'],
  ['an owner', { ownerGroupId: [987_654] }, '“987654”'],
])('%s that there is not is refused by name', async (_what, filter, named) => {
  const refused = await refusal(nation.statistics.getScaleQuarters(filter))
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(named) })
})

test('the same values in another order, or twice, are the same kept figures', async () => {
  const ask = (techType: ('01' | '02')[]) =>
    nation.statistics.getScaleQuarters({ source: 'warehouse', techType })
  const first = await ask(['01', '02'])
  // A change by hand does not show in what is kept.
  await sql`update official_project set rated_power = rated_power * 2`.execute(rig.db)
  expect(await ask(['02', '01', '02'])).toEqual(first)
})
