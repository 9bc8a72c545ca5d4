import { AssignStatus, DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { countWords, FEEDBACK_LENGTH } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { reply } from '../reply.ts'
import type { DemoFlowRequest, PilotRefusal } from './flow-request.ts'
import type { PilotAction } from './flow-table.ts'
import type { PilotRecord } from './query.ts'
import { sightOf, viewerOf } from './sight.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']
type Feedback = Schemas['DemoReviewFeedback']

/** The steps that need feedback, with the stage that they end. */
const STAGE_OF: Readonly<Partial<Record<PilotAction, Stage>>> = {
  PRIMARY_FAIL: 'PRIMARY',
  EXCELLENT_FAIL: 'EXCELLENT',
}

/** Words counts of conclusions, such as 建议通过 2，修改后通过 1. */
export const conclusionWords = (conclusions: readonly Schemas['StatusCount'][]): string =>
  conclusions.map(({ label, count }) => `${label} ${count}`).join('，')

/** The feedback of the projects that have a result at a stage; null where none was written. */
async function feedbackOf(db: Db, stage: Stage, ids: readonly number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('demo_result')
    .select(['project_id', 'feedback'])
    .where('stage', '=', stage)
    .where('project_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ project_id, feedback }) => [project_id, feedback]))
}

const textsOf = ({ feedback = [] }: DemoFlowRequest): Map<number, string> =>
  new Map(feedback.map(({ id, text }) => [id, text.trim()]))

/** Refusals of projects that fail without feedback. A project that nobody scored needs none. */
export async function feedbackRefusals(
  db: Db,
  ids: readonly number[],
  request: DemoFlowRequest,
): Promise<Map<number, PilotRefusal>> {
  const stage = STAGE_OF[request.action]
  if (!stage) return new Map()
  const texts = textsOf(request)
  const lacking = ids.filter((id) => countWords(texts.get(id) ?? '') < FEEDBACK_LENGTH.words)
  const judged = await feedbackOf(db, stage, lacking)
  const message = `请写明评审反馈意见，不少于 ${FEEDBACK_LENGTH.words} 字`
  return new Map(
    [...judged.keys()].map((id) => [
      id,
      { code: 'M-022', message, errors: [{ field: 'feedback', code: 'M-022', message }] },
    ]),
  )
}

/** Stores the feedback of failed projects beside their results: the projects themselves must not show that they failed. */
export async function storeFeedback(
  trx: Trx,
  ids: readonly number[],
  request: DemoFlowRequest,
  user: Caller,
): Promise<void> {
  const stage = STAGE_OF[request.action]
  if (!stage) return
  const rows = [...textsOf(request)].flatMap(([id, text]) => (text && ids.includes(id) ? [{ id, text }] : []))
  await sql`
    update demo_result r set feedback = x.text, feedback_by = ${user.username}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as x(id bigint, text text)
    where r.project_id = x.id and r.stage = ${stage}`.execute(trx)
}

async function countsOf(db: Db, projectId: number, stage: Stage): Promise<Schemas['StatusCount'][]> {
  const { rows } = await sql<{ value: string; count: number }>`
    select s.conclusion as value, count(*)::integer as count
    from expert_assign a join expert_score s on s.assign_id = a.id
    where a.project_id = ${projectId} and a.stage = ${stage} and a.status = ${AssignStatus.submitted}
      and s.conclusion is not null
    group by 1 order by 1`.execute(db)
  return rows.map((row) => ({ ...row, label: labelIn('review_result', row.value) }))
}

const hasFailed = ({ status, excellent_type_status }: PilotRecord): boolean =>
  status === DemoStatus.primaryFailed ||
  (status === DemoStatus.notSelected && excellent_type_status === ExcellentTypeStatus.notSelected)

const WITH_PLACE: readonly DemoStatus[] = [DemoStatus.shortlisted, DemoStatus.announced, DemoStatus.quit]

/** Whether the caller may read the feedback. Of the offices below the nation only the one that recommended may. */
function mayRead(user: Caller, row: PilotRecord): boolean {
  const fact = hasFailed(row) ? 'FEEDBACK' : 'CONCLUSIONS'
  if (sightOf(user, row, fact) !== 'ALL') return false
  return viewerOf(user, row) !== 'RECOMMENDER' || row.recommend_org_id === user.orgId
}

/** The review of a project for its applicant and its recommender: counts of conclusions, and feedback if it was not selected. */
export async function reviewFeedbackOf(
  db: Db,
  row: PilotRecord,
  user: Caller,
): Promise<Feedback | undefined> {
  const failed = hasFailed(row)
  if ((!failed && !WITH_PLACE.includes(row.status)) || !mayRead(user, row)) return undefined
  const stage: Stage = row.status === DemoStatus.primaryFailed ? 'PRIMARY' : 'EXCELLENT'
  const feedback = (await feedbackOf(db, stage, [row.id])).get(row.id)
  if (feedback === undefined) return undefined
  const conclusions = await countsOf(db, row.id, stage)
  return reply<Feedback>({
    stage,
    conclusions,
    conclusionText: conclusionWords(conclusions),
    feedback: failed ? feedback : undefined,
  })
}
