import { createHash } from 'node:crypto'
import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, missing, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { textOf } from '../values/differences.ts'
import { countOf, FIT, type Fit, proposeAssignment, shortagesOf } from './assignment.ts'
import { conflictState } from './conflict-store.ts'
import { type Group, requireGroup } from './groups.ts'
import { freshVersion, inputOf, type PlanFacts, planFacts, USUAL_EXPERTS, usualSeed } from './plan-input.ts'
import { reasonForSeed } from './seed-requests.ts'

type Schemas = components['schemas']
type Plan = Schemas['AssignPlan']
type Cell = Schemas['AssignCell']
export type PlanRow = Row<'assign_plan'>

const NAMES: Readonly<Record<Fit, Cell['fit']>> = {
  [FIT.main]: 'MAIN',
  [FIT.second]: 'SECOND',
  [FIT.across]: 'ACROSS',
}
const COSTS: Readonly<Record<Cell['fit'], number>> = {
  MAIN: FIT.main,
  SECOND: FIT.second,
  ACROSS: FIT.across,
}

const byPlace = (a: Cell, b: Cell) => a.expertId - b.expertId || a.projectId - b.projectId

const digestOf = (plan: Pick<PlanRow, 'seed' | 'conflict_version'>, cells: readonly Cell[]): string =>
  createHash('sha256')
    .update(textOf([plan.seed, plan.conflict_version, cells]))
    .digest('hex')

/** Returns why projects lack experts, in words. */
export function shortagesIn(
  facts: PlanFacts,
  plan: Pick<PlanRow, 'seed' | 'per_project' | 'cells'>,
): Schemas['AssignShortage'][] {
  const input = inputOf(facts, { seed: plan.seed, perProject: plan.per_project, locked: [] })
  const loads = countOf(plan.cells.map(({ expertId }) => expertId))
  return shortagesOf(input, plan.cells, loads).map(
    ({ projectId, missing: lacking, eligible, atCapacity, excluded }) => {
      const parts = [
        `可选 ${eligible} 位`,
        ...(atCapacity > 0 ? [`${atCapacity} 位已到上限`] : []),
        ...[...excluded].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => `${count} 位 ${code}`),
      ]
      return { projectId, missing: lacking, message: `缺 ${lacking} 位：${parts.join('，')}` }
    },
  )
}

async function planInfo(db: Db, row: PlanRow, group: Group, now: Date): Promise<Plan> {
  const facts = await planFacts(db, group, now)
  const current = (await conflictState(db, group.id))?.version
  const loads = countOf(row.cells.map(({ expertId }) => expertId))
  return reply<Plan>({
    id: row.id,
    version: row.version,
    groupId: row.group_id,
    stage: row.stage,
    seed: row.seed,
    reason: row.reason,
    perProject: row.per_project,
    conflictVersion: row.conflict_version,
    currentConflictVersion: current,
    stale: current !== row.conflict_version,
    projects: facts.projects.map(({ id, project_name }) => ({ id, projectName: project_name })),
    cells: row.cells,
    excluded: [...facts.excluded].map(([key, code]) => {
      const [projectId = 0, expertId = 0] = key.split(':').map(Number)
      return { projectId, expertId, code }
    }),
    shortages: shortagesIn(facts, row),
    loads: [...facts.experts.values()].map((expert) =>
      reply<Schemas['AssignLoad']>({
        expertId: expert.id,
        realName: expert.real_name ?? expert.username,
        specialty: expert.specialties,
        load: loads.get(expert.id) ?? 0,
        limit: expert.load_limit,
      }),
    ),
    fitCost: row.cells.reduce((sum, { fit }) => sum + COSTS[fit], 0),
    changed: row.cells.filter(({ byHand }) => byHand).length,
    digest: row.digest,
    appliedAt: row.applied_at,
    createBy: row.create_by,
    createTime: row.create_time,
  })
}

/** @throws HttpError 404 */
export async function requirePlan(db: Db, id: number): Promise<PlanRow> {
  const row = await db.selectFrom('assign_plan').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('分配方案')
  return row
}

/** Returns a plan, or the last one of a group. */
export async function findPlan(
  db: Db,
  { id, groupId }: NonNullable<operations['getAssignPlan']['parameters']['query']>,
  now: Date,
): Promise<Plan> {
  if (id !== undefined) {
    const row = await requirePlan(db, id)
    return planInfo(db, row, await requireGroup(db, row.group_id), now)
  }
  if (groupId === undefined) throw missing('groupId', '专家组')
  const row = await db
    .selectFrom('assign_plan')
    .selectAll()
    .where('group_id', '=', groupId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('分配方案')
  return planInfo(db, row, await requireGroup(db, groupId), now)
}

/** Cells of an earlier plan that stay. */
async function lockedCells(db: Db, planId: number | undefined, groupId: number): Promise<Cell[]> {
  if (planId === undefined) return []
  const row = await requirePlan(db, planId)
  if (row.group_id !== groupId) throw notFound('分配方案')
  return row.cells.filter(({ locked }) => locked)
}

/** Computes a plan and records it. @throws HttpError 409 for stale conflicts, or a seed without the nation's consent */
export async function computePlan(
  trx: Trx,
  request: Schemas['AssignPlanRequest'],
  user: Caller,
  now: Date,
): Promise<Plan> {
  const group = await requireGroup(trx, request.groupId)
  const seed = request.seed ?? usualSeed(group)
  const reason = await reasonForSeed(trx, group, seed)
  const conflictVersion = await freshVersion(trx, group)
  const facts = await planFacts(trx, group, now)
  const kept = await lockedCells(trx, request.planId, group.id)
  const locked = kept.filter(({ projectId, expertId }) => !facts.excluded.has(`${projectId}:${expertId}`))
  const perProject = request.perProject ?? USUAL_EXPERTS
  const { pairs } = proposeAssignment(inputOf(facts, { seed, perProject, locked }))
  const cells = pairs
    .map(({ projectId, expertId, fit, isLocked }) => ({
      projectId,
      expertId,
      fit: NAMES[fit],
      locked: isLocked,
      byHand: kept.some((each) => each.byHand && each.projectId === projectId && each.expertId === expertId),
    }))
    .sort(byPlace)
  const row = await trx
    .insertInto('assign_plan')
    .values({
      group_id: group.id,
      stage: group.stage,
      seed,
      reason: request.reason ?? reason,
      per_project: perProject,
      conflict_version: conflictVersion,
      cells: JSON.stringify(cells),
      digest: digestOf({ seed, conflict_version: conflictVersion }, cells),
      create_by: user.username,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return planInfo(trx, row, group, now)
}

/** The cells after changes by hand. @throws HttpError 409 for a pair that is excluded */
function changedCells(facts: PlanFacts, row: PlanRow, changes: Schemas['AssignPlanChange']['cells']): Cell[] {
  const input = inputOf(facts, { seed: row.seed, perProject: row.per_project, locked: [] })
  const cells = new Map(row.cells.map((cell) => [`${cell.projectId}:${cell.expertId}`, cell]))
  for (const { projectId, expertId, assigned, locked } of changes) {
    const key = `${projectId}:${expertId}`
    const before = cells.get(key)
    if (!facts.experts.has(expertId) || !facts.projects.some(({ id }) => id === projectId))
      throw notFound('组内的专家或项目')
    const code = facts.excluded.get(key)
    if (assigned && code !== undefined) throw conflict('E-010', `该专家已被排除（${code}），不能分配`)
    if (!assigned) cells.delete(key)
    else
      cells.set(key, {
        projectId,
        expertId,
        fit: NAMES[input.fitOf({ projectId, expertId })],
        locked: locked ?? before?.locked ?? false,
        byHand: before?.byHand ?? true,
      })
  }
  return [...cells.values()].sort(byPlace)
}

/** Changes cells by hand. @throws HttpError 409 if the plan was applied, changed since, or would assign an excluded pair */
export async function changePlan(
  trx: Trx,
  { id, version, cells: changes }: Schemas['AssignPlanChange'],
  now: Date,
): Promise<Plan> {
  const row = await requirePlan(trx, id)
  if (row.applied_at !== null) throw conflict('E-010', '方案已应用，不能调整')
  if (row.version !== version) throw staleVersion()
  const group = await requireGroup(trx, row.group_id)
  const cells = changedCells(await planFacts(trx, group, now), row, changes)
  const changed = await trx
    .updateTable('assign_plan')
    .set({
      cells: JSON.stringify(cells),
      digest: digestOf(row, cells),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw staleVersion()
  return planInfo(trx, changed, group, now)
}
