import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, missing, notFound } from '../../errors.ts'
import { momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { type Project, readyProjects, storeAssignments } from './assign-store.ts'
import { findConflicts, pairKey, storedHits } from './conflict-store.ts'
import { expertsById } from './experts.ts'
import { giveProjects } from './group-write.ts'
import { type Group, requireGroup } from './groups.ts'
import { requirePlan, shortagesIn } from './plan.ts'
import { freshVersion, planFacts } from './plan-input.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']
type Result = Schemas['AssignResult']
const AVOID = '专家与项目单位存在利害关系，需回避'

/** @throws HttpError 400 for a time that has passed */
export function assertDeadline(deadline: string, now: Date): void {
  if (momentOf(deadline) <= now) throw badRequest('E-011', '截止时间须在此刻之后', 'deadline')
}

/** Returns code and wording of the conflict that now excludes each pair. Cleared conflicts do not count. */
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
  const version = await freshVersion(trx, group)
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
