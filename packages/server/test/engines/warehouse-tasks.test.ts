/** A sync of what was compared is done apart from its request: it can be undone first, and is done once. */
import type { WarehouseSyncRequest, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { runTask } from '../../src/domain/warehouse/run-task.ts'
import { claimTask, holdTask } from '../../src/domain/warehouse/tasks.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'
import { endedTask } from '../support/store-sync.ts'

const { year, quarter } = closedQuarter(day(new Date()))
const PERIOD = { year, quarter: quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const EARLIER = { year: 2025, quarter: 4 } as const
const REASON = '按核实结果更正'

let rig: Rig
let nation: XinchuClient
beforeEach(async () => {
  // Longer than the test: a task is due when the test says so.
  rig = await startRig({ config: { undoSeconds: 600 } })
  nation = await rig.sameAs('nation')
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
})
afterEach(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const run = <T>(statement: RawBuilder<T>) => statement.execute(rig.db)
const timeIsOver = () =>
  run(sql`update warehouse_task set due_at = now() where state in ('WAITING', 'RUNNING')`)

async function compare(client = nation): Promise<number> {
  const { previewId } = await client.projects.syncWarehousingData({ ...PERIOD, dryRun: true })
  if (previewId === undefined) throw new Error('a dry run has a number')
  return previewId
}
const store = (more: Partial<WarehouseSyncRequest>, client = nation) =>
  client.projects.syncWarehousingData({ ...PERIOD, ...more })

/** Numbers of the acts on official data. */
const editions = async () =>
  (await run(sql<{ id: number }>`select id from official_edition order by id`)).rows.map(({ id }) => id)

/** A stored project whose corrected power waits for the next sync. */
async function correct(power: number, besides = 0): Promise<number> {
  const { rows } = await run(sql<{ id: number }>`
    update es_project set rated_power = ${power}, declare_status = '7', country_status = '3', version = version + 1
    where id = (select min(project_id) from official_project
      where to_edition is null and to_period is null and project_id <> ${besides} and commission_date < '2025-01-01')
    returning id`)
  return rows[0]?.id ?? 0
}

const newsOf = async (client: XinchuClient) =>
  (await client.messages.list({ box: 'inbox', size: 20 })).content.map(({ title }) => title)

test('a sync of what was compared writes nothing before its time is over, then stores it and says so', async () => {
  const id = await correct(11)
  const before = await editions()
  const previewId = await compare()
  const { taskId, state, undoUntil, changed } = await store({ previewId })
  expect([state, changed]).toEqual(['WAITING', 1])
  const waiting = await nation.projects.getWarehouseSync()
  expect(waiting).toMatchObject({ id: taskId, state: 'WAITING', own: true, undoUntil, ...PERIOD })
  expect(waiting.undoSeconds).toBeGreaterThan(500)
  expect(waiting.result).toMatchObject({ previewId, changed: 1 })
  expect(await editions()).toEqual(before)
  await timeIsOver()
  const done = await endedTask(nation, taskId)
  expect(done).toMatchObject({ state: 'DONE', result: { changed: 1 } })
  expect(await editions()).toEqual([...before, done.result?.taskId])
  expect(await newsOf(nation)).toContain(`${year}年第${quarter}季度已入库`)
  const { content } = await nation.projects.list({ source: 'warehouse', ...PERIOD, id })
  expect(content).toMatchObject([{ ratedPower: 11 }])
})

test('an undone sync leaves no edition, and what was compared can be stored again', async () => {
  await correct(11)
  const before = await editions()
  const previewId = await compare()
  const { taskId } = await store({ previewId })
  await nation.projects.undoWarehouseSync({ id: taskId })
  await timeIsOver()
  expect(await nation.projects.getWarehouseSync()).toMatchObject({ state: 'UNDONE', result: { previewId } })
  expect(await editions()).toEqual(before)
  const again = await store({ previewId })
  await timeIsOver()
  expect(await endedTask(nation, again.taskId)).toMatchObject({ state: 'DONE' })
})

test('a sync is undone by the one who asked, while it has not begun', async () => {
  const { taskId } = await store({ previewId: await compare() })
  const other = await rig.sameAs('admin')
  expect(await other.projects.getWarehouseSync()).toMatchObject({ id: taskId, own: false })
  expect(await refusal(other.projects.undoWarehouseSync({ id: taskId }))).toMatchObject({ status: 404 })
  await timeIsOver()
  expect(await refusal(nation.projects.undoWarehouseSync({ id: taskId }))).toEqual({
    status: 409,
    message: '已超过可撤销的时间',
  })
})

test('of two syncs at once the second is refused, and so is a comparison apart from its request', async () => {
  const previewId = await compare()
  const [one, other] = await Promise.allSettled([store({ previewId }), store({ previewId })])
  const refused = [one, other].filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(1)
  const said = { status: 409, message: expect.stringMatching(/\d\d:\d\d 提交的入库尚未完成，请等它完成$/) }
  expect(await refusal(store({ previewId }))).toEqual(said)
  expect(await refusal(store({ dryRun: true, background: true }))).toEqual(said)
})

test('what a killed server has begun is done by another one, and once', async () => {
  await correct(11)
  const before = await editions()
  const { taskId } = await store({ previewId: await compare() })
  await run(sql`update warehouse_task set state = 'RUNNING', attempts = 1, due_at = now()`)
  expect(await endedTask(nation, taskId)).toMatchObject({ state: 'DONE' })
  // A copy that took it up late finds it done.
  const late = {
    ...{ id: taskId, ...PERIOD, request: {}, state: 'RUNNING' as const },
    ...{ user_id: 1, org_id: 1, attempts: 2 },
  }
  await runTask({ transact: (work) => inTransaction(rig.db, work), now: () => new Date() }, late)
  expect(await inTransaction(rig.db, (trx) => holdTask(trx, taskId))).toBe(false)
  expect(await claimTask(rig.db)).toBeUndefined()
  expect(await editions()).toHaveLength(before.length + 1)
})

test('a sync that is taken up again and again is given up', async () => {
  const { taskId } = await store({ previewId: await compare() })
  await run(sql`update warehouse_task set state = 'RUNNING', attempts = 5, due_at = now()`)
  expect(await endedTask(nation, taskId)).toMatchObject({
    state: 'FAILED',
    message: '多次处理未能完成，请联系平台运维人员',
  })
})

test('a sync of other than what was compared fails, writes nothing, and tells the one who asked', async () => {
  const first = await correct(11)
  const before = await editions()
  const { taskId } = await store({ previewId: await compare() })
  await correct(12, first)
  await timeIsOver()
  const message = '核对之后又有 1 件变动，请重新核对'
  expect(await endedTask(nation, taskId)).toMatchObject({ state: 'FAILED', message })
  expect(await editions()).toEqual(before)
  expect(await newsOf(nation)).toContain(`${year}年第${quarter}季度入库未完成，什么也没有写入`)
  expect(await newsOf(await rig.sameAs('admin'))).not.toContain(
    `${year}年第${quarter}季度入库未完成，什么也没有写入`,
  )
})

test('a sync of somebody whose account was closed meanwhile stores nothing', async () => {
  const { taskId } = await store({ previewId: await compare() })
  await run(sql`update warehouse_task set org_id = org_id + 1`)
  await timeIsOver()
  expect(await endedTask(nation, taskId)).toMatchObject({
    state: 'FAILED',
    message: '提交人的账号已停用或已调离，未入库',
  })
})

test('a sync of somebody who has lost the permission stores nothing', async () => {
  await correct(11)
  const before = await editions()
  const { taskId } = await store({ previewId: await compare() })
  await run(sql`delete from permission_grant where permission = 'warehouse:sync'`)
  await timeIsOver()
  const task = await endedTask(await rig.sameAs('nation'), taskId)
  expect(task).toMatchObject({ state: 'FAILED', message: '提交人已没有入库的权限，未入库' })
  expect(await editions()).toEqual(before)
})

test('published figures are revised only from what was compared, with a reason, and by the nation', async () => {
  await nation.projects.syncWarehousingData(PERIOD)
  await nation.statistics.publishPeriod(PERIOD)
  await correct(11)
  const before = await editions()
  expect(await refusal(store({ reason: REASON }))).toEqual({
    status: 400,
    message: '本次入库将修订已公布的数：请先核对差异，再随核对编号（previewId）入库',
  })
  const previewId = await compare()
  expect(await refusal(store({ previewId }))).toMatchObject({ status: 400 })
  const admin = await rig.sameAs('admin')
  expect(await refusal(store({ previewId, reason: REASON }, admin))).toMatchObject({ status: 403 })
  expect(await refusal(store({ reason: REASON }, admin))).toMatchObject({ status: 403 })
  expect(await editions()).toEqual(before)
  const { taskId } = await store({ previewId, reason: REASON, revise: EARLIER })
  await timeIsOver()
  const { state, result } = await endedTask(nation, taskId)
  expect(state).toBe('DONE')
  expect(result?.isRestatement).toBe(true)
  const [revision] = await nation.statistics.listPublications(EARLIER)
  expect(revision).toMatchObject({ reason: REASON })
  expect(await nation.statistics.verifyPublication({ batch: revision?.batch ?? '' })).toMatchObject({
    isIntact: true,
  })
})

test('a comparison apart from its request is kept, and is stored by its number', async () => {
  await correct(11)
  const { taskId, state } = await store({ dryRun: true, background: true })
  expect(state).toBe('COMPARING')
  const { result, ...compared } = await endedTask(nation, taskId)
  expect(compared).toMatchObject({ state: 'COMPARED', dryRun: true, ...PERIOD })
  expect(result).toMatchObject({ changed: 1 })
  const stored = await store({ previewId: result?.previewId ?? 0 })
  await timeIsOver()
  expect(await endedTask(nation, stored.taskId)).toMatchObject({ state: 'DONE', result: { changed: 1 } })
  // What was stored is compared anew.
  expect(await nation.projects.getWarehouseSync({ id: taskId })).not.toHaveProperty('result')
})
