import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { waitsForLock } from '../support/lock-waits.ts'
import { storeCompared } from '../support/store-sync.ts'

const LAST = closedQuarter(day(new Date()))

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('a record that is edited during a withdrawal is marked by what the edit left', async () => {
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
  const nation = await rig.sameAs('nation')
  await nation.projects.syncWarehousingData(LAST)
  await nation.statistics.publishPeriod(LAST)
  const { rows } = await sql<{ id: number }>`
    update es_project set rated_power = rated_power + 1, country_status = '3'
    where id = (select min(w.project_id) from official_project w join es_project p on p.id = w.project_id
      where w.to_edition is null and w.to_period is null and p.declare_status = '7' and p.country_status = '4'
        and not p.deleted and p.repeat_flag <> '2')
    returning id`.execute(rig.db)
  const id = rows[0]?.id ?? 0
  await storeCompared(nation, { ...LAST, reason: '按核实结果更正' })
  const [revised] = await nation.statistics.listPublications(LAST)
  const withdrawn = await inTransaction(rig.db, async (trx) => {
    await sql`update es_project set rated_power = rated_power - 1 where id = ${id}`.execute(trx)
    const asked = nation.statistics.withdrawRevision({
      batch: revised?.batch ?? '',
      reason: '补报的项目尚未核实',
    })
    await expect.poll(() => waitsForLock(rig.db)).toBe(true)
    return { asked }
  })
  await withdrawn.asked
  const { country_status } = await rig.db
    .selectFrom('es_project')
    .select('country_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // It is again what the official rows hold.
  expect(country_status).toBe('4')
})
