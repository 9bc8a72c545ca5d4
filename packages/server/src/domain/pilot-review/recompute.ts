import { AssignStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { computeConflicts, conflictState, currentDigest } from './conflict-store.ts'
import { type Group, readGroups } from './groups.ts'

// Arbitrary, but unique among the platform's advisory locks.
const RECOMPUTE_LOCK = 5803

/** SQL condition: conflicts of group `g` were computed, and its scores are not opened. */
const isUnderWay = sql<boolean>`exists (select 1 from conflict_state s where s.group_id = g.id)
  and not exists (select 1 from score_opening o where o.batch_year = g.batch_year and o.batch_no = g.batch_no
    and o.stage = g.stage and o.confirmed_at is not null)`

const isStale = async (trx: Trx, group: Group): Promise<boolean> =>
  group.memberIds.length > 0 &&
  group.projectIds.length > 0 &&
  (await conflictState(trx, group.id))?.input_digest !== (await currentDigest(trx, group))

async function stoppedTasks(trx: Trx, groupId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('expert_assign')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .where('must_reassign', '=', true)
    .where('status', 'in', [AssignStatus.waiting, AssignStatus.reviewing])
    .executeTakeFirstOrThrow()
  return count
}

async function recompute(trx: Trx, groups: readonly Group[], now: Date): Promise<number> {
  let computed = 0
  for (const group of groups) {
    if (!(await isStale(trx, group))) continue
    const before = await stoppedTasks(trx, group.id)
    await computeConflicts(trx, group, now)
    const after = await stoppedTasks(trx, group.id)
    const values = { group: group.group_name, tasks: after }
    if (after > before) await tell(trx, 'review.conflict', { kinds: [deptKinds.platform] }, values)
    computed += 1
  }
  return computed
}

async function recomputeWhere(trx: Trx, condition: RawBuilder<boolean>, now: Date): Promise<number> {
  // Two computations of one group would both count a version.
  await sql`select pg_advisory_xact_lock(${sql.lit(RECOMPUTE_LOCK)})`.execute(trx)
  return recompute(trx, await readGroups(trx, sql<boolean>`${isUnderWay} and (${condition})`), now)
}

/**
 * Computes the conflicts of groups whose experts, units, projects or policy have changed since. Until then nothing can be
 * applied, because applying compares the same data.
 * @returns number of groups that were computed
 */
export const recomputeStale = (trx: Trx, now: Date): Promise<number> =>
  recomputeWhere(trx, sql<boolean>`true`, now)

/** The same for the groups of one expert. */
export const recomputeFor = (trx: Trx, expertId: number, now: Date): Promise<number> =>
  recomputeWhere(
    trx,
    sql<boolean>`exists (select 1 from expert_group_member m where m.group_id = g.id and m.user_id = ${expertId})`,
    now,
  )
