import { createHash } from 'node:crypto'
import { AssignStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { textOf } from '../values/differences.ts'
import { reviewedExperts, reviewedProjects } from './conflict-facts.ts'
import { type Conflict, conflictsOf } from './conflicts.ts'
import type { Group } from './groups.ts'
import { currentPolicy } from './policy.ts'

export type HitRow = Row<'conflict_hit'>

/** State of a pair, decided by all its hits together. */
export type PairState = 'EXCLUDED' | 'PENDING' | 'CLEARED'

export const pairKey = (projectId: number, expertId: number): string => `${projectId}:${expertId}`

/** Returns the state of a pair. An undecided pair counts as excluded wherever experts are assigned. */
export function stateOf(hits: readonly Pick<HitRow, 'effect' | 'decision'>[]): PairState {
  if (hits.some(({ effect, decision }) => effect === 'EXCLUDE' || decision === 'EXCLUDED')) return 'EXCLUDED'
  return hits.some(({ decision }) => decision === null) ? 'PENDING' : 'CLEARED'
}

interface Found extends Conflict {
  projectId: number
  expertId: number
}

/** Loads the input of a computation, with a digest that changes with any of it. */
async function inputOf(db: Db, expertIds: readonly number[], projectIds: readonly number[]) {
  const policy = await currentPolicy(db)
  const experts = await reviewedExperts(db, expertIds)
  const projects = await reviewedProjects(db, projectIds)
  const digest = createHash('sha256')
    .update(textOf([policy.no, experts, projects]))
    .digest('hex')
  return { policy, experts, projects, digest }
}

/** Compares every expert with every project by the policy in force. */
export async function findConflicts(
  db: Db,
  expertIds: readonly number[],
  projectIds: readonly number[],
  now: Date,
): Promise<{ found: Found[]; policyNo: number; digest: string }> {
  const { policy, experts, projects, digest } = await inputOf(db, expertIds, projectIds)
  // Batches open in the year of their projects.
  const { rows } = await sql<{ id: number; batch_year: number }>`
    select id, batch_year from demo_project where id = any(${[...projectIds]}::bigint[])`.execute(db)
  const years = new Map(rows.map(({ id, batch_year }) => [id, batch_year]))
  const today = day(now)
  const found = experts.flatMap((expert) =>
    projects.flatMap((project) => {
      const openedOn = `${years.get(project.id) ?? today.slice(0, 4)}-01-01`
      return conflictsOf(expert, project, policy.rules, { today, openedOn }).map((hit) => ({
        ...hit,
        projectId: project.id,
        expertId: expert.id,
      }))
    }),
  )
  return { found, policyNo: policy.no, digest }
}

/** Reads the stored hits of a group's pairs in the order of their codes. */
export async function storedHits(
  db: Db,
  { memberIds, projectIds }: Pick<Group, 'memberIds' | 'projectIds'>,
): Promise<HitRow[]> {
  if (memberIds.length === 0 || projectIds.length === 0) return []
  return db
    .selectFrom('conflict_hit')
    .selectAll()
    .where('expert_id', 'in', memberIds)
    .where('project_id', 'in', projectIds)
    .orderBy('code')
    .orderBy('id')
    .execute()
}

const hitKey = (
  projectId: number,
  expertId: number,
  code: string,
  expertValue: string,
  projectValue: string,
) => [projectId, expertId, code, expertValue, projectValue].join('\n')

/** Replaces the stored hits. A decision stays as long as its hit stays. */
async function replaceHits(
  trx: Trx,
  group: Pick<Group, 'memberIds' | 'projectIds'>,
  found: readonly Found[],
  policyNo: number,
): Promise<void> {
  const before = new Map(
    (await storedHits(trx, group)).map((hit) => [
      hitKey(hit.project_id, hit.expert_id, hit.code, hit.evidence.expertValue, hit.evidence.projectValue),
      hit,
    ]),
  )
  await trx
    .deleteFrom('conflict_hit')
    .where('expert_id', 'in', group.memberIds)
    .where('project_id', 'in', group.projectIds)
    .execute()
  const rows = found.map(({ projectId, expertId, code, effect, reason, expertValue, projectValue }) => {
    const kept = before.get(hitKey(projectId, expertId, code, expertValue, projectValue))
    return {
      project_id: projectId,
      expert_id: expertId,
      code,
      effect,
      wording: reason,
      evidence: JSON.stringify({ expertValue, projectValue }),
      policy_no: policyNo,
      decision: kept?.decision ?? null,
      decision_reason: kept?.decision_reason ?? null,
      decided_by: kept?.decided_by ?? null,
      decided_at: kept?.decided_at ?? null,
    }
  })
  if (rows.length > 0) await trx.insertInto('conflict_hit').values(rows).execute()
}

/** Marks open tasks of pairs in conflict for reassignment, and clears the mark when the conflict has ended. */
export async function markTasks(trx: Trx, groupId: number): Promise<void> {
  await sql`
    update expert_assign a set must_reassign = x.stops
    from (select b.id, exists (select 1 from conflict_hit h where h.project_id = b.project_id and h.expert_id = b.expert_id
        and (h.decision = 'EXCLUDED' or (h.decision is null))) as stops
      from expert_assign b where b.group_id = ${groupId}) x
    where a.id = x.id and a.status in (${AssignStatus.waiting}, ${AssignStatus.reviewing})
      and a.must_reassign <> x.stops`.execute(trx)
}

/** Digest of the present input of the group's computation. */
export async function currentDigest(db: Db, { memberIds, projectIds }: Group): Promise<string> {
  return (await inputOf(db, memberIds, projectIds)).digest
}

/**
 * Computes the conflicts of a group. The version increases when the input has changed.
 * @throws HttpError 409 for a group without experts or projects
 */
export async function computeConflicts(trx: Trx, group: Group, now: Date): Promise<void> {
  if (group.memberIds.length === 0 || group.projectIds.length === 0)
    throw conflict('E-008', '专家组尚无专家或项目，不能计算')
  const { found, policyNo, digest } = await findConflicts(trx, group.memberIds, group.projectIds, now)
  const state = await conflictState(trx, group.id)
  if (state?.input_digest === digest) return
  await replaceHits(trx, group, found, policyNo)
  await sql`
    insert into conflict_state (group_id, version, policy_no, input_digest)
    values (${group.id}, 1, ${policyNo}, ${digest})
    on conflict (group_id) do update set version = conflict_state.version + 1, policy_no = excluded.policy_no,
      input_digest = excluded.input_digest, computed_at = now()`.execute(trx)
  await markTasks(trx, group.id)
}

/** The last computation of a group. */
export const conflictState = (db: Db, groupId: number): Promise<Row<'conflict_state'> | undefined> =>
  db.selectFrom('conflict_state').selectAll().where('group_id', '=', groupId).executeTakeFirst()
