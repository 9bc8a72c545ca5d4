import { DemoStatus, ReportStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { conflict, missing, notFound, staleVersion } from '../../../errors.ts'
import { dateTime } from '../../../runtime/time.ts'
import type { Checker } from '../../flow/kind.ts'
import type { Step, StepContext, StepItem } from '../../flow/step.ts'
import { findPilots, type PilotRecord, requirePilot } from '../../pilot-project/query.ts'
import {
  findReports,
  REPORTS,
  type ReportKind,
  reportTable,
  reviewContents,
} from '../../pilot-reports/reports.ts'
import { canonical } from '../../values/canonical.ts'
import type { Content as Compared } from '../../values/differences.ts'
import { type Content, type LiveReport, liveReport, type ReportKey, type ReportOf } from './record.ts'

/** What a request says of a report. The fields are read by steps that write. */
export interface ReportItem<Kind extends ReportKind = ReportKind> extends StepItem {
  key: { [Name in keyof ReportKey]: ReportKey[Name] | undefined }
  fields: Content<Kind>
}

export type ReportStep<Kind extends ReportKind = ReportKind> = Step<LiveReport<Kind>, ReportItem<Kind>>

/** @throws HttpError 400 unless the request names a project and a period */
function keyOf(kind: ReportKind, { demoProjectId, year, quarter }: ReportItem['key']): ReportKey {
  if (demoProjectId === undefined) throw missing('demoProjectId', '示范项目')
  if (year === undefined) throw missing('year', '年度')
  if (!REPORTS[kind].isQuarterly) return { demoProjectId, year }
  if (quarter === undefined) throw missing('quarter', '季度')
  return { demoProjectId, year, quarter }
}

/** The drafts of new reports. @throws HttpError 400 without the period, 404, 409 if a report is there */
export async function beginReports<Kind extends ReportKind>(
  trx: Trx,
  of: ReportOf<Kind>,
  items: readonly ReportItem<Kind>[],
  { user, now }: StepContext,
): Promise<LiveReport<Kind>[]> {
  const begun: LiveReport<Kind>[] = []
  for (const item of items) {
    const key = keyOf(of.code, item.key)
    const ofQuarter = key.quarter === undefined ? sql`` : sql`and e.quarter = ${key.quarter}`
    const wanted = sql<boolean>`e.demo_project_id = ${key.demoProjectId} and e.year = ${key.year} ${ofQuarter}`
    // Saved from elsewhere since the form was opened.
    if ((await findReports(trx, of.code, wanted, user, true)).length > 0) throw staleVersion()
    const project = await requirePilot(trx, key.demoProjectId, user, { now, lock: true })
    const own = {
      ...{ id: 0, version: 0, update_time: dateTime(now) },
      ...{ status: ReportStatus.draft, last_opinion: null, submit_time: null },
    }
    begun.push(liveReport(of, { row: { ...project, ...own }, key, fields: undefined, content: {} }, user))
  }
  return begun
}

/** @throws HttpError 409 if a request names another project or period than its report has */
function assertKey({ record, item }: Pick<ReportStep, 'item'> & { record: Pick<LiveReport, 'key'> }): void {
  const isOther = (['demoProjectId', 'year', 'quarter'] as const).some(
    (name) => item.key[name] !== undefined && item.key[name] !== record.key[name],
  )
  if (isOther) throw conflict('N-014', '项目与期间不能修改')
}

/** Returns the content of an author as it is stored. @throws HttpError 400 or 409 */
type Write<Kind extends ReportKind> = (
  trx: Trx,
  step: ReportStep<Kind>,
  project: PilotRecord,
  ctx: StepContext,
) => Promise<Content<Kind>>

/** Locks the projects and checks what is written. Each report that is written is checked with its own project. */
export const reportChecker =
  <Kind extends ReportKind>(write: Write<Kind>) =>
  async (
    trx: Trx,
    steps: readonly ReportStep<Kind>[],
    ctx: StepContext,
  ): Promise<Checker<LiveReport<Kind>, ReportItem<Kind>>> => {
    const { user, now } = ctx
    const ids = steps.map(({ record }) => record.key.demoProjectId)
    const found = await findPilots(trx, ids, user, { now, lock: true })
    const projects = new Map(found.map((project) => [project.id, project]))
    const check = async (step: ReportStep<Kind>): Promise<ReportItem<Kind>> => {
      assertKey(step)
      const project = projects.get(step.record.key.demoProjectId)
      if (!project) throw notFound('示范项目')
      return step.line.writes ? { ...step.item, fields: await write(trx, step, project, ctx) } : step.item
    }
    return { check }
  }

/** @throws HttpError 409 unless the project of a report was announced */
export function assertAnnounced({ status }: Pick<PilotRecord, 'status'>, message: string): void {
  if (status !== DemoStatus.announced) throw conflict('N-004', message)
}

/** The contents after steps that write, as the review compares them. */
export async function writtenReports<Kind extends ReportKind>(
  trx: Trx,
  { shape }: ReportOf<Kind>,
  steps: readonly ReportStep<Kind>[],
): Promise<Compared[]> {
  const contents = await reviewContents(
    trx,
    steps.map(({ record, item }) => ({
      id: record.id,
      projectId: record.key.demoProjectId,
      content: item.fields,
    })),
  )
  return steps.map(({ record }) => canonical(contents.get(record.id) ?? {}, shape))
}

/** Writes a report and returns its id. */
async function storeReport<Kind extends ReportKind>(
  trx: Trx,
  kind: Kind,
  { record, item, request, isNew, to }: ReportStep<Kind>,
  { user }: StepContext,
): Promise<number> {
  const values = {
    content: JSON.stringify(item.fields),
    status: to,
    ...(request.opinion === undefined ? {} : { last_opinion: request.opinion }),
    update_by: user.username,
    ...(request.action === 'SUBMIT' ? { submit_time: sql`now()` } : {}),
  }
  const table = reportTable(kind)
  if (!isNew) {
    const sets = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${table} set ${sql.join(sets)}, version = version + 1, update_time = now()
      where id = ${record.id}`.execute(trx)
    return record.id
  }
  const { demoProjectId: demo_project_id, ...period } = record.key
  const made = {
    ...{ ...values, ...period, demo_project_id },
    ...{ province_code: record.provinceCode, create_by: user.username },
  }
  const { rows } = await sql<{ id: number }>`
    insert into ${table} (${sql.join(Object.keys(made).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(made))}) returning id`.execute(trx)
  return rows[0]?.id ?? 0
}

/** Writes the report of a call. */
export async function storeReports<Kind extends ReportKind>(
  trx: Trx,
  kind: Kind,
  steps: readonly ReportStep<Kind>[],
  ctx: StepContext,
): Promise<number[]> {
  const ids: number[] = []
  for (const step of steps) ids.push(await storeReport(trx, kind, step, ctx))
  return ids
}
