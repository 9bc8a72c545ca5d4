import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest, conflict, missing, notFound, staleVersion, unprocessable } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { readExperts } from './experts.ts'
import { type Group, groupsInfo, readGroups, requireGroup } from './groups.ts'

type Schemas = components['schemas']
type Draft = Schemas['ExpertGroupDraft']

const FEWEST = 3
const MOST = 15

/** @throws HttpError 422 if one of the accounts is no expert */
async function assertExperts(trx: Trx, ids: readonly number[]): Promise<void> {
  const known = await readExperts(trx, sql<boolean>`u.id = any(${[...ids]}::bigint[])`)
  if (known.length < new Set(ids).size)
    throw unprocessable('E-003', '所给账号不是启用的评审专家', 'expertIds')
}

/** @throws HttpError 400 if a group has too few or too many experts, or its leader is not among them */
function assertMembers(ids: readonly number[], leaderId: number): void {
  if (ids.length < FEWEST || ids.length > MOST)
    throw badRequest('E-001', `专家组须有 ${FEWEST} 至 ${MOST} 位专家`, 'expertIds')
  if (!ids.includes(leaderId)) throw badRequest('E-001', '组长须为组内专家', 'leaderId')
}

/**
 * Adds projects to a group in its stage.
 * @throws HttpError 404, 409 if one belongs to another group of the stage or another batch
 */
export async function giveProjects(
  trx: Trx,
  group: Pick<Group, 'id' | 'stage' | 'batch_year' | 'batch_no'>,
  ids: readonly number[],
): Promise<void> {
  const found = await trx
    .selectFrom('demo_project as p')
    .leftJoin('expert_group_project as g', (join) =>
      join.onRef('g.project_id', '=', 'p.id').on('g.stage', '=', group.stage),
    )
    .select(['p.id', 'p.project_name', 'p.batch_year', 'p.batch_no', 'g.group_id'])
    .where('p.id', 'in', [...ids])
    .where('p.deleted', '=', false)
    .execute()
  if (found.length < new Set(ids).size) throw notFound('示范项目')
  for (const { project_name, batch_year, batch_no, group_id } of found) {
    if (batch_year !== group.batch_year || batch_no !== group.batch_no)
      throw conflict('E-002', `${project_name}不属于本批次`)
    if (group_id !== null && group_id !== group.id) throw conflict('E-002', `${project_name}已属于其他专家组`)
  }
  const rows = [...new Set(ids)].map((id) => ({ stage: group.stage, project_id: id, group_id: group.id }))
  await trx
    .insertInto('expert_group_project')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

async function addMembers(trx: Trx, groupId: number, ids: readonly number[], from: number): Promise<void> {
  await trx
    .insertInto('expert_group_member')
    .values(ids.map((id, at) => ({ group_id: groupId, user_id: id, sort: from + at })))
    .execute()
}

async function makeGroup(trx: Trx, draft: Draft, user: Caller): Promise<number> {
  const { groupName, batchYear, batchNo, stage, leaderId, expertIds } = draft
  if (!groupName) throw missing('groupName', '组名')
  if (batchYear === undefined) throw missing('batchYear', '年度')
  if (batchNo === undefined) throw missing('batchNo', '批次')
  if (!stage) throw missing('stage', '评审阶段')
  if (leaderId === undefined) throw missing('leaderId', '组长')
  assertMembers(expertIds, leaderId)
  const group = { stage, batch_year: batchYear, batch_no: batchNo }
  const { id } = await trx
    .insertInto('expert_group')
    .values({
      ...group,
      group_name: groupName,
      leader_id: leaderId,
      tech_types: draft.techTypes ?? [],
      create_by: user.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMembers(trx, id, expertIds, 0)
  if (draft.projectIds?.length) await giveProjects(trx, { id, ...group }, draft.projectIds)
  return id
}

/** Adds experts to a group, and projects where they are given. */
async function extendGroup(trx: Trx, id: number, draft: Draft, user: Caller): Promise<void> {
  const group = await requireGroup(trx, id)
  const leaderId = draft.leaderId ?? group.leader_id
  const added = draft.expertIds.filter((each) => !group.memberIds.includes(each))
  const isMoreOf = (list: readonly number[] | undefined) => (list?.length ?? 0) > 0
  if (added.length === 0 && !isMoreOf(draft.projectIds) && draft.leaderId === undefined)
    throw conflict('E-001', '所给专家已在组内')
  assertMembers([...group.memberIds, ...added], leaderId)
  const { numUpdatedRows } = await trx
    .updateTable('expert_group')
    .set({
      leader_id: leaderId,
      group_name: draft.groupName ?? group.group_name,
      tech_types: draft.techTypes ?? group.tech_types,
      confirmed_at: null,
      version: sql<number>`version + 1`,
      update_by: user.username,
      update_time: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('version', '=', draft.version ?? -1)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw staleVersion()
  if (added.length > 0) await addMembers(trx, id, added, group.memberIds.length)
  if (draft.projectIds?.length) await giveProjects(trx, group, draft.projectIds)
}

/** Creates a group, or adds experts to an existing one. */
export async function saveGroup(trx: Trx, draft: Draft, user: Caller): Promise<Schemas['ExpertGroup']> {
  await assertExperts(trx, draft.expertIds)
  const id = draft.id ?? (await makeGroup(trx, draft, user))
  if (draft.id !== undefined) await extendGroup(trx, id, draft, user)
  const [info] = await groupsInfo(trx, await readGroups(trx, sql<boolean>`g.id = ${id}`))
  if (!info) throw notFound('专家组')
  return info
}

async function deleteGroup(trx: Trx, group: Group): Promise<void> {
  if (group.memberIds.length > 0) throw conflict('E-004', '组内还有专家，不能删除')
  const used = await trx
    .selectFrom('expert_assign')
    .select('id')
    .where('group_id', '=', group.id)
    .limit(1)
    .execute()
  if (used.length > 0) throw conflict('E-004', '专家组已有评审记录，不能删除')
  await trx.deleteFrom('expert_group_project').where('group_id', '=', group.id).execute()
  await trx.deleteFrom('conflict_state').where('group_id', '=', group.id).execute()
  await trx.deleteFrom('assign_plan').where('group_id', '=', group.id).execute()
  await trx.deleteFrom('expert_group').where('id', '=', group.id).execute()
}

/**
 * Removes experts from a group, or a group without experts. What an expert has not submitted goes with him.
 * @throws HttpError 404, 409 once one of them has submitted a sheet
 */
export async function deleteGroupExperts(
  trx: Trx,
  { groupId, expertIds }: Schemas['GroupExpertRemoval'],
  user: Caller,
): Promise<void> {
  const group = await requireGroup(trx, groupId)
  if (!expertIds) return deleteGroup(trx, group)
  if (expertIds.some((id) => !group.memberIds.includes(id))) throw notFound('组内专家')
  const own = () =>
    trx.selectFrom('expert_assign').where('group_id', '=', groupId).where('expert_id', 'in', expertIds)
  const submitted = await own().select('id').where('status', '=', AssignStatus.submitted).limit(1).execute()
  if (submitted.length > 0) throw conflict('E-004', '专家已提交评分，不能移除')
  const open = await own().select('id').where('status', '<>', AssignStatus.recused).execute()
  const ids = open.map(({ id }) => id)
  if (ids.length > 0) {
    await trx.deleteFrom('expert_score').where('assign_id', 'in', ids).execute()
    await trx.deleteFrom('expert_assign').where('id', 'in', ids).execute()
  }
  await trx
    .deleteFrom('expert_group_member')
    .where('group_id', '=', groupId)
    .where('user_id', 'in', expertIds)
    .execute()
  const [next] = group.memberIds.filter((id) => !expertIds.includes(id))
  await trx
    .updateTable('expert_group')
    .set({
      leader_id: expertIds.includes(group.leader_id) && next !== undefined ? next : group.leader_id,
      confirmed_at: null,
      version: sql<number>`version + 1`,
      update_by: user.username,
      update_time: sql<string>`now()`,
    })
    .where('id', '=', groupId)
    .execute()
}
