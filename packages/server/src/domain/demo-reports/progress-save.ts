import { DemoStatus, ReportStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { quarterAfter, quarterOf } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, missing, notFound, opinionMissing, staleVersion } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { type DemoRecord, requireDemo } from '../demo-project/query.ts'
import { requireWindow } from '../fill-time/window.ts'
import { noteFlow } from '../flow-notes.ts'
import { needsOpinion } from '../general-items/states.ts'
import { assertFiles } from './evidence.ts'
import { statusAfter } from './parts.ts'
import { assertProgress, type ProgressGround } from './progress-check.ts'
import {
  findProgress,
  type ProgressContent,
  type ProgressKey,
  type ProgressRow,
  progressAt,
  progressBefore,
} from './progress-rows.ts'
import { tellReturn } from './returns.ts'
import { stationUsage } from './station-usage.ts'

type Schemas = components['schemas']
type Request = Schemas['ProgressRequest']

/** The content of a request, without its key and the step. */
function contentOf(request: Request): ProgressContent {
  const { id: _id, version: _version, action: _action, opinion: _opinion, ...rest } = request
  const { demoProjectId: _project, year: _year, quarter: _quarter, ...content } = rest
  return content
}

/** @throws HttpError 400 */
function keyOf({ demoProjectId, year, quarter }: Request): ProgressKey & { quarter: Schemas['Quarter'] } {
  if (demoProjectId === undefined) throw missing('demoProjectId', '示范项目')
  if (year === undefined) throw missing('year', '年度')
  if (quarter === undefined) throw missing('quarter', '季度')
  return { demoProjectId, year, quarter }
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

/** What a report is compared with: the plan, and the last report before it. */
async function groundOf(
  trx: Trx,
  project: DemoRecord,
  key: ProgressKey & { quarter: Schemas['Quarter'] },
  now: Date,
): Promise<ProgressGround> {
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

/** Writes the dates that were reported into the plan's milestones. */
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

/** The stored report that a request is about. @throws HttpError 404 or 409 */
async function storedOf(trx: Trx, request: Request, user: Caller): Promise<ProgressRow | undefined> {
  const { id, version, demoProjectId, year, quarter } = request
  if (id === undefined) {
    const row = await progressAt(trx, keyOf(request), user)
    // Saved from elsewhere since the form was opened.
    if (row) throw staleVersion()
    return undefined
  }
  const [row] = await findProgress(trx, [id], user, true)
  if (!row) throw notFound('进展报送')
  if (row.version !== version) throw staleVersion()
  const isOther =
    (demoProjectId !== undefined && demoProjectId !== row.demo_project_id) ||
    (year !== undefined && year !== row.year) ||
    (quarter !== undefined && quarter !== row.quarter)
  if (isOther) throw conflict('N-014', '项目与期间不能修改')
  return row
}

interface Planned {
  project: DemoRecord
  before: ProgressRow | undefined
  key: ProgressKey & { quarter: Schemas['Quarter'] }
  content: ProgressContent
  to: ReportStatus
}

async function planned(trx: Trx, request: Request, user: Caller, now: Date): Promise<Planned> {
  const { action } = request
  const before = await storedOf(trx, request, user)
  const key = before
    ? { demoProjectId: before.demo_project_id, year: before.year, quarter: before.quarter }
    : keyOf(request)
  const project = await requireDemo(trx, key.demoProjectId, user, { now, lock: true })
  const to = statusAfter(project, before?.status ?? ReportStatus.draft, action, user)
  if (needsOpinion(action) && !request.opinion?.trim()) throw opinionMissing()
  if (action !== 'SAVE' && action !== 'SUBMIT')
    return { project, before, key, content: before?.content ?? {}, to }
  if (project.status !== DemoStatus.announced) throw conflict('N-004', '项目当前不报送进展')
  await requireWindow(trx, 'DEMO_PROGRESS', user, now, key)
  const usage = await stationUsage(trx, project, key)
  const content = { ...contentOf(request), ...(usage ? { usage } : {}) }
  assertProgress(content, action === 'SUBMIT' ? 'submit' : 'draft', await groundOf(trx, project, key, now))
  const kept = before?.content.photoIds ?? []
  const photos = { ids: content.photoIds ?? [], kept, bizType: 'PROGRESS_PHOTO', field: 'photoIds' } as const
  await assertFiles(trx, photos, user)
  return { project, before, key, content, to }
}

async function store(trx: Trx, plan: Planned, request: Request, user: Caller): Promise<number> {
  const { before, key, project, content, to } = plan
  const values = {
    content: JSON.stringify(content),
    status: to,
    last_opinion: request.opinion ?? before?.last_opinion ?? null,
    update_by: user.username,
    ...(request.action === 'SUBMIT' ? { submit_time: sql<string>`now()` } : {}),
  }
  if (before) {
    await trx
      .updateTable('demo_progress')
      .set({ ...values, version: sql`version + 1`, update_time: sql`now()` })
      .where('id', '=', before.id)
      .execute()
    return before.id
  }
  const made = await trx
    .insertInto('demo_progress')
    .values({
      ...values,
      demo_project_id: key.demoProjectId,
      province_code: project.province_code,
      year: key.year,
      quarter: key.quarter,
      create_by: user.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Saves, submits or reviews a report and returns its id. @throws HttpError 400, 403, 404, 409 or 423 */
export async function saveProgress(trx: Trx, request: Request, user: Caller, now: Date): Promise<number> {
  const plan = await planned(trx, request, user, now)
  const { before, project, key, to } = plan
  const id = await store(trx, plan, request, user)
  const { action, opinion } = request
  // Repeated saves record one step.
  if (action !== 'SAVE' || !before)
    await noteFlow(
      trx,
      'PROGRESS',
      [{ provinceCode: project.province_code, id, action, from: before?.status ?? null, to, opinion }],
      user,
    )
  if (action === 'CONFIRM' && before) await keepDates(trx, before)
  if (needsOpinion(action))
    await tellReturn(
      trx,
      {
        project,
        to,
        bizType: 'PROGRESS',
        id,
        name: `${key.year}年第${key.quarter}季度进展`,
        link: `/demonstration/progress/index?year=${key.year}&quarter=${key.quarter}`,
        opinion: opinion ?? '',
      },
      user,
    )
  return id
}
