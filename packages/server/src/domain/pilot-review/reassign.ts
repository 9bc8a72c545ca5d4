import { createHash } from 'node:crypto'
import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { day, momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { tell } from '../messages/tell.ts'
import { textOf } from '../values/differences.ts'
import { assertDeadline, conflictsNow } from './assign.ts'
import { pairKey } from './conflict-store.ts'
import { canReview, type ExpertRow, expertsById } from './experts.ts'

type Schemas = components['schemas']
type Request = Schemas['ReassignRequest']
type Plan = Schemas['ReassignPlan']

interface Task {
  id: number
  project_id: number
  demo_code: string
  project_name: string
  group_id: number | null
  status: Schemas['AssignStatus']
  deadline: string
  saved: boolean
  /** The other expert already has it. */
  taken: boolean
}

async function tasksOf(db: Db, { stage, fromExpertId, toExpertId, projectIds }: Request): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select a.id, a.project_id, p.demo_code, p.project_name, a.group_id, a.status, a.deadline,
      exists (select 1 from expert_score s where s.assign_id = a.id) as saved,
      exists (select 1 from expert_assign b where b.stage = a.stage and b.project_id = a.project_id
        and b.expert_id = ${toExpertId}) as taken
    from expert_assign a join demo_project p on p.id = a.project_id
    where a.stage = ${stage} and a.expert_id = ${fromExpertId} and a.project_id = any(${projectIds}::bigint[])
    order by p.demo_code`.execute(db)
  if (rows.length < new Set(projectIds).size) throw notFound('评审任务')
  return rows
}

const nameOf = (row: ExpertRow) => row.real_name ?? row.username

async function bothExperts(db: Db, { fromExpertId, toExpertId }: Request, now: Date) {
  const known = await expertsById(db, [fromExpertId, toExpertId])
  const [from, to] = [known.get(fromExpertId), known.get(toExpertId)]
  if (!from || !to) throw notFound('专家')
  if (from === to || !canReview(to, day(now))) throw badRequest('E-026', '该专家不能参加评审', 'toExpertId')
  return { from, to }
}

const describe = (from: ExpertRow, to: ExpertRow, tasks: readonly Task[]): string => {
  const codes = tasks.map(({ demo_code }) => demo_code).join('、')
  const saved = tasks.filter((task) => task.saved).length
  return `${nameOf(from)} → ${nameOf(to)}：${codes} 共 ${tasks.length} 份；已暂存 ${saved} 份；截止不变`
}

/** Plans a reassignment. @throws HttpError 404, 409 if a sheet was submitted */
async function planOf(
  db: Db,
  request: Request,
  now: Date,
): Promise<{ plan: Plan; tasks: Task[]; to: ExpertRow }> {
  const { from, to } = await bothExperts(db, request, now)
  const all = await tasksOf(db, request)
  const submitted = all.find(({ status }) => status === AssignStatus.submitted)
  if (submitted) throw conflict('E-026', `${submitted.project_name}的评分已提交，不能改派`)
  const reasons = await conflictsNow(db, [to.id], request.projectIds, now)
  const why = ({ project_id, taken }: Task) => {
    const reason = reasons.get(pairKey(project_id, to.id))
    if (reason)
      return {
        code: reason.code,
        message: `专家与项目单位存在利害关系，需回避（${reason.code}：${reason.wording}）`,
      }
    return taken ? { message: '该专家已评审此项目' } : undefined
  }
  const tasks = all.filter((task) => why(task) === undefined)
  const moves = tasks.map((task) => ({
    projectId: task.project_id,
    demoCode: task.demo_code,
    projectName: task.project_name,
    saved: task.saved,
    deadline: task.deadline,
  }))
  const conflicts = all.flatMap((task) => {
    const reason = why(task)
    if (!reason) return []
    const { project_id, project_name } = task
    return [
      { projectId: project_id, projectName: project_name, expertId: to.id, realName: nameOf(to), ...reason },
    ]
  })
  const digest = createHash('sha256')
    .update(textOf([request.stage, from.id, to.id, moves]))
    .digest('hex')
  const plan = {
    fromName: nameOf(from),
    toName: nameOf(to),
    moves,
    conflicts,
    digest,
    message: describe(from, to, tasks),
  }
  return { plan, tasks, to }
}

/** Previews a reassignment. */
export const planReassignment = async (db: Db, request: Request, now: Date): Promise<Plan> =>
  (await planOf(db, request, now)).plan

/** Adds the new expert to the group, so that its leader and its results include him. */
async function joinGroups(trx: Trx, tasks: readonly Task[], expertId: number): Promise<void> {
  const ids = [...new Set(tasks.map(({ group_id }) => group_id))].filter((id) => id !== null)
  if (ids.length === 0) return
  await trx.updateTable('expert_group').set({ confirmed_at: null }).where('id', 'in', ids).execute()
  await trx
    .insertInto('expert_group_member')
    .values(ids.map((id) => ({ group_id: id, user_id: expertId, sort: 100 })))
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/** Moves tasks as the shown plan names them. @throws HttpError 409 if the plan has changed since or moves nothing */
export async function applyReassignment(trx: Trx, request: Request, user: Caller, now: Date): Promise<Plan> {
  const { plan, tasks, to } = await planOf(trx, request, now)
  if (request.digest !== plan.digest) throw conflict('E-026', '改派方案已变动，请重新查看')
  if (tasks.length === 0) throw conflict('E-026', '没有可以改派的任务')
  const open = tasks.filter(({ status }) => status !== AssignStatus.recused).map(({ id }) => id)
  if (open.length > 0) {
    await trx.deleteFrom('expert_score').where('assign_id', 'in', open).execute()
    await trx.deleteFrom('expert_assign').where('id', 'in', open).execute()
  }
  await trx
    .insertInto('expert_assign')
    .values(
      tasks.map((task) => ({
        project_id: task.project_id,
        expert_id: to.id,
        stage: request.stage,
        group_id: task.group_id,
        deadline: momentOf(task.deadline).toISOString(),
        create_by: user.username,
      })),
    )
    .execute()
  await trx
    .insertInto('expert_reassign')
    .values(
      tasks.map((task) => ({
        stage: request.stage,
        project_id: task.project_id,
        from_expert_id: request.fromExpertId,
        to_expert_id: to.id,
        reason: request.reason,
        create_by: user.username,
      })),
    )
    .execute()
  await joinGroups(trx, tasks, to.id)
  await tell(trx, 'review.reassigned', { users: [to.id] }, { projects: tasks.length })
  return plan
}

/** Gives an expert more time for tasks that he has not submitted. */
export async function extendDeadline(
  trx: Trx,
  { stage, expertId, projectIds, deadline, reason }: Schemas['DeadlineExtension'],
  now: Date,
): Promise<Schemas['DeadlineExtensionResult']> {
  assertDeadline(deadline, now)
  const rows = await trx
    .selectFrom('expert_assign')
    .select(['id', 'deadline'])
    .where('stage', '=', stage)
    .where('expert_id', '=', expertId)
    .where('project_id', 'in', projectIds)
    .where('status', 'in', [AssignStatus.waiting, AssignStatus.reviewing])
    .execute()
  if (rows.length === 0) throw notFound('未提交的评审任务')
  if (rows.some((row) => row.deadline >= deadline))
    throw badRequest('E-011', '新的截止时间须晚于原定时间', 'deadline')
  const ids = rows.map(({ id }) => id)
  await trx
    .updateTable('expert_assign')
    .set({ deadline: momentOf(deadline).toISOString(), extension_reason: reason })
    .where('id', 'in', ids)
    .execute()
  await tell(trx, 'review.extended', { users: [expertId] }, { projects: ids.length, deadline })
  return { changed: ids.length }
}

/** Reminds experts of open tasks, each expert at most once a day. */
export async function remindExperts(
  trx: Trx,
  { batchYear, batchNo, stage, expertIds }: Schemas['ExpertReminder'],
  now: Date,
): Promise<Schemas['ExpertReminderResult']> {
  const { rows } = await sql<{ id: number; expert_id: number; reminded_at: string | null }>`
    select a.id, a.expert_id, a.reminded_at from expert_assign a join demo_project p on p.id = a.project_id
    where p.batch_year = ${batchYear} and p.batch_no = ${batchNo} and a.stage = ${stage}
      and a.status in (${AssignStatus.waiting}, ${AssignStatus.reviewing})
      and (${expertIds === undefined} or a.expert_id = any(${expertIds ?? []}::bigint[]))
    for update of a`.execute(trx)
  const today = day(now)
  const already = new Set(
    rows.filter(({ reminded_at }) => reminded_at?.slice(0, 10) === today).map(({ expert_id }) => expert_id),
  )
  const due = rows.filter(({ expert_id }) => !already.has(expert_id))
  if (due.length > 0)
    await trx
      .updateTable('expert_assign')
      .set({ reminded_at: now.toISOString() })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
  const reminded = [...new Set(due.map(({ expert_id }) => expert_id))]
  await tell(trx, 'review.due', { users: reminded }, {})
  return { reminded: reminded.length, already: already.size }
}
