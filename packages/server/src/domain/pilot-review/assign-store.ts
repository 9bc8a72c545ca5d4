import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound } from '../../errors.ts'
import { momentOf } from '../../runtime/time.ts'
import { type Caller, deptOf } from '../caller.ts'
import { noteStepEvents } from '../flow/notes.ts'
import { tell } from '../messages/tell.ts'
import { pilotBase } from '../pilot-project/base.ts'
import type { Pair } from './assignment.ts'

type Stage = components['schemas']['ReviewStage']

/** A project that is about to be assigned. */
export type Project = Pick<
  Row<'demo_project'>,
  'id' | 'project_name' | 'status' | 'excellent_type_status' | 'province_code'
>

const isReady = (stage: Stage, { status, excellent_type_status: excellent }: Project): boolean =>
  stage === 'PRIMARY'
    ? status === DemoStatus.accepted || status === DemoStatus.inPrimaryReview
    : (status === DemoStatus.primaryPassed && excellent === ExcellentTypeStatus.waitingForExperts) ||
      status === DemoStatus.inExcellentReview

/** @throws HttpError 404, 409 if one of the projects is not at this stage */
export async function readyProjects(trx: Trx, ids: readonly number[], stage: Stage): Promise<Project[]> {
  const rows = await trx
    .selectFrom('demo_project')
    .select(['id', 'project_name', 'status', 'excellent_type_status', 'province_code'])
    .where('id', 'in', [...ids])
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < new Set(ids).size) throw notFound('示范项目')
  const other = rows.find((row) => !isReady(stage, row))
  if (other) throw conflict('E-028', `${other.project_name}当前不能分配专家`)
  return rows
}

/** Stores assignments and moves their projects into the review. Existing assignments stay unchanged. */
export async function storeAssignments(
  trx: Trx,
  pairs: readonly Pair[],
  projects: readonly Project[],
  task: { stage: Stage; groupId: number | null; deadline: string },
  user: Caller,
): Promise<number> {
  const { stage, groupId, deadline } = task
  const made = await trx
    .insertInto('expert_assign')
    .values(
      pairs.map(({ projectId, expertId }) => ({
        project_id: projectId,
        expert_id: expertId,
        stage,
        group_id: groupId,
        deadline: momentOf(deadline).toISOString(),
        create_by: user.username,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .returning(['project_id', 'expert_id'])
    .execute()
  // A leader's confirmation covers only the sheets that existed then.
  if (groupId !== null && made.length > 0)
    await trx.updateTable('expert_group').set({ confirmed_at: null }).where('id', '=', groupId).execute()
  await enterReview(trx, projects, stage, user)
  await tell(trx, 'review.assigned', { users: made.map(({ expert_id }) => expert_id) }, { deadline })
  return made.length
}

async function noteEntering(
  trx: Trx,
  entering: readonly Project[],
  to: Row<'demo_project'>['status'],
  user: Caller,
): Promise<void> {
  await trx
    .insertInto('flow_history')
    .values(
      entering.map(({ id, status, province_code }) => ({
        biz_type: 'DEMO',
        biz_id: id,
        action: 'ASSIGN' as const,
        from_status: status,
        to_status: to,
        org_name: user.orgName,
        user_name: user.realName,
        dept_id: deptOf(user),
        province_code,
      })),
    )
    .execute()
}

async function enterReview(
  trx: Trx,
  projects: readonly Project[],
  stage: Stage,
  user: Caller,
): Promise<void> {
  const to = stage === 'PRIMARY' ? DemoStatus.inPrimaryReview : DemoStatus.inExcellentReview
  const entering = projects.filter(({ status }) => status !== to)
  if (entering.length === 0) return
  const ids = entering.map(({ id }) => id)
  await trx
    .updateTable('demo_project')
    .set({
      status: to,
      ...(stage === 'EXCELLENT' ? { excellent_type_status: ExcellentTypeStatus.scoring } : {}),
      waiting_since: sql<string>`now()`,
      // Later steps of the review keep version and time, because both would reveal them to applicants.
      ...(stage === 'PRIMARY'
        ? {
            version: sql<number>`version + 1`,
            update_by: user.username,
            update_time: sql<string>`now()`,
          }
        : {}),
    })
    .where('id', 'in', ids)
    .execute()
  await noteEntering(trx, entering, to, user)
  const steps = entering.map(({ id, status, province_code }) => ({
    id,
    provinceCode: province_code,
    action: 'ASSIGN',
    from: status,
    to,
    isSealed: stage === 'EXCELLENT',
  }))
  await noteStepEvents(trx, pilotBase, steps, user)
}
