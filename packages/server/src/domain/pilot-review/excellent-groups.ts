import { AssignStatus, DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { all, pageAmong } from '../../db/sql.ts'
import { conflict, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { projectNames } from './conflict-view.ts'
import { giveProjects } from './group-write.ts'
import { type Group, groupsInfo, readGroups, requireGroup } from './groups.ts'
import { sealedOrder } from './sealed-order.ts'

type Schemas = components['schemas']
type ExcellentGroup = Schemas['ExcellentGroup']
type GroupQuery = NonNullable<operations['getExcellentGroupPage']['parameters']['query']>

interface Counts {
  assigned: number
  submitted: number
}

async function countsOf(db: Db, ids: readonly number[]): Promise<Map<number, Counts>> {
  const { rows } = await sql<Counts & { id: number }>`
    select group_id as id, count(*) as assigned, count(*) filter (where status = ${AssignStatus.submitted}) as submitted
    from expert_assign where group_id = any(${[...ids]}::bigint[]) and status <> ${AssignStatus.recused}
    group by group_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function infosOf(db: Db, groups: readonly Group[]): Promise<ExcellentGroup[]> {
  const names = await projectNames(
    db,
    groups.flatMap(({ projectIds }) => projectIds),
  )
  const counts = await countsOf(
    db,
    groups.map(({ id }) => id),
  )
  const infos = await groupsInfo(db, groups)
  return groups.flatMap((group, at) => {
    if (group.excellent_type === null || group.quota === null) return []
    return [
      reply<ExcellentGroup>({
        id: group.id,
        version: group.version,
        groupId: group.id,
        groupName: group.group_name,
        batchYear: group.batch_year,
        batchNo: group.batch_no,
        excellentType: group.excellent_type,
        quota: group.quota,
        projects: group.projectIds.flatMap((id) => {
          const project = names.get(id)
          return project ? [{ id, projectName: project.project_name }] : []
        }),
        experts: infos[at]?.experts,
        assigned: counts.get(group.id)?.assigned ?? 0,
        submitted: counts.get(group.id)?.submitted ?? 0,
        createBy: group.create_by,
        createTime: group.create_time,
        updateBy: group.update_by,
        updateTime: group.update_time,
      }),
    ]
  })
}

/** Projects that leave a group wait for another. */
async function releaseProjects(trx: Trx, group: Group): Promise<void> {
  if (group.projectIds.length === 0) return
  await trx.deleteFrom('expert_group_project').where('group_id', '=', group.id).execute()
  await trx
    .updateTable('demo_project')
    .set({ excellent_type: null, excellent_type_status: ExcellentTypeStatus.waitingForGroup })
    .where('id', 'in', group.projectIds)
    .execute()
}

/** @throws HttpError 404, 409 if one of the projects has not passed the primary review or belongs to another group */
async function takeProjects(trx: Trx, group: Group, draft: Schemas['ExcellentGroupDraft']): Promise<void> {
  const rows = await trx
    .selectFrom('demo_project')
    .select(['id', 'project_name', 'status', 'excellent_type_status'])
    .where('id', 'in', draft.projectIds)
    .where('deleted', '=', false)
    .execute()
  if (rows.length < new Set(draft.projectIds).size) throw notFound('示范项目')
  const other = rows.find(
    ({ status, excellent_type_status }) =>
      status !== DemoStatus.primaryPassed || excellent_type_status !== ExcellentTypeStatus.waitingForGroup,
  )
  if (other) throw conflict('E-028', `${other.project_name}不在待分组状态`)
  await giveProjects(trx, group, draft.projectIds)
  await trx
    .updateTable('demo_project')
    .set({
      excellent_type: draft.excellentType,
      excellent_type_status: ExcellentTypeStatus.waitingForExperts,
    })
    .where('id', 'in', draft.projectIds)
    .execute()
}

/** Sets the projects, kind and places of an excellence group. They can be replaced until experts are assigned. */
export async function saveExcellentGroup(
  trx: Trx,
  draft: Schemas['ExcellentGroupDraft'],
  user: Caller,
): Promise<ExcellentGroup> {
  const group = await requireGroup(trx, draft.groupId)
  if (group.stage !== 'EXCELLENT') throw conflict('E-028', '该专家组不是优选阶段的')
  const [counts] = (await countsOf(trx, [group.id])).values()
  if (counts) throw conflict('E-028', '已分配专家的分组不能再改')
  if (group.quota !== null && draft.version !== group.version) throw staleVersion()
  await releaseProjects(trx, group)
  await takeProjects(trx, group, draft)
  await trx
    .updateTable('expert_group')
    .set({
      excellent_type: draft.excellentType,
      quota: draft.quota,
      version: sql<number>`version + 1`,
      update_by: user.username,
      update_time: sql<string>`now()`,
    })
    .where('id', '=', group.id)
    .execute()
  const [info] = await infosOf(trx, await readGroups(trx, sql<boolean>`g.id = ${group.id}`))
  if (!info) throw notFound('优选分组')
  return info
}

/** Returns a page of the excellence groups that have their projects. */
export async function pageExcellentGroups(db: Db, query: GroupQuery): Promise<Schemas['ExcellentGroupPage']> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`g.stage = 'EXCELLENT' and g.quota is not null`]
  if (query.batchYear !== undefined) parts.push(sql<boolean>`g.batch_year = ${query.batchYear}`)
  if (query.batchNo !== undefined) parts.push(sql<boolean>`g.batch_no = ${query.batchNo}`)
  const { rows } = await sql<{ id: number }>`
    select g.id from expert_group g where ${all(parts)}
    order by ${sealedOrder({ groupName: 'g.group_name', createTime: 'g.create_time' }, query.sort, sql`g.id`)}`.execute(
    db,
  )
  const ids = pageAmong(rows, query).map(({ id }) => id)
  const groups = await readGroups(db, sql<boolean>`g.id = any(${ids}::bigint[])`)
  const inOrder = ids.flatMap((id) => groups.find((group) => group.id === id) ?? [])
  return { content: await infosOf(db, inOrder), totalElements: rows.length }
}
