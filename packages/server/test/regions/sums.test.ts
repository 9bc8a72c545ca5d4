import type { XinchuClient } from '@xinchu/sdk'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
let admin: XinchuClient
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
  nation = await rig.as('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Sums of the nation and of each province: of working records, of the ledger and of a past year. */
const sums = async () => ({
  working: await nation.projects.listProvinceSummaries(),
  ledger: await nation.projects.listProvinceSummaries({ source: 'warehouse' }),
  past: await nation.statistics.getScaleLayout({ groupBy: ['region'], year: 2024, source: 'warehouse' }),
  nation: await nation.statistics.getScaleLayout({ groupBy: ['techType'], year: 2024, source: 'warehouse' }),
})

const current = async () => {
  const { rows } = await sql<{ code: string; siblings: string[] }>`
    select r.code, array(select s.code from region s where s.province_code = r.province_code and s.level = 3
      and s.code <> r.code and s.ended_on is null order by s.code) as siblings
    from region r where r.level = 3 and r.ended_on is null
      and r.code in (select county_code from es_project) order by r.code`.execute(rig.db)
  return rows
}

test('no succession changes a sum of the nation or of a province', async () => {
  const before = await sums()
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), async (at, into) => {
      const counties = await current()
      const from = counties[at % counties.length]
      const toCode = from?.siblings[into % from.siblings.length]
      if (!from || !toCode) return
      const draft = { fromCode: from.code, toCode, kind: '1', effectiveDate: '2025-06-01' } as const
      const plan = await admin.regions.recordSuccession(draft)
      expect(plan.projectCount).toBeGreaterThan(0)
      expect(await sums()).toEqual(before)
    }),
    { numRuns: budget(4, 12) },
  )
})
