import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { codes } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { STALE } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import { FOREIGN_COMPANY } from '../../es-project/ground.ts'
import type { Checker, Finder, Reader } from '../../flow/kind.ts'
import { absent, ItemRefusal, refuse } from '../../flow/problem.ts'
import { movesFigures } from '../../flow/report-states.ts'
import type { Step, StepContext, Taken } from '../../flow/step.ts'
import type { FlowAction } from '../../flow/table.ts'
import { deskTarget } from '../../flow/tell-moved.ts'
import { usageBase } from '../../general-items/bases.ts'
import { missingMessage, missingQuarters } from '../../general-items/earlier.ts'
import { notDue, usageErrors } from '../../general-items/usage-check.ts'
import { findStations, findUsage, keyText, type Usage, usageColumns } from '../../general-items/usage-rows.ts'
import { withReasons } from '../../general-items/warnings.ts'
import type { Target } from '../../links/link-to.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import { touchReports } from '../../revisions/statistics.ts'
import { canonical } from '../../values/canonical.ts'
import type { Content } from '../../values/differences.ts'
import { type LiveUsage, newUsage, reviewedUsage } from './record.ts'

/** What a request says of a report. The content is read by steps that write. */
export type UsageItem = components['schemas']['GeneralItemDraft']

type UsageStep = Step<LiveUsage, UsageItem>

/** @throws ItemRefusal unless a request has the version and the key of its report */
function assertSame({ key, version }: LiveUsage, item: UsageItem): void {
  if (item.version !== version) throw refuse(409, STALE, 'version')
  if (item.usage && keyText(item.usage) !== keyText(key))
    throw refuse(400, { code: 'U-012', message: '项目与期间不能修改' }, 'usage.projectId')
}

/** Finds reports by their ids, or by station and quarter, or begins them. */
export async function usageFinder(
  trx: Trx,
  items: readonly UsageItem[],
  { user, now }: StepContext,
): Promise<Finder<LiveUsage, UsageItem>> {
  const keys = items.flatMap(({ usage }) => (usage ? [usage] : []))
  const ids = items.flatMap(({ id }) => id ?? [])
  const stored = (await findUsage(trx, { ids, keys }, user, true)).map((row) => reviewedUsage(row, user))
  const projectIds = keys.map(({ projectId }) => projectId)
  const stations = await findStations(trx, projectIds, user)
  const byId = new Map(stored.map((record) => [record.id, record]))
  const byKey = new Map(stored.map((record) => [keyText(record.key), record]))
  const begun = new Map<string, LiveUsage>()
  const find = (item: UsageItem): LiveUsage => {
    const { id, usage } = item
    const record = id === undefined ? usage && byKey.get(keyText(usage)) : byId.get(id)
    if (id !== undefined && !record) throw absent('填报项', 'id')
    if (record) {
      assertSame(record, item)
      return record
    }
    if (!usage) throw refuse(400, { code: codes.nonEmpty, message: '请填写季度使用情况' }, 'usage')
    const station = stations.get(usage.projectId)
    if (!station) throw absent('项目', 'usage.projectId')
    const draft = begun.get(keyText(usage)) ?? newUsage(station, usage, user, now)
    begun.set(keyText(usage), draft)
    return draft
  }
  return { find }
}

/** @throws ItemRefusal for an office that does not report the station but writes */
export function assertAuthor(action: FlowAction, { parties }: Pick<LiveUsage, 'parties'>): void {
  if ((action === 'SAVE' || action === 'SUBMIT') && !parties.has('author')) throw refuse(403, FOREIGN_COMPANY)
}

/** @throws ItemRefusal always: a request has one item for each station and quarter */
export function assertOnce(): void {
  throw refuse(400, { code: 'U-013', message: '同一项目同一季度在本次提交中重复' }, 'usage.projectId')
}

/** The content after a step. */
const contentOf = ({ record, item, line }: UsageStep): Usage =>
  line.writes && item.usage ? item.usage : record.fields

/** @throws ItemRefusal */
function assertContent(step: UsageStep): void {
  const { station } = step.record
  const usage = contentOf(step)
  const reason = notDue(station, usage)
  if (reason) throw refuse(400, { code: 'U-011', message: reason }, 'usage.projectId')
  const issues = usageErrors(usage, station, step.request.action === 'SUBMIT' ? 'submit' : 'draft')
  if (issues.length > 0)
    throw new ItemRefusal(
      issues.map(({ level: _level, field, ...issue }) => ({
        status: 400,
        field: `usage.${field}`,
        ...issue,
      })),
    )
}

/** Checks contents, and that no report passes before those of earlier quarters. */
export async function usageChecker(
  trx: Trx,
  steps: readonly UsageStep[],
  { now }: StepContext,
): Promise<Checker<LiveUsage, UsageItem>> {
  const passed = steps.filter(({ request }) => request.action === 'PASS').map(({ record }) => record.key)
  const missing = await missingQuarters(trx, passed, now)
  const check = (step: UsageStep): UsageItem => {
    const { record, line, item } = step
    if (line.writes) assertContent(step)
    const before = missing.get(keyText(record.key))
    const { project_name: name } = record.station
    if (before) throw refuse(409, { code: 'U-014', message: missingMessage(name, before) })
    return item
  }
  return { check }
}

export const writtenUsage = async (_trx: Trx, steps: readonly UsageStep[]): Promise<Content[]> =>
  steps.map((step) => canonical(contentOf(step), usageBase.shape))

const rowOf = (step: UsageStep) => ({
  ...Object.fromEntries(
    usageColumns.map(([field, column]) => [
      column,
      (contentOf(step) as Record<string, unknown>)[field] ?? null, // by field name
    ]),
  ),
  province_code: step.record.provinceCode,
  org_id: step.record.orgId,
  status: step.to,
  last_opinion: step.request.opinion ?? step.record.columns['last_opinion'] ?? null,
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
  return new Map(
    made.map(({ id, project_id, year, quarter }) => [keyText({ projectId: project_id, year, quarter }), id]),
  )
}

async function updateUsage(trx: Trx, rows: readonly object[], user: Caller): Promise<void> {
  const sets = sql.join(SET.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`))
  await sql`
    update usage_report u set ${sets}, first_submitted_at = coalesce(u.first_submitted_at, ${FIRST_SUBMITTED}),
      version = u.version + 1, update_by = ${user.username}, update_time = now()
    from jsonb_populate_recordset(null::usage_report, ${JSON.stringify(rows)}::text::jsonb) n
    where u.province_code = n.province_code and u.project_id = n.project_id and u.year = n.year
      and u.quarter = n.quarter`.execute(trx)
}

/** Writes reports. Returns their ids; none for one that another call has just created. */
export async function storeUsage(
  trx: Trx,
  steps: readonly UsageStep[],
  { user }: StepContext,
): Promise<(number | undefined)[]> {
  const changed = steps.filter(({ isNew }) => !isNew)
  if (changed.length > 0) await updateUsage(trx, changed.map(rowOf), user)
  const added = steps.filter(({ isNew }) => isNew)
  const made = added.length > 0 ? await insertUsage(trx, added.map(rowOf), user) : new Map<string, number>()
  return steps.map(({ isNew, record }) => (isNew ? made.get(keyText(record.key)) : record.id))
}

/** Marks the statistics that count the reports as out of date. */
export const touchCounted = (
  trx: Trx,
  steps: readonly Pick<Taken<LiveUsage>, 'id' | 'isNew' | 'record' | 'to'>[],
): Promise<void> =>
  touchReports(
    trx,
    steps
      .filter(({ isNew, record, to }) => movesFigures(isNew ? null : record.state, to))
      .map(({ id }) => id),
  )

export const warnedUsage = (record: LiveUsage, item: UsageItem): components['schemas']['ReviewWarning'][] =>
  withReasons(record.issues(), item)

/** The author's form, or the desk. */
export function usageLinks(record: LiveUsage | undefined, reader: Reader): Target {
  if (reader === 'office') return deskTarget('USAGE', record)
  const { year, quarter } = record?.key ?? {}
  return { kind: 'USAGE', purpose: 'write', search: year && quarter ? { year, quarter } : {} }
}

/** Tells the office that gets a returned report. */
export function returnedUsage(
  { record, request, line }: UsageStep,
  office: number | null,
  { user }: StepContext,
): AnyMessage {
  const { year, quarter } = record.key
  const purpose = line.returns === 'author' ? 'write' : 'review'
  const opinion = request.opinion ?? ''
  const values = { id: record.id, name: record.station.project_name, office: user.orgName, opinion }
  return {
    code: 'usage.returned',
    to: { offices: [office] },
    values: { ...values, year, quarter: quarter as components['schemas']['Quarter'], purpose },
  }
}
