import { AssignStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { handedIn, pageWhere } from './page.ts'
import { pilotRow } from './row.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['getPlatformProjectPage']['parameters']['query']>

interface Assigned {
  project_id: number
  user_id: number
  real_name: string
  title: string | null
  work_unit: string | null
  status: Schemas['AssignStatus']
  deadline: string
}

/** Experts of the primary review of projects, without those who withdrew. */
async function assignedTo(db: Db, ids: readonly number[]): Promise<Assigned[]> {
  const { rows } = await sql<Assigned>`
    select a.project_id, a.expert_id as user_id, u.real_name, e.title, e.work_unit, a.status, a.deadline
    from expert_assign a join app_user u on u.id = a.expert_id left join expert_profile e on e.user_id = a.expert_id
    where a.stage = 'PRIMARY' and a.status <> ${AssignStatus.recused} and a.project_id = any(${[...ids]}::bigint[])
    order by a.project_id, a.id`.execute(db)
  return rows
}

/** Returns a page of the projects that were recommended, with the experts of their primary review. */
export async function platformPage(
  db: Db,
  { assigned, techType, ...query }: Query,
  user: Caller,
  now: Date,
): Promise<Schemas['PlatformDemoPage']> {
  const isAssigned = sql<boolean>`exists (select 1 from expert_assign a where a.project_id = p.id
    and a.stage = 'PRIMARY' and a.status <> ${AssignStatus.recused})`
  const { rows, total } = await pageWhere(
    db,
    { ...query, ...(techType ? { techType: [techType] } : {}) },
    user,
    now,
    all([handedIn(user), ...(assigned === undefined ? [] : [sql<boolean>`${isAssigned} = ${assigned}`])]),
  )
  const experts = await assignedTo(
    db,
    rows.map(({ id }) => id),
  )
  return {
    content: rows.map((row) => {
      const own = experts.filter(({ project_id }) => project_id === row.id)
      return reply<Schemas['PlatformDemoRow']>({
        ...pilotRow(row, user),
        assigned: own.length,
        submitted: own.filter(({ status }) => status === AssignStatus.submitted).length,
        experts: own.map(({ user_id, real_name, title, work_unit }) =>
          reply<Schemas['ReviewExpert']>({
            userId: user_id,
            realName: real_name,
            title,
            workUnit: work_unit,
          }),
        ),
        deadline: own
          .map(({ deadline }) => deadline)
          .sort()
          .at(-1),
      })
    }),
    totalElements: total,
  }
}
