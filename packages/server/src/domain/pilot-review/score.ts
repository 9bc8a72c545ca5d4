import { randomBytes } from 'node:crypto'
import { AssignStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound, staleVersion } from '../../errors.ts'
import { momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { newCode } from '../files/codes.ts'
import { reply } from '../reply.ts'
import { conflictsNow } from './assign.ts'
import { UNITS_PER_POINT } from './points.ts'
import { leafOf, NONCE_BYTES } from './seal.ts'
import { assertBounds, assertComplete, totalOf } from './sheet-check.ts'
import { sheetIndices } from './sheet-indices.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']
/** Request body of both stages. `recommend` belongs to the excellence review. */
export type ScoreDraft = Schemas['ExcellentScoreDraft']
export type Score = Schemas['ExcellentScore']
export type ScoreRow = Row<'expert_score'>

interface Task {
  id: number
  status: Schemas['AssignStatus']
  deadline: string
  group_id: number | null
  tech_type: string | null
  stop_code: string | null
  must_reassign: boolean
}

/** Refusal of a task whose expert has a conflict of interest. */
export const stopped = (code: string): string => `该项目与您存在利害关系（${code}），已停止评分`

/** A sheet as its own expert sees it. */
export function scoreInfo(
  row: ScoreRow,
  task: { projectId: number; expertId: number; status: Schemas['AssignStatus'] },
): Score {
  return reply<Score>({
    id: row.assign_id,
    version: row.version,
    projectId: task.projectId,
    expertId: task.expertId,
    items: row.items,
    conclusion: row.conclusion,
    opinion: row.opinion,
    recommend: row.recommend,
    submitted: row.submitted,
    sequence: row.sequence,
    totalScore: row.total / UNITS_PER_POINT,
    assignStatus: task.status,
    submitTime: row.submit_time,
    receiptCode: row.receipt_code,
    catalogueVersion: row.catalogue_version,
    createTime: row.create_time,
    updateTime: row.update_time,
  })
}

/** The caller's task, locked together with the project. @throws HttpError 404, 409 once submitted or in conflict */
async function openTask(trx: Trx, stage: Stage, projectId: number, user: Caller): Promise<Task> {
  const { rows } = await sql<Task>`
    select a.id, a.status, a.deadline, a.group_id, a.must_reassign, p.tech_type,
      (select h.code from conflict_hit h where h.project_id = a.project_id and h.expert_id = a.expert_id
        and h.decision is distinct from 'CLEARED' order by h.code limit 1) as stop_code
    from expert_assign a join demo_project p on p.id = a.project_id
    where a.stage = ${stage} and a.project_id = ${projectId} and a.expert_id = ${user.id}
      and a.status <> ${AssignStatus.recused} for update of a`.execute(trx)
  const [task] = rows
  if (!task) throw notFound('评审任务')
  if (task.status === AssignStatus.submitted) throw conflict('E-013', '评分已提交，不能修改')
  if (task.must_reassign) throw conflict('E-018', stopped(task.stop_code ?? 'C-01'))
  return task
}

/** @throws HttpError 409 if the draft is based on an older version. A device's own number replaces the version. */
function assertCurrent(draft: ScoreDraft, stored: ScoreRow | undefined): void {
  if (draft.sequence !== undefined) return
  if (stored ? draft.version !== stored.version : draft.version !== undefined) throw staleVersion()
}

const isOlder = (draft: ScoreDraft, stored: ScoreRow): boolean =>
  !draft.submitted && draft.sequence !== undefined && draft.sequence <= stored.sequence

/** @throws HttpError 409 with the projects already recommended, if one more would exceed the quota of the group */
async function assertQuota(trx: Trx, task: Task, user: Caller): Promise<void> {
  const { rows } = await sql<{ quota: number | null; project_name: string }>`
    select g.quota, p.project_name from expert_assign a join expert_score s on s.assign_id = a.id
      join expert_group g on g.id = a.group_id join demo_project p on p.id = a.project_id
    where a.group_id = ${task.group_id} and a.expert_id = ${user.id} and s.recommend and a.id <> ${task.id}
    order by p.demo_code for update of a`.execute(trx)
  const quota =
    rows[0]?.quota ??
    (
      await trx
        .selectFrom('expert_group')
        .select('quota')
        .where('id', '=', task.group_id ?? 0)
        .executeTakeFirst()
    )?.quota ??
    0
  if (rows.length < quota) return
  const names = rows.map(({ project_name }) => project_name).join('、')
  throw conflict('E-017', `推荐数超过名额：本组可推荐 ${quota} 项`, [
    { field: 'recommend', message: names === '' ? `本组可推荐 ${quota} 项` : `已推荐：${names}` },
  ])
}

/** @throws HttpError 409 after the deadline, or if a comparison now finds a conflict of interest */
async function assertSubmittable(
  trx: Trx,
  task: Task,
  draft: ScoreDraft,
  user: Caller,
  now: Date,
): Promise<void> {
  if (momentOf(task.deadline) < now)
    throw conflict('E-019', `评审已于 ${task.deadline.slice(0, 16)} 截止，请联系平台延期`)
  const [reason] = (await conflictsNow(trx, [user.id], [draft.projectId], now)).values()
  if (reason) throw conflict('E-018', stopped(reason.code))
}

/** Computes the seal of a sheet: a digest of its content and a random number. */
function sealOf(
  stage: Stage,
  row: Pick<ScoreRow, 'items' | 'conclusion' | 'opinion' | 'recommend' | 'total' | 'catalogue_version'>,
  ids: { projectId: number; expertId: number },
) {
  const nonce = randomBytes(NONCE_BYTES)
  return { nonce: nonce.toString('hex'), leaf: leafOf(sheetOf(stage, row, ids), nonce).toString('hex') }
}

/** Returns the content of a sheet that its digest covers. */
export const sheetOf = (
  stage: Stage,
  row: Pick<ScoreRow, 'items' | 'conclusion' | 'opinion' | 'recommend' | 'total' | 'catalogue_version'>,
  { projectId, expertId }: { projectId: number; expertId: number },
): Record<string, unknown> => ({
  stage,
  projectId,
  expertId,
  items: [...row.items].sort((a, b) => a.indexId - b.indexId),
  conclusion: row.conclusion,
  opinion: row.opinion,
  recommend: row.recommend,
  total: row.total,
  catalogueVersion: row.catalogue_version,
})

/** Marks a project as scored once all its sheets in the excellence review are in. Its version stays. */
async function finishProject(trx: Trx, projectId: number): Promise<void> {
  await sql`
    update demo_project p set excellent_type_status = ${ExcellentTypeStatus.scored}
    where p.id = ${projectId} and p.excellent_type_status = ${ExcellentTypeStatus.scoring}
      and not exists (select 1 from expert_assign a where a.project_id = p.id and a.stage = 'EXCELLENT'
        and a.status in (${AssignStatus.waiting}, ${AssignStatus.reviewing}))`.execute(trx)
}

async function writeSheet(
  trx: Trx,
  draft: ScoreDraft,
  { task, stage, version, user, now }: { task: Task; stage: Stage; version: number; user: Caller; now: Date },
): Promise<ScoreRow> {
  const items = draft.items ?? []
  const content = {
    items,
    conclusion: draft.conclusion ?? null,
    opinion: draft.opinion ?? null,
    recommend: stage === 'EXCELLENT' ? (draft.recommend ?? null) : null,
    total: totalOf(items),
    catalogue_version: version,
  }
  const ids = { projectId: draft.projectId, expertId: user.id }
  const stored = {
    ...content,
    items: JSON.stringify(items),
    sequence: draft.sequence ?? 0,
    submitted: draft.submitted,
    ...(draft.submitted
      ? { ...sealOf(stage, content, ids), receipt_code: newCode(), submit_time: now.toISOString() }
      : {}),
    update_by: user.username,
    update_time: sql<string>`now()`,
  }
  return trx
    .insertInto('expert_score')
    .values({ ...stored, assign_id: task.id, create_by: user.username })
    .onConflict((clash) =>
      clash.column('assign_id').doUpdateSet({ ...stored, version: sql<number>`expert_score.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Saves the caller's sheet, or submits it, which locks and seals it. A queued draft that is older than the stored one
 * changes nothing; the reply is the stored one.
 */
export async function saveScore(
  trx: Trx,
  stage: Stage,
  draft: ScoreDraft,
  user: Caller,
  now: Date,
): Promise<Score> {
  const task = await openTask(trx, stage, draft.projectId, user)
  const stored = await trx
    .selectFrom('expert_score')
    .selectAll()
    .where('assign_id', '=', task.id)
    .executeTakeFirst()
  const ids = { projectId: draft.projectId, expertId: user.id }
  if (stored && isOlder(draft, stored))
    return { ...scoreInfo(stored, { ...ids, status: task.status }), stale: true }
  assertCurrent(draft, stored)
  const { indices, version } = await sheetIndices(trx, {
    stage,
    techType: task.tech_type,
    projectId: draft.projectId,
    version: stored?.catalogue_version,
  })
  assertBounds(draft.items ?? [], indices)
  if (stage === 'EXCELLENT' && draft.recommend) await assertQuota(trx, task, user)
  if (draft.submitted) {
    await assertSubmittable(trx, task, draft, user, now)
    assertComplete({ ...draft, items: draft.items ?? [] }, indices, stage === 'EXCELLENT')
  }
  const row = await writeSheet(trx, draft, { task, stage, version, user, now })
  const status = draft.submitted ? AssignStatus.submitted : AssignStatus.reviewing
  await trx.updateTable('expert_assign').set({ status }).where('id', '=', task.id).execute()
  if (draft.submitted && stage === 'EXCELLENT') await finishProject(trx, draft.projectId)
  return scoreInfo(row, { ...ids, status })
}
