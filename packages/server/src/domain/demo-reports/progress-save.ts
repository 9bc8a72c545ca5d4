import { DemoStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { quarterAfter, quarterOf } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import { conflict, missing } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { DemoRecord } from '../demo-project/query.ts'
import { requireWindow } from '../fill-time/closure.ts'
import type { Means, Taken } from '../review/record-step.ts'
import { assertFiles } from './evidence.ts'
import { assertProgress, type ProgressGround } from './progress-check.ts'
import { type ProgressContent, type ProgressRow, progressBefore } from './progress-rows.ts'
import { beginStep, contentOf, type ReportKey, type ReportStep, takeStep } from './report-step.ts'
import { stationUsage } from './station-usage.ts'

type Schemas = components['schemas']
type Request = Schemas['ProgressRequest']
type Period = Required<ReportKey>

/** @throws HttpError 400 without a quarter */
function quarterKey({ quarter, ...key }: ReportKey): Period {
  if (quarter === undefined) throw missing('quarter', '季度')
  return { ...key, quarter }
}

async function planOf(trx: Trx, projectId: number): Promise<Schemas['DemoImplementationFields']> {
  const part = await trx
    .selectFrom('demo_part')
    .select('content')
    .where('project_id', '=', projectId)
    .where('part', '=', 'IMPLEMENTATION')
    .executeTakeFirst()
  return (part?.content ?? {}) as Schemas['DemoImplementationFields'] // by its part
}

/** Loads the data that a report is checked against: the plan and the previous report. */
async function groundOf(trx: Trx, project: DemoRecord, key: Period, now: Date): Promise<ProgressGround> {
  const { milestones = [] } = await planOf(trx, project.id)
  const before = await progressBefore(trx, key)
  const last = quarterAfter(key, -1)
  const first = project.announce_date ? quarterOf(project.announce_date) : key
  const isFirst = key.year * 4 + key.quarter <= first.year * 4 + first.quarter
  const isThere = before?.year === last.year && before.quarter === last.quarter
  const labelOf = ({ year, quarter }: { year: number; quarter: number }) => `${year}年第${quarter}季度`
  return {
    period: { year: key.year, quarter: key.quarter },
    milestones,
    previous: before && { label: labelOf(before), content: before.content },
    missingQuarter: isFirst || isThere ? undefined : labelOf(last),
    today: day(now),
  }
}

/** Writes the reported dates into the plan's milestones. */
async function keepDates(trx: Trx, row: ProgressRow): Promise<void> {
  const reported = new Map(row.content.milestones?.map((each) => [each.milestoneId, each]))
  if (reported.size === 0) return
  const plan = await planOf(trx, row.demo_project_id)
  const milestones = plan.milestones?.map((milestone) => {
    const report = reported.get(milestone.id ?? 0)
    return {
      ...milestone,
      ...(report?.actualDate ? { actualDate: report.actualDate } : {}),
      ...(report?.progressPct === undefined ? {} : { progressPct: report.progressPct }),
    }
  })
  await trx
    .updateTable('demo_part')
    .set({ content: JSON.stringify({ ...plan, milestones }) })
    .where('project_id', '=', row.demo_project_id)
    .where('part', '=', 'IMPLEMENTATION')
    .execute()
}

/** Returns the author's content with the figures that the platform supplies. @throws HttpError 400, 409 or 423 */
async function written(
  trx: Trx,
  { project, before, key }: ReportStep<'PROGRESS'>,
  request: Request,
  { user, now }: Means,
): Promise<ProgressContent> {
  if (project.status !== DemoStatus.announced) throw conflict('N-004', '项目当前不报送进展')
  const period = quarterKey(key)
  await requireWindow(trx, 'DEMO_PROGRESS', user, now, period)
  const usage = await stationUsage(trx, project, period)
  const content = { ...contentOf(request), ...(usage ? { usage } : {}) }
  const stage = request.action === 'SUBMIT' ? 'submit' : 'draft'
  assertProgress(content, stage, await groundOf(trx, project, period, now))
  const kept = before?.content.photoIds ?? []
  const photos = { ids: content.photoIds ?? [], kept, bizType: 'PROGRESS_PHOTO', field: 'photoIds' } as const
  await assertFiles(trx, photos, user)
  return content
}

/** Saves, submits or reviews a report. @throws HttpError 400, 403, 404, 409 or 423 */
export async function saveProgress(trx: Trx, request: Request, means: Means): Promise<Taken> {
  const { action } = request
  const step = await beginStep(trx, 'PROGRESS', request, means)
  const { before } = step
  const isWriting = action === 'SAVE' || action === 'SUBMIT'
  const content = isWriting ? await written(trx, step, request, means) : (before?.content ?? {})
  const isKept = action === 'CONFIRM' && before !== undefined && (before.content.milestones ?? []).length > 0
  // A confirmation that writes dates into the plan cannot be undone. To correct them, the report must be reopened.
  const taken = await takeStep(
    trx,
    { ...step, content },
    request,
    isKept ? { ...means, undoSeconds: 0 } : means,
  )
  if (isKept) await keepDates(trx, before)
  return taken
}
