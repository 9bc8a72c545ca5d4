import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { all, pageOf } from '../../../db/sql.ts'
import type { Caller } from '../../caller.ts'
import { maskName } from '../../masking.ts'
import { reply } from '../../reply.ts'
import { appeals, decider, isDecidedBy, mayBeDecider, stateNow } from './source.ts'

type Schemas = components['schemas']
type Appeal = Schemas['RepeatAppeal']
type Query = NonNullable<operations['listRepeatAppeals']['parameters']['query']>

interface AppealRow {
  id: number
  state: Appeal['state']
  side: Appeal['side']
  project_id: number
  project_name: string
  other_id: number
  other_name: string
  reason: string
  create_time: string
  decider: string | null
  opinion: string | null
  decided_by: string | null
  decided_org: string | null
  closed_at: string | null
}

const sideOf = (user: Caller): RawBuilder<string> => sql<string>`case
  when a.org_id = ${user.orgId} then 'AUTHOR'
  when o.org_id = ${user.orgId} then 'OTHER'
  when ${isDecidedBy(user)} then 'DECIDER' end`

/** SQL source: appeals `t` of which the caller's office is the author, the other side or the decider. */
const source = (user: Caller) => sql`(
  select a.id, ${stateNow} as state, ${sideOf(user)} as side, a.project_id, p.project_name, a.other_id,
    o.project_name as other_name, a.reason, a.create_time, d.name as decider, a.opinion, a.decided_by, a.decided_org,
    a.closed_at
  from ${appeals} left join ${decider} on true
  where a.org_id = ${user.orgId} or o.org_id = ${user.orgId} or ${mayBeDecider(user)}) t`

/** The other side does not read the reason, and neither side the name of the other's project in full. */
const shown = (row: AppealRow): Appeal =>
  reply<Appeal>({
    id: row.id,
    state: row.state,
    side: row.side,
    projectId: row.project_id,
    projectName: row.side === 'OTHER' ? maskName(row.project_name) : row.project_name,
    otherId: row.other_id,
    otherName: row.side === 'AUTHOR' ? maskName(row.other_name) : row.other_name,
    reason: row.side === 'OTHER' ? undefined : row.reason,
    createTime: row.create_time,
    decider: row.state === 'OPEN' ? row.decider : row.decided_org,
    opinion: row.opinion,
    decidedBy: row.decided_by,
    closedAt: row.closed_at,
    mayDecide: row.side === 'DECIDER' && row.state === 'OPEN',
    mayWithdraw: row.side === 'AUTHOR' && row.state === 'OPEN',
  })

const conditions = ({ id, projectId, state }: Query): RawBuilder<boolean> => {
  const parts = [sql<boolean>`t.side is not null`]
  if (id !== undefined) parts.push(sql<boolean>`t.id = ${id}`)
  if (projectId !== undefined) parts.push(sql<boolean>`${projectId} in (t.project_id, t.other_id)`)
  if (state) parts.push(sql<boolean>`t.state = ${state}`)
  return all(parts)
}

/** Returns the appeals of the caller's office as author, other side or decider: open ones first, then the newest. */
export async function listAppeals(db: Db, query: Query, user: Caller): Promise<Schemas['RepeatAppealPage']> {
  const where = conditions(query)
  const order = sql`(t.state = 'OPEN') desc, t.id desc`
  const { rows } = await sql<AppealRow>`
    select t.* from ${source(user)} ${pageOf(where, query, { id: 't.id', order })}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${source(user)} where ${where}`.execute(db)
  return { content: rows.map(shown), totalElements: counted.rows[0]?.total ?? 0 }
}

/** Returns an appeal of the caller's office, or undefined. */
export const appealById = async (db: Db, id: number, user: Caller): Promise<Appeal | undefined> =>
  (await listAppeals(db, { id, size: 1 }, user)).content[0]
