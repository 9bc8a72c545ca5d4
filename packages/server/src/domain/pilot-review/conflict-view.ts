import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { maskEmail, maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'
import {
  conflictState,
  currentDigest,
  type HitRow,
  markTasks,
  pairKey,
  stateOf,
  storedHits,
} from './conflict-store.ts'
import { expertsById } from './experts.ts'
import { type Group, requireGroup } from './groups.ts'

type Schemas = components['schemas']
type Pair = Schemas['ConflictPair']

const maskCode = (code: string) =>
  `${code.slice(0, 4)}${'*'.repeat(Math.max(0, code.length - 8))}${code.slice(-4)}`

/** Contacts and codes are shown in part: enough to check, not enough to use. */
const MASKS: Readonly<Record<string, (value: string) => string | undefined>> = {
  'C-05': maskCode,
  'C-06': (value) => (value.includes('@') ? maskEmail(value) : maskPhone(value)),
}

const masked = (code: string, value: string): string => MASKS[code]?.(value) ?? value

const hitInfo = (hit: HitRow): Schemas['ConflictHit'] => ({
  id: hit.id,
  code: hit.code,
  effect: hit.effect,
  wording: hit.wording,
  expertValue: masked(hit.code, hit.evidence.expertValue),
  projectValue: masked(hit.code, hit.evidence.projectValue),
  policyNo: hit.policy_no,
  computedAt: hit.computed_at,
})

interface Named {
  id: number
  demo_code: string
  project_name: string
}

/** Names and codes of projects, by id. */
export async function projectNames(db: Db, ids: readonly number[]): Promise<Map<number, Named>> {
  const { rows } = await sql<Named>`
    select id, demo_code, project_name from demo_project where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function pairsOf(db: Db, hits: readonly HitRow[]): Promise<Pair[]> {
  const projects = await projectNames(
    db,
    hits.map(({ project_id }) => project_id),
  )
  const experts = await expertsById(
    db,
    hits.map(({ expert_id }) => expert_id),
  )
  const byPair = groupedBy(hits, ({ project_id, expert_id }) => pairKey(project_id, expert_id))
  return [...byPair.values()].flatMap((own) => {
    const [first] = own
    const project = first && projects.get(first.project_id)
    const expert = first && experts.get(first.expert_id)
    if (!first || !project || !expert) return []
    const decided = own.find(({ decision }) => decision !== null)
    return [
      reply<Pair>({
        projectId: project.id,
        demoCode: project.demo_code,
        projectName: project.project_name,
        expertId: expert.id,
        realName: expert.real_name ?? expert.username,
        workUnit: expert.work_unit,
        state: stateOf(own),
        code: first.code,
        hits: own.map(hitInfo),
        decisionReason: decided?.decision_reason,
        decidedBy: decided?.decided_by,
        decidedAt: decided?.decided_at,
      }),
    ]
  })
}

const ORDER: Readonly<Record<Pair['state'], number>> = { EXCLUDED: 0, PENDING: 1, CLEARED: 2 }

/** Returns the stored conflicts of a group, and whether data have changed since. */
export async function groupConflicts(db: Db, group: Group): Promise<Schemas['GroupConflicts']> {
  const state = await conflictState(db, group.id)
  const pairs = state ? await pairsOf(db, await storedHits(db, group)) : []
  const isStale = state !== undefined && (await currentDigest(db, group)) !== state.input_digest
  return reply<Schemas['GroupConflicts']>({
    groupId: group.id,
    version: state?.version ?? 0,
    policyNo: state?.policy_no,
    computedAt: state?.computed_at,
    stale: isStale,
    pairs: group.memberIds.length * group.projectIds.length,
    excluded: pairs.filter((pair) => pair.state === 'EXCLUDED').length,
    pending: pairs.filter((pair) => pair.state === 'PENDING').length,
    content: pairs.sort(
      (a, b) => ORDER[a.state] - ORDER[b.state] || a.expertId - b.expertId || a.projectId - b.projectId,
    ),
  })
}

const SHORTEST_REASON = 10
const NOT_IN_DOUBT = '该对专家与项目不是待判'

/**
 * Decides a pair in doubt. The decision is kept as long as the hit lasts, and with its reason after that.
 * @throws HttpError 404 without a hit, 409 if the pair is not in doubt
 */
export async function decideConflict(
  trx: Trx,
  { groupId, projectId, expertId, excluded, reason }: Schemas['ConflictDecision'],
  user: Caller,
): Promise<Pair> {
  const group = await requireGroup(trx, groupId)
  const hits = (await storedHits(trx, group)).filter(
    (hit) => hit.project_id === projectId && hit.expert_id === expertId,
  )
  if (hits.length === 0) throw notFound('利益冲突')
  if (!excluded && [...(reason ?? '').trim()].length < SHORTEST_REASON)
    throw badRequest('E-007', `不排除的理由不少于 ${SHORTEST_REASON} 字`, 'reason')
  if (stateOf(hits) !== 'PENDING') throw conflict('E-007', NOT_IN_DOUBT)
  const { numUpdatedRows } = await trx
    .updateTable('conflict_hit')
    .set({
      decision: excluded ? 'EXCLUDED' : 'CLEARED',
      decision_reason: reason ?? null,
      decided_by: user.username,
      decided_at: sql<string>`now()`,
    })
    .where('project_id', '=', projectId)
    .where('expert_id', '=', expertId)
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('E-007', NOT_IN_DOUBT)
  // A decision changes what may be assigned, so that an earlier plan no longer holds.
  await trx
    .updateTable('conflict_state')
    .set({ version: sql<number>`version + 1` })
    .where('group_id', '=', groupId)
    .execute()
  await markTasks(trx, groupId)
  const [pair] = await pairsOf(
    trx,
    (await storedHits(trx, group)).filter(
      (hit) => hit.project_id === projectId && hit.expert_id === expertId,
    ),
  )
  if (!pair) throw notFound('利益冲突')
  return pair
}
