import type { components } from '@xinchu/contract/schema'
import { firstDueQuarter, quarterAfter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { missing } from '../../../errors.ts'
import { day } from '../../../runtime/time.ts'
import type { StepContext } from '../../flow/step.ts'
import type { PilotRecord } from '../../pilot-project/query.ts'
import { assertFiles } from '../../pilot-reports/evidence.ts'
import { assertProgress, type ProgressGround } from '../../pilot-reports/progress-check.ts'
import { progressBefore } from '../../pilot-reports/progress-rows.ts'
import { stationUsage } from '../../pilot-reports/station-usage.ts'
import type { Content, LiveReport, ReportKey } from '../pilot-reports/record.ts'
import { assertAnnounced, type ReportStep, reportChecker } from '../pilot-reports/steps.ts'

type Schemas = components['schemas']
type Period = Required<ReportKey>
type LiveProgress = LiveReport<'PROGRESS'>
type ProgressStep = ReportStep<'PROGRESS'>

/** @throws HttpError 400 without a quarter */
function quarterKey({ quarter, ...key }: ReportKey): Period {
  if (quarter === undefined) throw missing('quarter', '季度')
  return { ...key, quarter }
}

type Plan = Schemas['DemoImplementationFields']

/** The plans of projects, by project. */
async function plansOf(trx: Trx, projectIds: readonly number[]): Promise<Map<number, Plan>> {
  const parts = await trx
    .selectFrom('demo_part')
    .select(['project_id', 'content'])
    .where('project_id', 'in', [...projectIds])
    .where('part', '=', 'IMPLEMENTATION')
    .execute()
  return new Map(parts.map(({ project_id, content }) => [project_id, content as Plan])) // by its part
}

/** Loads the data that a report is checked against: the plan and the previous report. */
async function groundOf(trx: Trx, project: PilotRecord, key: Period, now: Date): Promise<ProgressGround> {
  const { milestones = [] } = (await plansOf(trx, [project.id])).get(project.id) ?? {}
  const before = await progressBefore(trx, key)
  const last = quarterAfter(key, -1)
  const first = project.announce_date ? firstDueQuarter(project.announce_date) : key
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

/** A plan with the dates that a report has of its milestones. */
function withDates(plan: Plan, { fields }: LiveProgress): Plan {
  const reported = new Map(fields?.milestones?.map((each) => [each.milestoneId, each]))
  const milestones = plan.milestones?.map((milestone) => {
    const report = reported.get(milestone.id ?? 0)
    return {
      ...milestone,
      ...(report?.actualDate ? { actualDate: report.actualDate } : {}),
      ...(report?.progressPct === undefined ? {} : { progressPct: report.progressPct }),
    }
  })
  return { ...plan, ...(milestones ? { milestones } : {}) }
}

/** The author's content with the figures that the platform supplies. @throws HttpError 400 or 409 */
async function written(
  trx: Trx,
  { record, item, request }: ProgressStep,
  project: PilotRecord,
  { user, now }: StepContext,
): Promise<Content<'PROGRESS'>> {
  assertAnnounced(project, '项目当前不报送进展')
  const period = quarterKey(record.key)
  const usage = await stationUsage(trx, project, period)
  const content = { ...item.fields, ...(usage ? { usage } : {}) }
  const stage = request.action === 'SUBMIT' ? 'submit' : 'draft'
  assertProgress(content, stage, await groundOf(trx, project, period, now))
  const kept = record.fields?.photoIds ?? []
  const photos = { ids: content.photoIds ?? [], kept, bizType: 'PROGRESS_PHOTO', field: 'photoIds' } as const
  await assertFiles(trx, photos, user)
  return content
}

export const progressChecker = reportChecker<'PROGRESS'>(written)

/** Whether a step writes dates into the plan. To correct them, the report must be reopened. */
export const fixesDates = ({ request, record }: ProgressStep): boolean =>
  request.action === 'CONFIRM' && (record.fields?.milestones ?? []).length > 0

const quarterOf = ({ year, quarter = 0 }: ReportKey) => year * 4 + quarter

/** Writes the dates of confirmed reports into the plans of their projects. Of several reports of one, the last counts. */
export async function keepAllDates(trx: Trx, steps: readonly ProgressStep[]): Promise<void> {
  const records = steps
    .filter(fixesDates)
    .map(({ record }) => record)
    .sort((one, other) => quarterOf(one.key) - quarterOf(other.key))
  if (records.length === 0) return
  const plans = await plansOf(
    trx,
    records.map(({ key }) => key.demoProjectId),
  )
  for (const record of records) {
    const { demoProjectId } = record.key
    plans.set(demoProjectId, withDates(plans.get(demoProjectId) ?? {}, record))
  }
  const rows = [...plans].map(([project_id, content]) => ({ project_id, content }))
  await sql`
    update demo_part t set content = n.content
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(project_id bigint, content jsonb)
    where t.project_id = n.project_id and t.part = 'IMPLEMENTATION'`.execute(trx)
}
