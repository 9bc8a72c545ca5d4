import { setTimeout as pause } from 'node:timers/promises'
import { closedQuarter, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import { syncWarehouse } from '../../src/domain/warehouse/sync.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

// Neither is stored in the demonstration.
const first = quarterAfter(closedQuarter(day(new Date())))
const second = quarterAfter(first)
const afterBoth = () => new Date(`${quarterDays(quarterAfter(second)).first}T12:00:00+08:00`)

const projectsIn = async ({ year, quarter }: Quarter) => {
  const rows = await rig.db
    .selectFrom('warehouse_project')
    .select('project_id')
    .where('year', '=', year)
    .where('quarter', '=', quarter as 1 | 2 | 3 | 4) // a quarter is 1 to 4
    .orderBy('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

test('a quarter that is stored beside the one before it continues its snapshot', async () => {
  const { id } = await rig.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'nation')
    .executeTakeFirstOrThrow()
  const user = await loadUser(rig.db, id)
  if (!user) throw new Error('the account is gone')
  const store = ({ year, quarter }: Quarter, restMs: number) =>
    rig.db.transaction().execute(async (trx) => {
      await syncWarehouse(trx, { year, quarter: quarter as 1 | 2 | 3 | 4 }, user, afterBoth) // as above
      await pause(restMs)
    })
  const held = store(first, 1_000)
  await pause(500)
  await Promise.all([held, store(second, 0)])
  const taken = await projectsIn(first)
  expect(taken).not.toEqual([])
  expect(await projectsIn(second)).toEqual(taken)
})
