import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, codeOf } from '../caller.ts'
import { duties, type Item, type TaskType } from './duties.ts'
import { visiblePilots } from './scope.ts'

type Schemas = components['schemas']

/** Returns the caller's own reviews: open or finished ones. */
async function reviews(db: Db, user: Caller, isDone: boolean): Promise<Item[]> {
  const done = [AssignStatus.submitted, AssignStatus.recused]
  const { rows } = await sql<{
    project_id: number
    stage: Schemas['ReviewStage']
    status: Schemas['AssignStatus']
    deadline: string
    since: string
    done_at: string | null
  }>`
    select a.project_id, a.stage, a.status, a.deadline, a.create_time as since,
      coalesce(s.submit_time, (select r.time from expert_recusal r
        where r.project_id = a.project_id and r.expert_id = a.expert_id)) as done_at
    from expert_assign a left join expert_score s on s.assign_id = a.id
    where a.expert_id = ${user.id} and (a.status = any(${done}::text[])) = ${isDone}`.execute(db)
  return rows.map((row) => ({
    type: row.stage === 'PRIMARY' ? 'PRIMARY_REVIEW' : 'EXCELLENT_REVIEW',
    id: row.project_id,
    assign: row.status,
    deadline: isDone ? undefined : row.deadline,
    since: row.since,
    doneAt: isDone ? (row.done_at ?? row.since) : undefined,
  }))
}

const TYPE_OF: Readonly<Record<string, TaskType>> = { ENT: 'APPLY', PRV: 'RECOMMEND', CEN: 'RECOMMEND' }

const TYPE_OF_ACTION: Readonly<Record<string, TaskType>> = {
  RETURN: 'ACCEPT',
  READ: 'ACCEPT',
  ACCEPT: 'ACCEPT',
  ASSIGN: 'ASSIGN',
}

/** The last step of the caller's office on each project. */
async function dealtWith(db: Db, user: Caller): Promise<Item[]> {
  const { rows } = await sql<{ id: number; action: string; time: string }>`
    select distinct on (h.biz_id) h.biz_id as id, h.action, h.time from flow_history h
    join demo_project p on p.id = h.biz_id
    where h.biz_type = 'DEMO' and h.org_name = ${user.orgName} and h.dept_id = ${user.deptId} and not h.undone
      and ${visiblePilots(user)}
    order by h.biz_id, h.id desc`.execute(db)
  return rows.map(({ id, action, time }) => ({
    id,
    type: TYPE_OF[codeOf(user) ?? ''] ?? TYPE_OF_ACTION[action] ?? 'RESULT',
    doneAt: time,
  }))
}

/** Returns the caller's open tasks on applications and their review. */
export const openTasks = (db: Db, user: Caller, now: Date): Promise<Item[]> =>
  codeOf(user) === 'EXP' ? reviews(db, user, false) : duties(db, user, now)

/** Returns the finished tasks of the caller, or of his office, on applications and their review. */
export const doneTasks = (db: Db, user: Caller): Promise<Item[]> =>
  codeOf(user) === 'EXP' ? reviews(db, user, true) : dealtWith(db, user)
