import { AssignStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { conflict } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { groupedBy } from '../grouped.ts'
import type { AssignmentInput, Pair } from './assignment.ts'
import { conflictState, currentDigest, pairKey, stateOf, storedHits } from './conflict-store.ts'
import { canReview, type ExpertRow, expertsById } from './experts.ts'
import type { Group } from './groups.ts'
import { fitFor } from './specialties.ts'

/** Number of experts of a project unless a plan says otherwise. */
export const USUAL_EXPERTS = 5

/** Input of a plan, besides the stored pairs. */
export interface PlanFacts {
  experts: ReadonlyMap<number, ExpertRow>
  projects: readonly { id: number; project_name: string; tech_direction: string | null }[]
  /** Code of the rule that excludes a pair. */
  excluded: ReadonlyMap<string, string>
  /** Number of this group's projects that each expert can take, by expert. */
  capacities: ReadonlyMap<number, number>
}

/** The default seed of a group. Another one needs a reason. */
export const usualSeed = ({ id, batch_year, batch_no, stage }: Group): string =>
  `${batch_year}-${batch_no}-${stage}-${id}`

/** The number of the last computation. @throws HttpError 409 if there is none, or data have changed since */
export async function freshVersion(db: Db, group: Group): Promise<number> {
  const state = await conflictState(db, group.id)
  if (!state) throw conflict('E-008', '请先计算利益冲突')
  if ((await currentDigest(db, group)) !== state.input_digest)
    throw conflict('E-008', '数据已变动，请重新计算利益冲突')
  return state.version
}

/** Open tasks of experts outside a group: they count against their limits. */
async function busyElsewhere(db: Db, group: Group): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; open: number }>`
    select expert_id as id, count(*) as open from expert_assign
    where expert_id = any(${group.memberIds}::bigint[]) and group_id is distinct from ${group.id}
      and status in (${AssignStatus.waiting}, ${AssignStatus.reviewing}) group by expert_id`.execute(db)
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** Reads the input of a group's plan. */
export async function planFacts(db: Db, group: Group, now: Date): Promise<PlanFacts> {
  const experts = await expertsById(db, group.memberIds)
  const { rows: projects } = await sql<PlanFacts['projects'][number]>`
    select id, project_name, tech_direction from demo_project where id = any(${group.projectIds}::bigint[])
    order by id`.execute(db)
  const hits = await storedHits(db, group)
  const pairs = groupedBy(hits, ({ project_id, expert_id }) => pairKey(project_id, expert_id))
  const excluded = [...pairs].flatMap(([key, own]): [string, string][] =>
    stateOf(own) === 'CLEARED' ? [] : [[key, own[0]?.code ?? '']],
  )
  const busy = await busyElsewhere(db, group)
  const today = day(now)
  const capacities = [...experts.values()].map((row): [number, number] => {
    const limit = row.load_limit === null ? projects.length : row.load_limit - (busy.get(row.id) ?? 0)
    return [row.id, canReview(row, today) ? Math.max(0, limit) : 0]
  })
  return { experts, projects, excluded: new Map(excluded), capacities: new Map(capacities) }
}

/** The same as the input of the computation. */
export function inputOf(
  { experts, projects, excluded, capacities }: PlanFacts,
  { seed, perProject, locked }: { seed: string; perProject: number; locked: readonly Pair[] },
): AssignmentInput {
  const directions = new Map(projects.map(({ id, tech_direction }) => [id, tech_direction]))
  return {
    experts: [...experts.keys()].map((id) => ({ id, capacity: capacities.get(id) ?? 0 })),
    projects: projects.map(({ id }) => ({ id, needed: perProject })),
    fitOf: ({ expertId, projectId }) =>
      fitFor(experts.get(expertId)?.specialties ?? [], directions.get(projectId) ?? null),
    excludedBy: ({ expertId, projectId }) => excluded.get(pairKey(projectId, expertId)),
    locked,
    seed,
  }
}
