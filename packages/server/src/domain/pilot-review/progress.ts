import { AssignStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all } from '../../db/sql.ts'
import { reply } from '../reply.ts'
import { isAbandoned } from './abandoned.ts'
import { expertsById, memberOf } from './experts.ts'
import { type Batch, openingInfo } from './opening.ts'
import { sealedOrder } from './sealed-order.ts'

type Schemas = components['schemas']
type ProgressQuery = NonNullable<operations['getExcellentExpertProgress']['parameters']['query']>

interface Counts {
  waiting: number
  reviewing: number
  submitted: number
  recused: number
  must_reassign: number
  group_id: number | null
  group_name: string | null
  deadline: string | null
}

// A task that must be reassigned is counted as such alone.
const counts = sql`count(*) filter (where a.status = ${AssignStatus.waiting} and not a.must_reassign) as waiting,
  count(*) filter (where a.status = ${AssignStatus.reviewing} and not a.must_reassign) as reviewing,
  count(*) filter (where a.status = ${AssignStatus.submitted}) as submitted,
  count(*) filter (where a.status = ${AssignStatus.recused}) as recused,
  count(*) filter (where ${isAbandoned} or (a.must_reassign and a.status <> ${AssignStatus.submitted})) as must_reassign,
  min(a.deadline) filter (where a.status in (${AssignStatus.waiting}, ${AssignStatus.reviewing})) as deadline`

const source = sql`expert_assign a join demo_project p on p.id = a.project_id
  left join expert_group g on g.id = a.group_id left join expert_score s on s.assign_id = a.id`

const countsInfo = (row: Counts) => ({
  groupId: row.group_id,
  groupName: row.group_name ?? '',
  waiting: row.waiting,
  reviewing: row.reviewing,
  submitted: row.submitted,
  recused: row.recused,
  mustReassign: row.must_reassign,
  deadline: row.deadline,
})

/** Counts by expert and by project, in the order of groups and codes alone, and what the opening waits for. */
export async function reviewProgress(db: Db, batch: Batch): Promise<Schemas['ReviewProgress']> {
  const inBatch = sql<boolean>`p.batch_year = ${batch.batchYear} and p.batch_no = ${batch.batchNo}
    and a.stage = ${batch.stage} and not p.deleted`
  const byExpert = await sql<
    Counts & {
      expert_id: number
      leader_id: number | null
      last_time: string | null
      reminded_at: string | null
    }
  >`select a.expert_id, a.group_id, g.group_name, g.leader_id, ${counts}, max(s.update_time) as last_time,
      max(a.reminded_at) as reminded_at
    from ${source} where ${inBatch} group by a.expert_id, a.group_id, g.group_name, g.leader_id
    order by g.group_name nulls last, a.expert_id`.execute(db)
  const byProject = await sql<Counts & { id: number; demo_code: string; project_name: string }>`
    select p.id, p.demo_code, p.project_name, a.group_id, g.group_name, ${counts}
    from ${source} where ${inBatch} group by p.id, p.demo_code, p.project_name, a.group_id, g.group_name
    order by g.group_name nulls last, p.demo_code`.execute(db)
  const experts = await expertsById(
    db,
    byExpert.rows.map(({ expert_id }) => expert_id),
  )
  return {
    experts: byExpert.rows.flatMap((row) => {
      const expert = experts.get(row.expert_id)
      if (!expert) return []
      return [
        reply<Schemas['ReviewProgressExpert']>({
          ...countsInfo(row),
          expert: memberOf(expert, { isLeader: row.leader_id === row.expert_id }),
          lastTime: row.last_time,
          remindedAt: row.reminded_at,
        }),
      ]
    }),
    projects: byProject.rows.map((row) =>
      reply<Schemas['ReviewProgressProject']>({
        ...countsInfo(row),
        projectId: row.id,
        demoCode: row.demo_code,
        projectName: row.project_name,
      }),
    ),
    opening: await openingInfo(db, batch),
  }
}

/** Returns how many sheets the experts of the excellence review have submitted. */
export async function excellentProgress(
  db: Db,
  query: ProgressQuery,
): Promise<Schemas['ExpertProgressPage']> {
  const { page = 0, size = 10 } = query
  const parts: RawBuilder<boolean>[] = [
    sql<boolean>`a.stage = 'EXCELLENT' and a.status <> ${AssignStatus.recused} and not p.deleted`,
  ]
  if (query.batchYear !== undefined) parts.push(sql<boolean>`p.batch_year = ${query.batchYear}`)
  if (query.batchNo !== undefined) parts.push(sql<boolean>`p.batch_no = ${query.batchNo}`)
  if (query.groupId !== undefined) parts.push(sql<boolean>`a.group_id = ${query.groupId}`)
  const grouped = sql`select a.expert_id, a.group_id, g.group_name, g.leader_id, count(*) as assigned,
      count(*) filter (where a.status = ${AssignStatus.submitted}) as submitted, max(s.submit_time) as last_time
    from ${source} where ${all(parts)} group by a.expert_id, a.group_id, g.group_name, g.leader_id`
  const { rows } = await sql<{
    expert_id: number
    group_id: number | null
    group_name: string | null
    leader_id: number | null
    assigned: number
    submitted: number
    last_time: string | null
  }>`select * from (${grouped}) x
    order by ${sealedOrder({ groupName: 'x.group_name' }, query.sort, sql`x.group_name, x.expert_id`)}
    limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from (${grouped}) x`.execute(db)
  const experts = await expertsById(
    db,
    rows.map(({ expert_id }) => expert_id),
  )
  return {
    content: rows.flatMap((row) => {
      const expert = experts.get(row.expert_id)
      if (!expert) return []
      return [
        reply<Schemas['ExpertProgress']>({
          expert: memberOf(expert, { isLeader: row.leader_id === row.expert_id }),
          groupId: row.group_id,
          groupName: row.group_name,
          assigned: row.assigned,
          submitted: row.submitted,
          lastTime: row.last_time,
        }),
      ]
    }),
    totalElements: counted.rows[0]?.total ?? 0,
  }
}
