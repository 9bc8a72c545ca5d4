import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { checkRecord, checkYearCalc, codes, completeYearCalcRow, messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { STALE } from '../../../errors.ts'
import { dateTime } from '../../../runtime/time.ts'
import { areOwnFiles } from '../../files/own.ts'
import type { Checker, Finder } from '../../flow/kind.ts'
import { absent, ItemRefusal, refuse } from '../../flow/problem.ts'
import type { Step, StepContext } from '../../flow/step.ts'
import type { FlowAction } from '../../flow/table.ts'
import { yearCalcBase } from '../../general-items/bases.ts'
import { calcIssues, withReasons } from '../../general-items/warnings.ts'
import {
  lockYearCalcs,
  type YearCalc,
  type YearCalcKey,
  yearCalcFields,
  yearCalcOf,
} from '../../general-items/year-calc-rows.ts'
import { type CalcScope, ownScope } from '../../general-items/year-calc-scope.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import { canonical } from '../../values/canonical.ts'
import type { Content } from '../../values/differences.ts'

import { type LiveYearCalc, reviewedYearCalc } from './record.ts'

/** What a request says of a calculation. The content is read by steps that write. */
export type YearCalcItem = components['schemas']['GeneralItemDraft']

type CalcStep = Step<LiveYearCalc, YearCalcItem>

const FOREIGN_SCOPE = { code: 'Y-009', message: '只能填报本地区或本单位的年度测算' } as const

const keyText = ({ scopeType, scopeId, year }: YearCalcKey) => `${scopeType}/${scopeId}/${year}`

const keyOf = ({ row }: LiveYearCalc): YearCalcKey => ({
  scopeType: row.scope_type,
  scopeId: row.scope_id,
  year: row.year,
})

/** @throws ItemRefusal unless a request has the version and the key of its calculation */
function assertSame(record: LiveYearCalc, { version, yearCalc }: YearCalcItem): void {
  if (version !== record.version) throw refuse(409, STALE, 'version')
  if (yearCalc && keyText(yearCalc) !== keyText(keyOf(record)))
    throw refuse(400, { code: 'Y-008', message: '测算范围与年度不能修改' }, 'yearCalc.scopeId')
}

/** The draft of a new calculation of an office. @throws ItemRefusal if it is not the office's own */
function newYearCalc(
  { scopeType, scopeId, year }: YearCalc,
  scope: CalcScope | undefined,
  { user, now }: StepContext,
): LiveYearCalc {
  const isOwn = scope?.scopeType === scopeType && scope.scopeId === scopeId
  if (!scope || !isOwn) throw refuse(403, FOREIGN_SCOPE, 'yearCalc.scopeId')
  const time = dateTime(now)
  return reviewedYearCalc(
    {
      ...{ id: 0, version: 0, status: ReportStatus.draft, last_opinion: null, review_levels: null },
      ...{ scope_type: scopeType, scope_id: scopeId, scope_name: scope.scopeName, year },
      ...{ province_code: scope.provinceCode, city_code: scope.cityCode ?? null },
      ...{ county_code: scope.countyCode ?? null, org_id: user.orgId },
      owner_group_id: user.ownerGroupId ?? null,
      ...{ rows: [], planned_investment: null, target2027_power: null, target2030_power: null },
      ...{ basis: null, attachment_ids: null },
      ...{ create_by: user.username, create_time: time, update_by: user.username, update_time: time },
    },
    user,
  )
}

/** Finds calculations by their ids, or by scope and year, or begins them. */
export async function calcFinder(
  trx: Trx,
  items: readonly YearCalcItem[],
  ctx: StepContext,
): Promise<Finder<LiveYearCalc, YearCalcItem>> {
  const keys = items.flatMap(({ id, yearCalc }) => (id === undefined && yearCalc ? [yearCalc] : []))
  const ids = items.flatMap(({ id }) => id ?? [])
  const rows = await lockYearCalcs(trx, { ids, keys }, ctx.user)
  const stored = rows.map((row) => reviewedYearCalc(row, ctx.user))
  const scope = keys.length > 0 ? await ownScope(trx, ctx.user) : undefined
  const byId = new Map(stored.map((record) => [record.id, record]))
  const byKey = new Map(stored.map((record) => [keyText(keyOf(record)), record]))
  const find = (item: YearCalcItem): LiveYearCalc => {
    const { id, yearCalc } = item
    const record = id === undefined ? yearCalc && byKey.get(keyText(yearCalc)) : byId.get(id)
    if (id !== undefined && !record) throw absent('填报项', 'id')
    if (record) {
      // A new one has no version that a request could know; its second step is refused later.
      if (record.id !== 0) assertSame(record, item)
      return record
    }
    if (!yearCalc) throw refuse(400, { code: codes.nonEmpty, message: '请填写年度测算' }, 'yearCalc')
    const draft = newYearCalc(yearCalc, scope, ctx)
    byKey.set(keyText(yearCalc), draft)
    return draft
  }
  return { find }
}

/** @throws ItemRefusal for an office whose calculation it is not but that writes */
export function assertAuthor(action: FlowAction, { parties }: Pick<LiveYearCalc, 'parties'>): void {
  const isWriting = action === 'SAVE' || action === 'SUBMIT'
  if (isWriting && !parties.has('author')) throw refuse(403, FOREIGN_SCOPE, 'yearCalc.scopeId')
}

/** The content after a step, with the sums of its rows. */
function contentOf({ record, item, line }: CalcStep): YearCalc {
  const calculation = line.writes && item.yearCalc ? item.yearCalc : yearCalcOf(record.row)
  return { ...calculation, rows: (calculation.rows ?? []).map(completeYearCalcRow) }
}

const captions = new Map(yearCalcFields.map(({ name, caption }) => [name, caption]))

/** @throws ItemRefusal */
function assertContent(calculation: YearCalc, stage: 'draft' | 'submit'): void {
  const issues = [
    ...checkRecord(calculation, yearCalcFields, stage),
    ...checkYearCalc(calculation, stage),
  ].filter(({ level }) => level === 'error')
  if (issues.length > 0)
    throw new ItemRefusal(
      issues.map(({ field, code, message }) => ({
        status: 400,
        field: `yearCalc.${field}`,
        ...(code ? { code } : {}),
        message: `${captions.get(field) ?? '分项'}：${message}`,
      })),
    )
}

/** Checks contents and attached files. */
export async function calcChecker(
  trx: Trx,
  _steps: readonly CalcStep[],
  { user }: StepContext,
): Promise<Checker<LiveYearCalc, YearCalcItem>> {
  const check = async ({ record, item, line, request }: CalcStep): Promise<YearCalcItem> => {
    if (!line.writes) return item
    const calculation = item.yearCalc ?? yearCalcOf(record.row)
    assertContent(calculation, request.action === 'SUBMIT' ? 'submit' : 'draft')
    const kept = record.row.attachment_ids ?? []
    if (!(await areOwnFiles(trx, calculation.attachmentIds ?? [], user, kept)))
      throw refuse(400, { code: codes.file, message: `附件：${messages.file}` }, 'yearCalc.attachmentIds')
    return item
  }
  return { check }
}

export const writtenCalcs = async (_trx: Trx, steps: readonly CalcStep[]): Promise<Content[]> =>
  steps.map((step) => canonical(contentOf(step), yearCalcBase.shape))

/** The columns that a step writes. */
function valuesOf(step: CalcStep) {
  const { record, request, to } = step
  const calculation = contentOf(step)
  return {
    rows: JSON.stringify(calculation.rows),
    planned_investment: calculation.plannedInvestment ?? null,
    target2027_power: calculation.target2027Power ?? null,
    target2030_power: calculation.target2030Power ?? null,
    basis: calculation.basis ?? null,
    attachment_ids: calculation.attachmentIds ?? null,
    status: to as ReportStatus, // a state of the flow's table
    last_opinion: request.opinion ?? record.row.last_opinion,
  }
}

/** Inserts a calculation. Returns its id; none if another call has just created it. */
async function insertCalc(trx: Trx, step: CalcStep, username: string): Promise<number | undefined> {
  const { province_code, scope_type, scope_id, scope_name, year, ...rest } = step.record.row
  const { city_code, county_code, org_id, owner_group_id } = rest
  const place = { province_code, city_code, county_code, org_id, owner_group_id }
  const made = await trx
    .insertInto('year_calc')
    .values({
      ...{ ...place, scope_type, scope_id, scope_name, year },
      ...valuesOf(step),
      ...{ create_by: username, update_by: username },
    })
    .onConflict((same) => same.columns(['province_code', 'scope_type', 'scope_id', 'year']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

async function storeCalc(trx: Trx, step: CalcStep, username: string): Promise<number | undefined> {
  if (step.isNew) return insertCalc(trx, step, username)
  const { id, provinceCode } = step.record
  await trx
    .updateTable('year_calc')
    .set({ ...valuesOf(step), version: sql`version + 1`, update_by: username, update_time: sql`now()` })
    .where('province_code', '=', provinceCode)
    .where('id', '=', id)
    .execute()
  return id
}

/** Writes the calculations of their author. An office has one a year. */
export async function storeCalcs(
  trx: Trx,
  steps: readonly CalcStep[],
  { user }: StepContext,
): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = []
  for (const step of steps) ids.push(await storeCalc(trx, step, user.username))
  return ids
}

export const warnedCalc = (
  { row }: LiveYearCalc,
  item: YearCalcItem,
): components['schemas']['ReviewWarning'][] => withReasons(calcIssues(row), item)

/** Tells the office that a calculation was returned to: its author's, or the one that answers to the nation. */
export function returnedCalc(
  { record, request, line }: CalcStep,
  office: number | null,
  { user }: StepContext,
): AnyMessage {
  const { id, scope_name: name, year } = record.row
  const purpose = line.returns === 'author' ? 'write' : 'review'
  return {
    code: 'year-calc.returned',
    to: { offices: [office] },
    values: { id, name, office: user.orgName, opinion: request.opinion ?? '', year, purpose },
  }
}
