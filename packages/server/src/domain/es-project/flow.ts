import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { badRequest, conflict, HttpError, notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { needsReason } from './duplicates/find.ts'
import { storePairs } from './duplicates/store.ts'
import { judgeProjects } from './judge.ts'
import { findProjects, type ProjectRow } from './query.ts'
import { type FlowAction, type FlowTarget, type Move, mayRead, moveOf } from './states.ts'

type FlowRequest = components['schemas']['FlowRequest']
type BatchResult = components['schemas']['BatchResult']

/** A state as the history notes it: the nation's have a C before them. */
const noted = (target: FlowTarget, { declare, country }: Move) =>
  target === 'country' ? `C${country}` : declare

async function note(
  db: Db,
  row: ProjectRow,
  user: Caller,
  action: string,
  from: string,
  to: string,
  opinion?: string,
): Promise<void> {
  await db
    .insertInto('flow_history')
    .values({
      province_code: row.province_code,
      biz_type: 'PROJECT',
      biz_id: row.id,
      org_name: user.orgName,
      user_name: user.realName,
      dept_id: user.deptId,
      action,
      from_status: from,
      to_status: to,
      opinion: opinion ?? null,
    })
    .execute()
}

/** Tells the maker of a returned project, in the same transaction as the return. */
async function tellMaker(db: Db, row: ProjectRow, user: Caller, opinion: string): Promise<void> {
  if (row.org_id === null) return
  await db
    .insertInto('message_push')
    .values({
      title: `项目被退回：${row.project_name}`.slice(0, 100),
      content: `${user.orgName}退回了项目“${row.project_name}”，意见：${opinion}`,
      message_type: '3',
      level: '2',
      target_type: '3',
      target_org_ids: [row.org_id],
      biz_type: 'PROJECT',
      biz_id: row.id,
      link: `/esproject/detail/${row.id}`,
      create_by: 'system',
    })
    .execute()
}

// Any number that no other advisory lock of the platform has.
const SUBMISSION_LOCK = 5801

/** Refuses what is incomplete, what is there already, and what looks so without a reason; keeps what it looks like. */
async function assertSubmittable(
  db: Db,
  row: ProjectRow,
  { repeatReason }: FlowRequest,
  today: string,
): Promise<void> {
  // Of two alike that are submitted at once in a province, the second sees the first.
  await sql`select pg_advisory_xact_lock(${sql.lit(SUBMISSION_LOCK)}, ${Number(row.province_code)}::int)`.execute(
    db,
  )
  const judged = (await judgeProjects(db, [row], today)).get(row.id)
  const [first] = judged?.reasons ?? []
  if (first) throw badRequest(first.message)
  const pairs = judged?.duplicates ?? []
  if (pairs.some(needsReason) && !(repeatReason ?? row.repeat_reason)?.trim())
    throw badRequest('与已有项目疑似重复，请填写说明', [{ field: 'repeatReason', message: '值不能为空' }])
  await storePairs(db, row, pairs)
}

async function moveOne(
  db: Db,
  row: ProjectRow,
  request: FlowRequest,
  user: Caller,
  today: string,
): Promise<void> {
  const action: FlowAction = request.action
  const target: FlowTarget = request.target ?? 'province'
  const move = moveOf(user, row, action, target)
  if (!move) throw conflict('当前状态不允许此操作')
  if (action === 'SUBMIT' && target === 'province') await assertSubmittable(db, row, request, today)
  await db
    .updateTable('es_project')
    .set({
      declare_status: move.declare,
      country_status: move.country,
      read_flag: false,
      submitted_once: true,
      waiting_since: sql`now()`,
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
      ...(request.opinion ? { last_opinion: request.opinion } : {}),
      ...(request.repeatReason ? { repeat_reason: request.repeatReason } : {}),
    })
    .where('province_code', '=', row.province_code)
    .where('id', '=', row.id)
    .execute()
  const before: Move = { declare: row.declare_status, country: row.country_status }
  await note(db, row, user, action, noted(target, before), noted(target, move), request.opinion)
  if ((action === 'RETURN' || action === 'REOPEN') && request.opinion)
    await tellMaker(db, row, user, request.opinion)
}

/** Moves each project by itself: one that cannot be moved does not hold up the others, and says why. */
export async function moveProjects(
  db: Db,
  request: FlowRequest,
  user: Caller,
  now: Date,
): Promise<BatchResult> {
  const needsOpinion = request.action === 'RETURN' || request.action === 'REOPEN'
  if (needsOpinion && !request.opinion?.trim())
    throw badRequest('退回意见：值不能为空', [{ field: 'opinion', message: '值不能为空' }])
  const result: BatchResult = { succeeded: [], failed: [] }
  for (const id of new Set(request.ids)) {
    try {
      await db.transaction().execute(async (trx) => {
        const [row] = await findProjects(trx, [id], user, true)
        if (!row) throw notFound('项目')
        await moveOne(trx, row, request, user, day(now))
      })
      result.succeeded.push(id)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      result.failed.push({ id, message: error.message })
    }
  }
  return result
}

/** Signs projects in: from then on the level below cannot withdraw them. All of them, or none. */
export async function signIn(db: Db, ids: readonly number[], user: Caller): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = await findProjects(trx, ids, user, true)
    if (rows.length < new Set(ids).size) throw notFound('项目')
    if (!rows.every((row) => mayRead(user, row))) throw conflict('只能签收待本单位办理的项目')
    for (const row of rows.filter(({ read_flag }) => !read_flag)) {
      await trx
        .updateTable('es_project')
        .set({ read_flag: true })
        .where('province_code', '=', row.province_code)
        .where('id', '=', row.id)
        .execute()
      await note(trx, row, user, 'READ', row.declare_status, row.declare_status)
    }
  })
}
