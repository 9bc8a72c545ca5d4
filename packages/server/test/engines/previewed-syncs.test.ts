/** What a dry run has shown is what a sync stores: whatever it would do otherwise, it is refused. */
import type { WarehouseSyncRequest, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { storeCompared, storePreviewed } from '../support/store-sync.ts'

const { year, quarter } = closedQuarter(day(new Date()))
const PERIOD = { year, quarter: quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const EARLIER = { year: 2025, quarter: 4 } as const
const REASON = '按核实结果更正'

let rig: Rig
let nation: XinchuClient
beforeEach(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
})
afterEach(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const run = (statement: RawBuilder<unknown>) => statement.execute(rig.db)

async function compare(): Promise<number> {
  const { previewId } = await nation.projects.syncWarehousingData({ ...PERIOD, dryRun: true })
  if (previewId === undefined) throw new Error('a dry run has a number')
  return previewId
}
const store = (more: Pick<WarehouseSyncRequest, 'previewId' | 'revise'>) =>
  storePreviewed(nation, { ...PERIOD, reason: REASON, ...more })
/** Why it was not stored. */
const refusalOf = (storing: Promise<unknown>): Promise<string> =>
  storing.then(
    () => 'stored',
    (error: Error) => error.message,
  )
const changed = (count: number) => `核对之后又有 ${count} 件变动，请重新核对`

/** Dry runs of which the stamps are kept. */
const kept = async () =>
  (
    await sql<{ id: number }>`select id from warehouse_sync where preview is not null order by id`.execute(
      rig.db,
    )
  ).rows.map(({ id }) => Number(id))

/** A stored project whose corrected power waits for the next sync. */
async function correct(id: number, power: number): Promise<void> {
  await run(sql`update es_project set rated_power = ${power}, declare_status = '7', country_status = '3',
    version = version + 1 where id = ${id}`)
}

async function storedProject(): Promise<number> {
  const { content } = await nation.projects.list({ source: 'warehouse', ...PERIOD, size: 1 })
  const [project] = content
  if (!project) throw new Error('nothing is stored')
  return project.id
}

describe('a sync of what was compared is refused', () => {
  test.each([
    ['is a demonstration', sql`is_demonstration = case is_demonstration when '1' then '0' else '1' end`],
    ['was planned for another day first', sql`first_plan_grid_date = '1999-01-01'`],
    ['has another power', sql`rated_power = 12.5`],
  ])('if a project %s since', async (_what, change) => {
    const id = await storedProject()
    await correct(id, 11)
    const previewId = await compare()
    await run(sql`update es_project set ${change} where id = ${id}`)
    expect(await refusalOf(store({ previewId }))).toEqual(changed(1))
  })

  test('if the rows that it replaces were withdrawn since', async () => {
    const id = await storedProject()
    await nation.statistics.publishPeriod(PERIOD)
    await correct(id, 11)
    await storeCompared(nation, { ...PERIOD, reason: REASON })
    const [revision] = await nation.statistics.listPublications(PERIOD)
    await correct(id, 12)
    const previewId = await compare()
    await nation.statistics.withdrawRevision({ batch: revision?.batch ?? '', reason: REASON })
    // Without the records that wait anew because of it.
    await run(sql`update es_project set country_status = '4' where country_status = '3' and id <> ${id}`)
    expect(await refusalOf(store({ previewId }))).toEqual(changed(1))
  })

  test('if a report is confirmed or corrected since', async () => {
    const previewId = await compare()
    const one = (status: string) =>
      sql`(select min(id) from usage_report where year = ${year} and quarter = ${quarter} and status = ${status})`
    await run(sql`update usage_report set version = version + 1 where id = ${one('5')}`)
    await run(sql`update usage_report set status = '5' where id = ${one('3')}`)
    expect(await refusalOf(store({ previewId }))).toEqual(changed(2))
  })

  test('if a report of an earlier quarter is, and that quarter is revised with it', async () => {
    const previewId = await compare()
    await run(sql`update usage_report set version = version + 1 where id = (select min(id) from usage_report
      where year = ${EARLIER.year} and quarter = ${EARLIER.quarter} and status = '5')`)
    expect(await refusalOf(store({ previewId, revise: EARLIER }))).toEqual(changed(1))
    expect(await store({ previewId })).not.toHaveProperty('previewId')
  })
})

describe('what was compared', () => {
  test('is kept for the last dry run of a period alone, and until it is stored', async () => {
    const first = await compare()
    const last = await compare()
    expect(await kept()).toEqual([last])
    const gone = '没有本期的这次核对，请重新核对'
    expect(await refusalOf(store({ previewId: first }))).toEqual(gone)
    await store({ previewId: last })
    expect(await kept()).toEqual([])
    expect(await refusalOf(store({ previewId: last }))).toEqual(gone)
  })

  test('stays if another period is compared, and goes with a sync that names none', async () => {
    const previewId = await compare()
    await run(sql`insert into warehouse_sync (year, quarter, dry_run, projects, usage_rows, added, changed, removed,
      started_at, finished_at, preview) values (2019, 1, true, 0, 0, 0, 0, 0, now(), now(), '{}')`)
    expect(await kept()).toContain(previewId)
    await nation.projects.syncWarehousingData(PERIOD)
    expect(await kept()).toHaveLength(1)
  })
})
