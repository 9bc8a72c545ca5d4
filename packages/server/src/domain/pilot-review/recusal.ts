import { AssignStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { tell } from '../messages/tell.ts'
import { computeConflicts } from './conflict-store.ts'
import { requireGroup } from './groups.ts'

type Draft = components['schemas']['RecusalDraft']

/**
 * Removes the caller from a project at his own request. The project disappears from his view; his draft is deleted.
 * @throws HttpError 404 if it is not his, 409 once he has submitted
 */
export async function declareRecusal(trx: Trx, draft: Draft, user: Caller, now: Date): Promise<void> {
  const task = await trx
    .selectFrom('expert_assign as a')
    .innerJoin('demo_project as p', 'p.id', 'a.project_id')
    .select(['a.id', 'a.status', 'a.group_id', 'p.project_name'])
    .where('a.project_id', '=', draft.projectId)
    .where('a.expert_id', '=', user.id)
    .where('a.stage', '=', draft.stage)
    .executeTakeFirst()
  if (!task || task.status === AssignStatus.recused) throw notFound('评审任务')
  if (task.status === AssignStatus.submitted) throw conflict('E-012', '评分已提交，不能申请回避')
  await trx.deleteFrom('expert_score').where('assign_id', '=', task.id).execute()
  await trx
    .updateTable('expert_assign')
    .set({ status: AssignStatus.recused, must_reassign: false })
    .where('id', '=', task.id)
    .execute()
  await trx
    .insertInto('expert_recusal')
    .values({ project_id: draft.projectId, expert_id: user.id, kind: draft.kind, reason: draft.reason })
    .onConflict((clash) => clash.doNothing())
    .execute()
  if (task.group_id !== null) await computeConflicts(trx, await requireGroup(trx, task.group_id), now)
  await tell(trx, 'review.recused', { kinds: [deptKinds.platform] }, { project: task.project_name })
}
