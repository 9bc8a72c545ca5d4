import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { codes } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { type Closure, NOT_ALLOWED, STALE } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { FOREIGN_COMPANY } from '../es-project/ground.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { noteFlow, noteStepEvents } from '../flow-notes.ts'
import { reviewedUsage, shape } from '../kinds/usage/record.ts'
import { tellEach } from '../messages/tell.ts'
import { canonical } from '../review/canonical.ts'
import { officesAt } from '../review/offices.ts'
import { assertReview, type Remarks, reportRemarks } from '../review/report-review.ts'
import { touchReports } from '../revisions/statistics.ts'
import { missingMessage, missingQuarters } from './earlier.ts'
import { absent, ItemRefusal, refuse } from './problem.ts'
import { movesFigures, needsOpinion, type ReportAction, reportMove } from './states.ts'
import { notDue, usageErrors } from './usage-check.ts'
import { usageParts } from './usage-parts.ts'
import {
  findStations,
  findUsage,
  keyText,
  type Station,
  type Usage,
  type UsageKey,
  type UsageRow,
  usageColumns,
  usageOf,
} from './usage-rows.ts'

type Draft = components['schemas']['GeneralItemDraft']

/** One item of a batch. */
export interface ItemsRequest {
  action: ReportAction
  opinion?: string | undefined
  dueDate?: string | undefined
  closeRemarks?: boolean | undefined
}

/** Data loaded for a whole batch before its items are handled. */
export interface UsageContext {
  byId: ReadonlyMap<number, UsageRow>
  byKey: ReadonlyMap<string, UsageRow>
  stations: ReadonlyMap<number, Station>
  /** Missing earlier quarters by the key of the report to pass. */
  missing: ReadonlyMap<string, readonly string[]>
  remarks: Remarks
  /** Reason why a quarter is closed to the caller. */
  closureOf(period: UsageKey): Closure | undefined
}

/** Planned write of one item. */
export interface UsagePlan {
  before: UsageRow | undefined
  station: Station
  usage: Usage
  from: string | null
  to: string
}

/** Loads and locks all records of a batch. */
export async function usageContext(
  db: Db,
  drafts: readonly Draft[],
  { action }: ItemsRequest,
  user: Caller,
  now: Date,
): Promise<UsageContext> {
  const keys = drafts.flatMap(({ usage }) => (usage ? [usage] : []))
  const ids = drafts.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const rows = await findUsage(db, { ids, keys }, user, true)
  const byKey = rows.map((row) => [keyText(usageOf(row)), row] as const)
  const passed = action === 'PASS' ? rows.map((row) => usageOf(row)) : []
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byKey: new Map(byKey),
    stations: await findStations(
      db,
      keys.map(({ projectId }) => projectId),
      user,
    ),
    missing: await missingQuarters(db, passed, now),
    remarks: await reportRemarks(
      db,
      'USAGE',
      rows.map(({ id }) => id),
    ),
    closureOf: await closureCheck(db, 'QUARTER', user, now),
  }
}

function existing({ id, version, usage }: Draft, context: UsageContext): UsageRow | undefined {
  const row = id === undefined ? usage && context.byKey.get(keyText(usage)) : context.byId.get(id)
  if (id !== undefined && !row) throw absent('填报项', 'id')
  if (row && version !== row.version) throw refuse(409, STALE, 'version')
  if (row && usage && keyText(usage) !== keyText(usageOf(row)))
    throw refuse(400, { code: 'U-012', message: '项目与期间不能修改' }, 'usage.projectId')
  return row
}

function contentProblems(usage: Usage, station: Station, action: ReportAction): void {
  const reason = notDue(station, usage)
  if (reason) throw refuse(400, { code: 'U-011', message: reason }, 'usage.projectId')
  const issues = usageErrors(usage, station, action === 'SUBMIT' ? 'submit' : 'draft')
  if (issues.length > 0)
    throw new ItemRefusal(
      issues.map(({ level: _level, field, ...issue }) => ({
        status: 400,
        field: `usage.${field}`,
        ...issue,
      })),
    )
}

/** Checks one item and plans its write. @throws ItemRefusal */
export function planUsage(
  draft: Draft,
  request: ItemsRequest,
  context: UsageContext,
  user: Caller,
): UsagePlan {
  const { action } = request
  const before = existing(draft, context)
  const isWriting = action === 'SAVE' || action === 'SUBMIT'
  const usage = isWriting && draft.usage ? draft.usage : before && usageOf(before)
  if (!usage) throw refuse(400, { code: codes.nonEmpty, message: '请填写季度使用情况' }, 'usage')
  const station = before ?? context.stations.get(usage.projectId)
  if (!station) throw absent('项目', 'usage.projectId')
  const parts = usageParts(station, user)
  if (isWriting && !parts.has('author')) throw refuse(403, FOREIGN_COMPANY)
  const from = before?.status ?? ReportStatus.draft
  const to = reportMove('reviewer-nation', from, action, parts)
  if (to === undefined) throw refuse(409, NOT_ALLOWED)
  const closure = context.closureOf(usage)
  if (closure) throw refuse(423, closure)
  if (isWriting) contentProblems(usage, station, action)
  const missing = context.missing.get(keyText(usage))
  if (missing) throw refuse(409, { code: 'U-014', message: missingMessage(station.project_name, missing) })
  if (before) {
    const record = { ...reviewedUsage(before, user), content: canonical(usage, shape) }
    assertReview(record, draft, request, { remarks: context.remarks.get(before.id) ?? [], user })
  }
  return { before, station, usage, from: before ? from : null, to }
}

const rowOf = ({ usage, station, to, before }: UsagePlan, { opinion }: ItemsRequest) => ({
  ...Object.fromEntries(
    usageColumns.map(([field, column]) => [column, (usage as Record<string, unknown>)[field] ?? null]), // by field name
  ),
  province_code: station.province_code,
  org_id: station.org_id,
  status: to,
  last_opinion: opinion ?? before?.last_opinion ?? null,
})

const CONTENT = usageColumns
  .map(([, column]) => column)
  .filter((column) => !/^(project_id|year|quarter)$/.test(column))
const SET = [...CONTENT, 'status', 'last_opinion']
const KEY = ['province_code', 'project_id', 'year', 'quarter', 'org_id']

/** Time of the submission that a written report (`n`) is now in; null for a draft. */
const FIRST_SUBMITTED = sql`case when n.status = ${sql.lit(ReportStatus.submitted)} then now() end`

/** Inserts new reports and returns their ids by key. Omits those that another call has just created. */
async function insertUsage(trx: Trx, rows: readonly object[], user: Caller): Promise<Map<string, number>> {
  const columns = sql.join([...KEY, ...SET].map((name) => sql.ref(name)))
  const { rows: made } = await sql<{ id: number; project_id: number; year: number; quarter: number }>`
    insert into usage_report (${columns}, create_by, update_by, first_submitted_at)
    select ${columns}, ${user.username}::text, ${user.username}::text, ${FIRST_SUBMITTED}
    from jsonb_populate_recordset(null::usage_report, ${JSON.stringify(rows)}::text::jsonb) n
    on conflict (province_code, project_id, year, quarter) do nothing
    returning id, project_id, year, quarter`.execute(trx)
  return new Map(made.map((row) => [`${row.project_id}/${row.year}/${row.quarter}`, row.id]))
}

async function updateUsage(trx: Trx, rows: readonly object[], user: Caller): Promise<void> {
  const sets = sql.join(SET.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`))
  await sql`
    update usage_report u set ${sets}, first_submitted_at = coalesce(u.first_submitted_at, ${FIRST_SUBMITTED}), version = u.version + 1, update_by = ${user.username}, update_time = now()
    from jsonb_populate_recordset(null::usage_report, ${JSON.stringify(rows)}::text::jsonb) n
    where u.province_code = n.province_code and u.project_id = n.project_id and u.year = n.year
      and u.quarter = n.quarter`.execute(trx)
}

/** Executes the plans and returns the report ids by plan; undefined for one that another call has just created. */
export async function writeUsage(
  trx: Trx,
  plans: readonly UsagePlan[],
  request: ItemsRequest,
  { user, after }: { user: Caller; after: number },
): Promise<{ ids: (number | undefined)[]; messageIds: number[] }> {
  const rowsOf = (some: readonly UsagePlan[]) => some.map((plan) => rowOf(plan, request))
  const changed = plans.filter(({ before }) => before)
  if (changed.length > 0) await updateUsage(trx, rowsOf(changed), user)
  const added = plans.filter(({ before }) => !before)
  const made = added.length > 0 ? await insertUsage(trx, rowsOf(added), user) : new Map<string, number>()
  const ids = plans.map(({ before, usage }) => before?.id ?? made.get(keyText(usage)))
  const notes = plans.flatMap(({ station, from, to }, index) => {
    const id = ids[index]
    const { action, opinion, dueDate } = request
    // Repeated saves record one step.
    if (id === undefined || (action === 'SAVE' && from !== null)) return []
    return [{ provinceCode: station.province_code, id, action, from, to, opinion, dueDate }]
  })
  await noteFlow(trx, 'USAGE', notes, user)
  const resaved = plans.flatMap(({ before, station, from, to }) =>
    before && request.action === 'SAVE' && from !== null
      ? [{ provinceCode: station.province_code, id: before.id, action: 'SAVE', from, to }]
      : [],
  )
  await noteStepEvents(trx, 'USAGE', resaved, user)
  await touchReports(
    trx,
    plans.flatMap(({ from, to }, index) => {
      const id = ids[index]
      return id !== undefined && movesFigures(from, to) ? [id] : []
    }),
  )
  const messageIds = needsOpinion(request.action)
    ? await tellReturns(trx, plans, request.opinion ?? '', { user, after })
    : []
  return { ids, messageIds }
}

/** Notifies the offices that reports were returned to: the author's, or the province's if the nation returned them. */
async function tellReturns(
  trx: Trx,
  plans: readonly UsagePlan[],
  opinion: string,
  { user, after }: { user: Caller; after: number },
): Promise<number[]> {
  const toProvince = plans.filter(({ to }) => to === ReportStatus.returnedByNation)
  const codes = toProvince.map(({ station }) => station.province_code)
  const officeAt = codes.length > 0 ? await officesAt(trx, [deptKinds.province], codes) : undefined
  return tellEach(
    trx,
    'usage.returned',
    plans.flatMap(({ before, station, usage, to }) => {
      if (!before) return []
      const isToProvince = to === ReportStatus.returnedByNation
      const province = officeAt?.(deptKinds.province, station.province_code)
      const office = isToProvince ? (province?.id ?? null) : station.org_id
      const { year, quarter } = usage
      const purpose = isToProvince ? ('review' as const) : ('write' as const)
      const values = { id: before.id, name: station.project_name, office: user.orgName, opinion }
      return [{ to: { offices: [office] }, values: { ...values, year, quarter, purpose } }]
    }),
    { after },
  )
}
