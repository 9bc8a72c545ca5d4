/** A quarter that was skipped has no batch of its own: no statistic of stages takes the rows of another for its own. */
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pipeline } from '../../src/domain/statistics/pipeline/pipeline.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { counting } from '../support/counting.ts'

const closed = closedQuarter(day(new Date()))
type Period = { year: number; quarter: 1 | 2 | 3 | 4 }
const periodAfter = (count: number): Period => {
  const { year, quarter } = quarterAfter(closed, count)
  return { year, quarter: quarter as Period['quarter'] } // a quarter is 1 to 4
}
const [FIRST, SKIPPED, STORED, NEXT] = [0, 1, 2, 3].map(periodAfter) as [Period, Period, Period, Period] // of four

let rig: Rig
let nation: XinchuClient
let clock = new Date()
beforeAll(async () => {
  rig = await startRig({ now: () => clock })
  const before = await rig.sameAs('nation')
  await before.projects.syncWarehousingData({ ...FIRST, reason: '按季入库' })
  clock = new Date(`${quarterDays(quarterAfter(NEXT, 1)).first}T10:00:00+08:00`)
  nation = await rig.as('nation')
  for (const period of [STORED, NEXT])
    await nation.projects.syncWarehousingData({ ...period, reason: '按季入库' })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const stages = (period: Period, asOf?: string) =>
  nation.statistics.getPipeline({ ...period, source: 'warehouse', ...(asOf === undefined ? {} : { asOf }) })

describe('stages of a quarter', () => {
  test('that was skipped are those in operation alone', async () => {
    const skipped = await stages(SKIPPED)
    expect([skipped.isBackcast, skipped.stages.map(({ stage }) => stage)]).toEqual([true, ['operating']])
    expect(skipped).not.toHaveProperty('flows')
    expect(skipped).not.toHaveProperty('spans')
  })

  test('after one that was skipped have no moves, and no opening of another', async () => {
    const stored = await stages(STORED)
    expect([stored.isBackcast, stored.stages.length, stored.spans?.length]).toEqual([false, 7, 4])
    expect(stored).not.toHaveProperty('flows')
    for (const stage of stored.stages) expect(stage).not.toHaveProperty('opening')
  })

  test('after one that was stored have both', async () => {
    const next = await stages(NEXT)
    const { stages: before } = await stages(STORED)
    expect(next.flows).toBeDefined()
    expect(next.stages.map(({ opening }) => opening)).toEqual(before.map(({ stage: _stage, ...all }) => all))
  })

  test('are not known as of a batch from before it was stored', async () => {
    const [batch = { batch: '' }] = await nation.statistics.listPublications(FIRST)
    expect((await stages(STORED, batch.batch)).isBackcast).toBe(true)
    expect((await stages(FIRST, batch.batch)).isBackcast).toBe(false)
  })

  test('are read without what the answer leaves out', async () => {
    const user = await loadCaller(rig.db, 'nation')
    const statements = async (period: Period) => {
      const { db, count } = counting(rig.db)
      await pipeline(db, { ...period, side: 'warehouse', techType: ['01'] }, user, day(clock))
      return count()
    }
    expect(await statements(SKIPPED)).toBeLessThan(await statements(NEXT))
  })
})

test('scale by quarter leaves out what was skipped', async () => {
  const rows = await nation.statistics.getScaleQuarters({ ...NEXT, source: 'warehouse', quarters: 4 })
  expect(rows.map(({ year, quarter }) => ({ year, quarter }))).toEqual([FIRST, STORED, NEXT])
})
