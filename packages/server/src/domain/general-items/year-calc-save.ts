import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { checkRecord, checkYearCalc, codes, completeYearCalcRow, messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { type Closure, NOT_ALLOWED, STALE } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { areOwnFiles } from '../files/own.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { noteFlow, noteStepEvents } from '../flow-notes.ts'
import { reviewedYearCalc, shape } from '../kinds/year-calc/record.ts'
import { tellEach } from '../messages/tell.ts'
import { canonical } from '../review/canonical.ts'
import { officesAt } from '../review/offices.ts'
import { assertReview, reportRemarks } from '../review/report-review.ts'
import { type Kept, keepForUndo } from '../review/undo.ts'
import { absent, ItemRefusal, refuse } from './problem.ts'
import { needsOpinion, type ReportChain, reportMove } from './states.ts'
import { undoable } from './undo.ts'
import type { ItemsRequest } from './usage-save.ts'
import {
  findYearCalc,
  type YearCalc,
  type YearCalcRecord,
  yearCalcFields,
  yearCalcOf,
} from './year-calc-rows.ts'
import { type CalcScope, chainOf, ownScope, reviewerOf, yearCalcParts } from './year-calc-scope.ts'

type Draft = components['schemas']['GeneralItemDraft']

const FOREIGN_SCOPE = { code: 'Y-009', message: '只能填报本地区或本单位的年度测算' } as const

/** Data shared by all calculations of a batch. */
export interface CalcContext {
  user: Caller
  scope: CalcScope | undefined
  /** Reason why a year is closed to the caller. */
  closureOf(period: { year: number }): Closure | undefined
  /** Seconds after which messages appear. */
  after: number
}

/** A calculation after its step. */
export interface SavedCalc {
  id: number
  before: YearCalcRecord | undefined
  chain: ReportChain
  messageIds: number[]
  /** Undo data of the step. */
  kept: Kept[]
}

export async function calcContext(
  db: Db,
  { user, now, after }: { user: Caller; now: Date; after: number },
): Promise<CalcContext> {
  const closureOf = await closureCheck(db, 'YEARCALC', user, now)
  return { user, scope: await ownScope(db, user), closureOf, after }
}

async function existing(db: Db, { id, version, yearCalc }: Draft, user: Caller) {
  const by = id === undefined ? yearCalc : { id }
  const row = by && (await findYearCalc(db, by, user, true))
  if (id !== undefined && !row) throw absent('填报项', 'id')
  if (row && version !== row.version) throw refuse(409, STALE, 'version')
  const isSame =
    !row ||
    !yearCalc ||
    (yearCalc.scopeType === row.scope_type && yearCalc.scopeId === row.scope_id && yearCalc.year === row.year)
  if (!isSame) throw refuse(400, { code: 'Y-008', message: '测算范围与年度不能修改' }, 'yearCalc.scopeId')
  return row
}

const captions = new Map(yearCalcFields.map(({ name, caption }) => [name, caption]))

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

/** A calculation as it is stored, with the sums of its rows. */
const contentWith = (calculation: YearCalc): YearCalc => ({
  ...calculation,
  rows: (calculation.rows ?? []).map(completeYearCalcRow),
})

const contentOf = (calculation: YearCalc) => ({
  rows: JSON.stringify((calculation.rows ?? []).map(completeYearCalcRow)),
  planned_investment: calculation.plannedInvestment ?? null,
  target2027_power: calculation.target2027Power ?? null,
  target2030_power: calculation.target2030Power ?? null,
  basis: calculation.basis ?? null,
  attachment_ids: calculation.attachmentIds ?? null,
})

/** Plans a new calculation of an office. @throws ItemRefusal if it is not the office's own */
function begin(calculation: YearCalc, { scope, user }: CalcContext) {
  const isOwn = scope?.scopeType === calculation.scopeType && scope.scopeId === calculation.scopeId
  if (!scope || !isOwn) throw refuse(403, FOREIGN_SCOPE, 'yearCalc.scopeId')
  return {
    province_code: scope.provinceCode,
    scope_type: scope.scopeType,
    scope_id: scope.scopeId,
    scope_name: scope.scopeName,
    year: calculation.year,
    city_code: scope.cityCode ?? null,
    county_code: scope.countyCode ?? null,
    org_id: user.orgId,
    owner_group_id: user.ownerGroupId ?? null,
  }
}

async function store(
  trx: Trx,
  before: YearCalcRecord | undefined,
  place: ReturnType<typeof begin> | undefined,
  values: ReturnType<typeof contentOf> & { status: ReportStatus; last_opinion: string | null },
  user: Caller,
): Promise<number> {
  if (before) {
    await trx
      .updateTable('year_calc')
      .set({ ...values, version: sql`version + 1`, update_by: user.username, update_time: sql`now()` })
      .where('province_code', '=', before.province_code)
      .where('id', '=', before.id)
      .execute()
    return before.id
  }
  if (!place) throw absent('填报项', 'id')
  const made = await trx
    .insertInto('year_calc')
    .values({ ...place, ...values, create_by: user.username, update_by: user.username })
    .onConflict((same) => same.columns(['province_code', 'scope_type', 'scope_id', 'year']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse(409, STALE, 'version')
  return made.id
}

/** Handles one calculation. @throws ItemRefusal */
export async function saveYearCalc(
  trx: Trx,
  draft: Draft,
  request: ItemsRequest,
  context: CalcContext,
): Promise<SavedCalc> {
  const { user } = context
  const { action, opinion, dueDate } = request
  const before = await existing(trx, draft, user)
  const isWriting = action === 'SAVE' || action === 'SUBMIT'
  const calculation = isWriting && draft.yearCalc ? draft.yearCalc : before && yearCalcOf(before)
  if (!calculation) throw refuse(400, { code: codes.nonEmpty, message: '请填写年度测算' }, 'yearCalc')
  const place = before ? undefined : begin(calculation, context)
  const placed = before ?? (place && { ...place, review_levels: null })
  if (!placed) throw absent('填报项', 'id')
  const parts = yearCalcParts(placed, user)
  if (isWriting && !parts.has('author')) throw refuse(403, FOREIGN_SCOPE, 'yearCalc.scopeId')
  const from = before?.status ?? ReportStatus.draft
  const chain = chainOf(placed)
  const to = reportMove(chain, from, action, parts)
  if (to === undefined) throw refuse(409, NOT_ALLOWED)
  const closure = context.closureOf({ year: calculation.year })
  if (closure) throw refuse(423, closure)
  if (isWriting) {
    assertContent(calculation, action === 'SUBMIT' ? 'submit' : 'draft')
    if (!(await areOwnFiles(trx, calculation.attachmentIds ?? [], user, before?.attachment_ids ?? [])))
      throw refuse(400, { code: codes.file, message: `附件：${messages.file}` }, 'yearCalc.attachmentIds')
  }
  if (before) {
    const content = canonical(contentWith(calculation), shape)
    const remarks = (await reportRemarks(trx, 'YEARCALC', [before.id])).get(before.id) ?? []
    assertReview({ ...reviewedYearCalc(before, user), content }, draft, request, { remarks, user })
  }
  const kept =
    before && context.after
      ? await keepForUndo(trx, 'YEARCALC', [undoable('YEARCALC', before, draft, request)])
      : []
  const last_opinion = opinion ?? before?.last_opinion ?? null
  const id = await store(trx, before, place, { ...contentOf(calculation), status: to, last_opinion }, user)
  const step = { provinceCode: placed.province_code, id, action, from: before ? from : null, to }
  if (action === 'SAVE' && before) await noteStepEvents(trx, 'YEARCALC', [step], user)
  else await noteFlow(trx, 'YEARCALC', [{ ...step, opinion, dueDate }], user)
  const messageIds =
    needsOpinion(action) && before
      ? await tellReturn(trx, before, to, { opinion: opinion ?? '', user, after: context.after })
      : []
  return { id, before, chain, messageIds, kept }
}

/** Tells the office that a calculation was returned to: its author's, or the one that answers to the nation. */
async function tellReturn(
  trx: Trx,
  before: YearCalcRecord,
  to: ReportStatus,
  { opinion, user, after }: { opinion: string; user: Caller; after: number },
): Promise<number[]> {
  const reviewer = to === ReportStatus.returnedByNation ? reviewerOf(before) : undefined
  const code = reviewer === deptKinds.city ? before.city_code : before.province_code
  const isToReviewer = reviewer !== undefined && code !== null
  const officeAt = isToReviewer ? await officesAt(trx, [reviewer], [code]) : undefined
  const office = isToReviewer ? (officeAt?.(reviewer, code)?.id ?? null) : before.org_id
  const purpose = isToReviewer ? ('review' as const) : ('write' as const)
  const { id, scope_name: name, year } = before
  const values = { id, name, office: user.orgName, opinion, year, purpose }
  return tellEach(trx, 'year-calc.returned', [{ to: { offices: [office] }, values }], { after })
}
