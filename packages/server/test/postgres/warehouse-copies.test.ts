/** Of several copies of the server one does a task of official data, and another one if that is killed. */
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { runTask } from '../../src/domain/warehouse/run-task.ts'
import { addTask, claimTask, holdTask } from '../../src/domain/warehouse/tasks.ts'
import { day } from '../../src/runtime/time.ts'
import { openCopy } from '../support/database.ts'

const now = () => new Date()

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openCopy()
})
afterAll(() => opened.close())

const stateOf = async (id: number) => {
  const { rows } = await sql<{ state: string }>`select state from warehouse_task where id = ${id}`.execute(
    opened.db,
  )
  return rows[0]?.state
}

/** A comparison that is due, of the nation's account. */
async function dueTask(): Promise<number> {
  const { rows } = await sql<{ id: number; org_id: number }>`
    select id, org_id from app_user where username = 'nation'`.execute(opened.db)
  const [user] = rows
  if (!user) throw new Error('the sample has an account of the nation')
  const task = await inTransaction(opened.db, (trx) =>
    addTask(trx, {
      ...{ ...closedQuarter(day(now())), request: { dryRun: true } },
      ...{ userId: user.id, orgId: user.org_id, undoSeconds: 0, waitSeconds: 0 },
    }),
  )
  return task?.id ?? 0
}

test('a copy that is killed in its transaction leaves the task to another one, which no third one takes from it', async () => {
  const { db } = opened
  const id = await dueTask()
  const [one, other] = await Promise.all([claimTask(db), claimTask(db)])
  expect([one, other].filter(Boolean)).toMatchObject([{ id, attempts: 1 }])
  await sql`update warehouse_task set due_at = now()`.execute(db)
  const killed = inTransaction(db, async (trx) => {
    expect(await holdTask(trx, id)).toBe(true)
    // Meanwhile the others find it taken.
    expect(await claimTask(db)).toBeUndefined()
    expect(await inTransaction(db, (second) => holdTask(second, id))).toBe(false)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db)
    await sql`select 1`.execute(trx)
  })
  await expect(killed).rejects.toThrow()
  expect(await stateOf(id)).toBe('COMPARING')
  const again = await claimTask(db)
  expect(again).toMatchObject({ id, attempts: 2 })
  if (again) await runTask({ transact: (work) => inTransaction(db, work), now }, again)
  expect(await stateOf(id)).toBe('COMPARED')
  expect(await claimTask(db)).toBeUndefined()
})
