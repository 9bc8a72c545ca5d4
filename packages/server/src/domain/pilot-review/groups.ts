import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { reply } from '../reply.ts'
import { canReview, expertsById, memberOf, readExperts } from './experts.ts'

type Schemas = components['schemas']
type FindQuery = NonNullable<operations['findGroupExperts']['parameters']['query']>
type GroupRow = Row<'expert_group'>

/** A group with what belongs to it. */
export interface Group extends GroupRow {
  memberIds: number[]
  projectIds: number[]
  isPlanned: boolean
}

/** Reads groups (`g`) under a condition with members in their order and projects by id. */
export async function readGroups(db: Db, condition: RawBuilder<boolean>): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select g.*, coalesce((select array_agg(m.user_id order by m.sort, m.user_id) from expert_group_member m
        where m.group_id = g.id), '{}') as "memberIds",
      coalesce((select array_agg(p.project_id order by p.project_id) from expert_group_project p
        where p.group_id = g.id), '{}') as "projectIds",
      exists (select from assign_plan a where a.group_id = g.id) as "isPlanned"
    from expert_group g where ${condition} order by g.id`.execute(db)
  return rows
}

/** @throws HttpError 404 */
export async function requireGroup(db: Db, id: number): Promise<Group> {
  const [group] = await readGroups(db, sql<boolean>`g.id = ${id}`)
  if (!group) throw notFound('专家组')
  return group
}

/** Converts groups to the contract's shape with the names of their members. */
export async function groupsInfo(db: Db, groups: readonly Group[]): Promise<Schemas['ExpertGroup'][]> {
  const known = await expertsById(
    db,
    groups.flatMap(({ memberIds }) => memberIds),
  )
  return groups.map((group) =>
    reply({
      id: group.id,
      version: group.version,
      groupName: group.group_name,
      batchYear: group.batch_year,
      batchNo: group.batch_no,
      stage: group.stage,
      leaderId: group.leader_id,
      experts: group.memberIds.flatMap((id) => {
        const row = known.get(id)
        return row ? [memberOf(row, { isLeader: id === group.leader_id })] : []
      }),
      techTypes: group.tech_types,
      projectIds: group.projectIds,
      planned: group.isPlanned,
      createBy: group.create_by,
      createTime: group.create_time,
      updateBy: group.update_by,
      updateTime: group.update_time,
    }),
  )
}

/** Returns groups, the members of one of them, and the experts who may join. */
export async function findGroupExperts(
  db: Db,
  query: FindQuery,
  now: Date,
): Promise<Schemas['GroupExperts']> {
  const { groupId, stage, batchYear, batchNo, specialty, keyword, excludeProjectIds = [] } = query
  const parts: RawBuilder<boolean>[] = []
  if (groupId !== undefined) parts.push(sql<boolean>`g.id = ${groupId}`)
  if (stage) parts.push(sql<boolean>`g.stage = ${stage}`)
  if (batchYear !== undefined) parts.push(sql<boolean>`g.batch_year = ${batchYear}`)
  if (batchNo !== undefined) parts.push(sql<boolean>`g.batch_no = ${batchNo}`)
  const infos = await groupsInfo(db, await readGroups(db, all(parts)))
  if (groupId !== undefined && infos.length === 0) throw notFound('专家组')
  const own = groupId === undefined ? undefined : infos[0]
  const members = new Set(own?.experts.map(({ userId }) => userId))
  const wanted: RawBuilder<boolean>[] = []
  if (specialty) wanted.push(sql<boolean>`e.specialties @> array[${specialty}]::text[]`)
  if (keyword)
    wanted.push(
      sql<boolean>`(u.real_name ilike ${containing(keyword)} or e.work_unit ilike ${containing(keyword)})`,
    )
  const pool = await readExperts(db, all(wanted))
  const avoided = await avoidReasons(db, excludeProjectIds)
  return {
    groups: infos,
    members: own?.experts ?? [],
    candidates: pool
      .filter((row) => !members.has(row.id) && canReview(row, day(now)))
      .map((row) => {
        const avoidReason = avoided.get(row.id)
        return memberOf(row, avoidReason === undefined ? {} : { avoidReason })
      }),
  }
}

/** Returns why experts must not review one of these projects, by expert: the first stored hit that excludes him. */
async function avoidReasons(db: Db, projectIds: readonly number[]): Promise<Map<number, string>> {
  if (projectIds.length === 0) return new Map()
  const { rows } = await sql<{ expert_id: number; wording: string }>`
    select distinct on (h.expert_id) h.expert_id, h.wording from conflict_hit h
    where h.project_id = any(${[...projectIds]}::bigint[]) and (h.decision = 'EXCLUDED' or h.effect = 'EXCLUDE')
    order by h.expert_id, h.code, h.id`.execute(db)
  return new Map(rows.map(({ expert_id, wording }) => [expert_id, wording]))
}
