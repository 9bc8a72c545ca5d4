import { RepeatFlag } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { EDITABLE } from './waiting.ts'

type FlowRequest = components['schemas']['FlowRequest']
type PassReason = components['schemas']['PassReason']

/** A suspected pair of which both sides would count. */
export interface OpenPair {
  project_id: number
  newer_id: number
  older_id: number
  score: number
  other_name: string
}

/** Undecided suspected pairs of projects whose other side is in review or has passed, the best score first. */
export async function openPairs(db: Db, ids: readonly number[]): Promise<Map<number, OpenPair[]>> {
  const { rows } = await sql<OpenPair>`
    select x.id as project_id, d.newer_id, d.older_id, d.score, o.project_name as other_name
    from unnest(${[...ids]}::bigint[]) x(id)
    join project_duplicate d on d.newer_id = x.id or d.older_id = x.id
    join es_project o on o.id = d.newer_id + d.older_id - x.id
    where d.decision = ${RepeatFlag.suspected} and d.score >= ${sql.lit(repeatScores.suspected)} and not o.deleted
      and o.submitted_once and o.declare_status <> all(${[...EDITABLE]}::text[])
    order by d.score desc`.execute(db)
  const byProject = new Map<number, OpenPair[]>()
  for (const row of rows) byProject.set(row.project_id, [...(byProject.get(row.project_id) ?? []), row])
  return byProject
}

/** Shortest reason, as the contract has it; blanks around it do not count. */
const MIN_LENGTH = 10

/** The reasons of a request for passing projects of open pairs, by project. */
export const reasonsOf = ({ passReasons = [] }: FlowRequest): Map<number, string> =>
  new Map(
    passReasons.flatMap(({ id, reason }) => (reason.trim().length < MIN_LENGTH ? [] : [[id, reason.trim()]])),
  )

/** Stores the reasons for which projects passed, with each of their open pairs. */
export async function storePassReasons(
  trx: Trx,
  reasons: ReadonlyMap<number, string>,
  user: Caller,
): Promise<void> {
  if (reasons.size === 0) return
  const pairs = await openPairs(trx, [...reasons.keys()])
  const rows = [...pairs.values()].flat().map(({ project_id, newer_id, older_id }) => ({
    project_id,
    newer_id,
    older_id,
    reason: reasons.get(project_id) ?? '',
    org_name: user.orgName,
    user_name: user.realName,
  }))
  if (rows.length > 0) await trx.insertInto('project_duplicate_reason').values(rows).execute()
}

/** A pair by the ids of its sides. */
type Pair = Pick<Row<'project_duplicate'>, 'newer_id' | 'older_id'>

const keyOf = ({ newer_id, older_id }: Pair) => `${newer_id}/${older_id}`

/** The reasons for which sides of these pairs were passed, oldest first. Returns a lookup by pair. */
export async function passReasonsOf(
  db: Db,
  pairs: readonly Pair[],
): Promise<(pair: Pair) => readonly PassReason[]> {
  const { rows } = await sql<Row<'project_duplicate_reason'>>`
    select r.* from project_duplicate_reason r
    join unnest(${pairs.map(({ newer_id }) => newer_id)}::bigint[], ${pairs.map(({ older_id }) => older_id)}::bigint[])
      x(newer_id, older_id) using (newer_id, older_id)
    order by r.id`.execute(db)
  const byPair = new Map<string, PassReason[]>()
  for (const row of rows) {
    const { project_id: projectId, reason, org_name: orgName, user_name: userName, time } = row
    const before = byPair.get(keyOf(row)) ?? []
    byPair.set(keyOf(row), [...before, { projectId, reason, orgName, userName, time }])
  }
  return (pair) => byPair.get(keyOf(pair)) ?? []
}
