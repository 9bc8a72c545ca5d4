import { DemoStatus, ExcellentTypeStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest, conflict, missing, notFound } from '../../errors.ts'
import { momentOf } from '../../runtime/time.ts'
import { type Caller, deptOf } from '../caller.ts'
import type { Pair } from './assignment.ts'
import { findConflicts, pairKey, storedHits } from './conflict-store.ts'
import { expertsById } from './experts.ts'
import { giveProjects } from './group-write.ts'
import { type Group, requireGroup } from './groups.ts'
import { notifyExperts } from './notices.ts'
import { requirePlan, shortagesIn } from './plan.ts'
import { freshVersion, planFacts } from './plan-input.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']
type Result = Schemas['AssignResult']
type Project = Pick<
  Row<'demo_project'>,
  'id' | 'project_name' | 'status' | 'excellent_type_status' | 'province_code'
>

const AVOID = '专家与项目单位存在利害关系，需回避'

/** @throws HttpError 400 for a time that has passed */
export function assertDeadline(deadline: string, now: Date): void {
  if (momentOf(deadline) <= now) throw badRequest('E-011', '截止时间须在此刻之后', 'deadline')
}

const isReady = (stage: Stage, { status, excellent_type_status: excellent }: Project): boolean =>
  stage === 'PRIMARY'
    ? status === DemoStatus.accepted || status === DemoStatus.inPrimaryReview
    : (status === DemoStatus.primaryPassed && excellent === ExcellentTypeStatus.waitingForExperts) ||
      status === DemoStatus.inExcellentReview

/** @throws HttpError 404, 409 if one of the projects is not at this stage */
async function readyProjects(trx: Trx, ids: readonly number[], stage: Stage): Promise<Project[]> {
  const rows = await trx
    .selectFrom('demo_project')
    .select(['id', 'project_name', 'status', 'excellent_type_status', 'province_code'])
    .where('id', 'in', [...ids])
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < new Set(ids).size) throw notFound('示范项目')
  const other = rows.find((row) => !isReady(stage, row))
  if (other) throw conflict('E-028', `${other.project_name}当前不能分配专家`)
  return rows
}

/** Why each pair must not be assigned, compared now: its code and its words. A pair that was cleared may be. */
export async function conflictsNow(
  db: Db,
  expertIds: readonly number[],
  projectIds: readonly number[],
  now: Date,
): Promise<Map<string, { code: string; wording: string }>> {
  const { found } = await findConflicts(db, expertIds, projectIds, now)
  const cleared = new Set(
    (await storedHits(db, { memberIds: [...expertIds], projectIds: [...projectIds] }))
      .filter(({ decision }) => decision === 'CLEARED')
      .map(({ project_id, expert_id, code }) => `${pairKey(project_id, expert_id)}:${code}`),
  )
  const reasons = new Map<string, { code: string; wording: string }>()
  for (const { projectId, expertId, code, reason } of found) {
    const key = pairKey(projectId, expertId)
    if (!reasons.has(key) && !cleared.has(`${key}:${code}`)) reasons.set(key, { code, wording: reason })
  }
  return reasons
}

/** Stores assignments, and moves their projects into the review. Pairs that are assigned already stay as they are. */
async function storeAssignments(
  trx: Trx,
  pairs: readonly Pair[],
  projects: readonly Project[],
  task: { stage: Stage; groupId: number | null; deadline: string },
  user: Caller,
): Promise<number> {
  const { stage, groupId, deadline } = task
  const made = await trx
    .insertInto('expert_assign')
    .values(
      pairs.map(({ projectId, expertId }) => ({
        project_id: projectId,
        expert_id: expertId,
        stage,
        group_id: groupId,
        deadline: momentOf(deadline).toISOString(),
        create_by: user.username,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .returning(['project_id', 'expert_id'])
    .execute()
  await enterReview(trx, projects, stage, user)
  await notifyExperts(
    trx,
    made.map(({ expert_id }) => expert_id),
    {
      title: '新的评审任务',
      text: `有新的示范项目评审任务，请于 ${deadline.slice(0, 16)} 前提交评分。`,
      link: '/experttaskment/index',
    },
    user,
  )
  return made.length
}

async function enterReview(
  trx: Trx,
  projects: readonly Project[],
  stage: Stage,
  user: Caller,
): Promise<void> {
  const to = stage === 'PRIMARY' ? DemoStatus.inPrimaryReview : DemoStatus.inExcellentReview
  const entering = projects.filter(({ status }) => status !== to)
  if (entering.length === 0) return
  const ids = entering.map(({ id }) => id)
  await trx
    .updateTable('demo_project')
    .set({
      status: to,
      ...(stage === 'EXCELLENT' ? { excellent_type_status: ExcellentTypeStatus.scoring } : {}),
      waiting_since: sql<string>`now()`,
      // Later steps of the review leave version and time alone, so that neither tells applicants of them.
      ...(stage === 'PRIMARY'
        ? {
            version: sql<number>`version + 1`,
            update_by: user.username,
            update_time: sql<string>`now()`,
          }
        : {}),
    })
    .where('id', 'in', ids)
    .execute()
  await trx
    .insertInto('flow_history')
    .values(
      entering.map(({ id, status, province_code }) => ({
        biz_type: 'DEMO',
        biz_id: id,
        action: 'ASSIGN' as const,
        from_status: status,
        to_status: to,
        org_name: user.orgName,
        user_name: user.realName,
        dept_id: deptOf(user),
        province_code,
      })),
    )
    .execute()
}

/** Assigns all pairs that have no conflict; tells the others. @throws HttpError 409 if all have one */
async function assignPairs(
  trx: Trx,
  expertIds: readonly number[],
  projects: readonly Project[],
  task: { stage: Stage; groupId: number | null; deadline: string },
  { user, now }: { user: Caller; now: Date },
): Promise<Result> {
  const projectIds = projects.map(({ id }) => id)
  const experts = await expertsById(trx, expertIds)
  if (experts.size < new Set(expertIds).size) throw notFound('专家')
  const reasons = await conflictsNow(trx, expertIds, projectIds, now)
  const all = projects.flatMap((project) => [...experts.values()].map((expert) => ({ project, expert })))
  const keyOf = ({ project, expert }: (typeof all)[number]) => pairKey(project.id, expert.id)
  const free = all.filter((pair) => !reasons.has(keyOf(pair)))
  if (free.length === 0) {
    const [first] = reasons.values()
    throw conflict('E-005', first ? `${AVOID}（${first.code}：${first.wording}）` : AVOID)
  }
  const pairs = free.map(({ project, expert }) => ({ projectId: project.id, expertId: expert.id }))
  const assigned = await storeAssignments(trx, pairs, projects, task, user)
  return {
    assigned,
    conflicts: all.flatMap((pair) => {
      const reason = reasons.get(keyOf(pair))
      if (!reason) return []
      return [
        {
          projectId: pair.project.id,
          projectName: pair.project.project_name,
          expertId: pair.expert.id,
          realName: pair.expert.real_name ?? pair.expert.username,
          code: reason.code,
          message: `${AVOID}（${reason.code}：${reason.wording}）`,
        },
      ]
    }),
  }
}

/** Applies a plan as it was shown. @throws HttpError 409 if it no longer holds */
async function applyPlan(
  trx: Trx,
  planId: number,
  group: Group,
  { projectIds, deadline }: { projectIds: readonly number[]; deadline: string },
  { user, now }: { user: Caller; now: Date },
): Promise<Result> {
  const plan = await requirePlan(trx, planId)
  if (plan.group_id !== group.id) throw notFound('分配方案')
  if (plan.applied_at !== null) throw conflict('E-010', '方案已应用')
  const version = await freshVersion(trx, group, now)
  if (version !== plan.conflict_version)
    throw conflict('E-008', `冲突数据已更新（v${plan.conflict_version} → v${version}），请重新计算`)
  const facts = await planFacts(trx, group, now)
  const asked = new Set(projectIds)
  const isWhole = facts.projects.length === asked.size && facts.projects.every(({ id }) => asked.has(id))
  if (!isWhole) throw badRequest('E-010', '须应用方案的全部项目', 'projectIds')
  const [shortage] = shortagesIn(facts, plan)
  if (shortage) {
    const name = facts.projects.find(({ id }) => id === shortage.projectId)?.project_name ?? ''
    throw conflict('E-010', `${name}${shortage.message}`)
  }
  const projects = await readyProjects(trx, projectIds, plan.stage)
  await trx
    .updateTable('assign_plan')
    .set({ applied_at: sql<string>`now()` })
    .where('id', '=', planId)
    .execute()
  const task = { stage: plan.stage, groupId: group.id, deadline }
  return { assigned: await storeAssignments(trx, plan.cells, projects, task, user), conflicts: [] }
}

interface Moment {
  user: Caller
  now: Date
}

/** Assigns experts to projects in the primary review, by a plan or all of a group or of a list. */
export async function assignPrimary(
  trx: Trx,
  { projectIds, expertIds, groupId, deadline, planId }: Schemas['PrimaryAssignRequest'],
  moment: Moment,
): Promise<Result> {
  assertDeadline(deadline, moment.now)
  if (planId !== undefined) {
    const group = await requireGroup(trx, groupId ?? (await requirePlan(trx, planId)).group_id)
    return applyPlan(trx, planId, group, { projectIds, deadline }, moment)
  }
  const group = groupId === undefined ? undefined : await requireGroup(trx, groupId)
  const ids = expertIds ?? group?.memberIds
  if (!ids) throw missing('groupId', '专家组或专家')
  if (group?.stage === 'EXCELLENT') throw conflict('E-028', '该专家组不是初评专家组')
  const projects = await readyProjects(trx, projectIds, 'PRIMARY')
  if (group) await giveProjects(trx, group, projectIds)
  const task = { stage: 'PRIMARY' as const, groupId: group?.id ?? null, deadline }
  return assignPairs(trx, ids, projects, task, moment)
}

/** Assigns experts of an excellence group to all its projects, or as its plan says. */
export async function assignExcellent(
  trx: Trx,
  { groupId, expertIds, deadline, planId }: Schemas['ExcellentAssignRequest'],
  moment: Moment,
): Promise<Result> {
  assertDeadline(deadline, moment.now)
  const group = await requireGroup(trx, groupId)
  if (group.stage !== 'EXCELLENT' || group.quota === null || group.projectIds.length === 0)
    throw conflict('E-028', '该专家组尚未分组')
  if (expertIds.some((id) => !group.memberIds.includes(id))) throw notFound('组内专家')
  const { projectIds } = group
  if (planId !== undefined) return applyPlan(trx, planId, group, { projectIds, deadline }, moment)
  const projects = await readyProjects(trx, projectIds, 'EXCELLENT')
  return assignPairs(trx, expertIds, projects, { stage: 'EXCELLENT', groupId, deadline }, moment)
}
