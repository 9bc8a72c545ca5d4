import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import { type FieldProblem, opinionMissing, STALE } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reviewedUsage } from '../kinds/usage/record.ts'
import { reviewedYearCalc } from '../kinds/year-calc/record.ts'
import { writeReportReview } from '../review/report-review.ts'
import { storeMissing } from '../review/submissions.ts'
import { keepForUndo, offerUndo } from '../review/undo.ts'
import { type ItemProblem, ItemRefusal, refuse, refuseWhole } from './problem.ts'
import { needsOpinion } from './states.ts'
import { asDraft, delayOf, undoable } from './undo.ts'
import { usageIssues } from './usage-check.ts'
import { findUsage, keyText } from './usage-rows.ts'
import { type ItemsRequest, planUsage, type UsagePlan, usageContext, writeUsage } from './usage-save.ts'
import { usageItems } from './usage-view.ts'
import { calcIssues, withReasons } from './warnings.ts'
import { findYearCalcs, type YearCalcRecord } from './year-calc-rows.ts'
import { calcContext, type SavedCalc, saveYearCalc } from './year-calc-save.ts'
import { yearCalcItems } from './year-calc-view.ts'

type Request = components['schemas']['GeneralItemsRequest']
type Result = components['schemas']['GeneralItemsResult']
type Draft = Request['items'][number]
type UndoOffer = components['schemas']['UndoOffer']

/** An item with its place in the request, from 1. */
interface Numbered {
  row: number
  draft: Draft
}

class Problems {
  readonly list: ItemProblem[] = []

  /** Handles one item. Records a refusal and returns undefined. */
  async of<T>(row: number, handle: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await handle()
    } catch (error) {
      if (!(error instanceof ItemRefusal)) throw error
      this.list.push(...error.problems.map((problem) => ({ ...problem, row })))
      return undefined
    }
  }
}

const twice = (): ItemRefusal =>
  refuse(400, { code: 'U-013', message: '同一项目同一季度在本次提交中重复' }, 'usage.projectId')

/** Parameters of a batch. */
interface Means {
  user: Caller
  now: Date
  problems: Problems
  /** Seconds for undoing; 0 offers none. */
  undoSeconds: number
}

/** Result of the items of one kind. */
interface Outcome {
  ids: number[]
  undo: UndoOffer | undefined
}

/** A returned report. What it held is stored before its first change, if no submission of it is stored. */
const isReturned = <T extends { status: string }>(before: T | undefined): before is T =>
  before?.status === ReportStatus.returned || before?.status === ReportStatus.returnedByNation

const NONE: Outcome = { ids: [], undo: undefined }

interface PlannedUsage {
  plan: UsagePlan
  row: number
  draft: Draft
}

/** Plans the items that can be saved. Each station and quarter occurs once. */
async function planAll(
  trx: Trx,
  items: readonly Numbered[],
  request: ItemsRequest,
  { user, now, problems }: Means,
): Promise<PlannedUsage[]> {
  const drafts = items.map(({ draft }) => draft)
  const context = await usageContext(trx, drafts, request, user, now)
  const planned = new Map<string, PlannedUsage>()
  for (const { row, draft } of items) {
    const plan = await problems.of(row, () => {
      const made = planUsage(draft, request, context, user)
      if (planned.has(keyText(made.usage))) throw twice()
      return made
    })
    if (plan) planned.set(keyText(plan.usage), { plan, row, draft })
  }
  return [...planned.values()]
}

/** Stores the decision on saved reports, with the warnings of each and its author's reasons. */
async function reviewUsage(
  trx: Trx,
  done: readonly (PlannedUsage & { id: number })[],
  request: ItemsRequest,
  { user, now }: Means,
): Promise<void> {
  const rows = await findUsage(trx, { ids: done.map(({ id }) => id), keys: [] }, user)
  const drafts = new Map(done.map(({ id, draft }) => [id, draft]))
  const reviewed = rows.map((row) => {
    const draft = drafts.get(row.id) ?? { itemType: 'USAGE' as const }
    return { record: reviewedUsage(row, user), draft, warnings: withReasons(usageIssues(row), draft) }
  })
  const isToAuthor = done.every(({ plan }) => plan.to !== ReportStatus.returnedByNation)
  await writeReportReview(trx, 'USAGE', reviewed, request, { user, now, isToAuthor })
}

async function saveUsage(
  trx: Trx,
  items: readonly Numbered[],
  request: ItemsRequest,
  means: Means,
): Promise<Outcome> {
  const { user, now, problems, undoSeconds: seconds } = means
  const planned = await planAll(trx, items, request, means)
  const returned = planned.flatMap(({ plan: { before } }) =>
    isReturned(before) ? [reviewedUsage(before, user)] : [],
  )
  await storeMissing(trx, 'USAGE', returned)
  const after = delayOf(request, seconds)
  const changed = planned.flatMap(({ plan, draft }) =>
    plan.before ? [undoable('USAGE', plan.before, draft, request)] : [],
  )
  const kept = after ? await keepForUndo(trx, 'USAGE', changed) : []
  const plans = planned.map(({ plan }) => plan)
  const { ids, messageIds } = await writeUsage(trx, plans, request, { user, after })
  const done = ids.flatMap((id, index) => {
    const own = planned[index]
    if (id !== undefined && own) return [{ ...own, id }]
    problems.list.push({ row: own?.row ?? 1, status: 409, field: 'version', ...STALE })
    return []
  })
  await reviewUsage(trx, done, request, means)
  const made = done.filter(({ plan }) => !plan.before)
  const all = [...kept, ...made.map(({ id, plan }) => asDraft(id, plan.station.province_code))]
  const undo =
    after && done.length > 0
      ? await offerUndo(trx, 'USAGE', all, { user, now, seconds, messageIds })
      : undefined
  return { ids: done.map(({ id }) => id), undo }
}

/** Whether a return of a calculation goes to its author, not to the office between him and the nation. */
const isReturnedToAuthor = ({ chain }: SavedCalc, { status }: YearCalcRecord) =>
  chain === 'nation' || status !== ReportStatus.returnedByNation

async function saveYearCalcs(
  trx: Trx,
  items: readonly Numbered[],
  request: ItemsRequest,
  means: Means,
): Promise<Outcome> {
  const { user, now, problems } = means
  const after = delayOf(request, means.undoSeconds)
  const context = await calcContext(trx, { user, now, after })
  const done = new Map<number, { saved: SavedCalc; draft: Draft }>()
  for (const { row, draft } of items) {
    const saved = await problems.of(row, () => saveYearCalc(trx, draft, request, context))
    if (saved && !done.has(saved.id)) done.set(saved.id, { saved, draft })
  }
  const ids = [...done.keys()]
  const dealt = (await findYearCalcs(trx, ids, user)).flatMap((row) => {
    const { saved, draft } = done.get(row.id) ?? {}
    if (!saved || !draft) return []
    const record = reviewedYearCalc(row, user)
    return [{ row, saved, record, draft, warnings: withReasons(calcIssues(row), draft) }]
  })
  await storeMissing(
    trx,
    'YEARCALC',
    dealt.flatMap(({ saved: { before } }) => (isReturned(before) ? [reviewedYearCalc(before, user)] : [])),
  )
  for (const isToAuthor of [true, false]) {
    const own = dealt.filter(({ saved, row }) => isToAuthor === isReturnedToAuthor(saved, row))
    await writeReportReview(trx, 'YEARCALC', own, request, { user, now, isToAuthor })
  }
  const kept = dealt.flatMap(({ saved, row }) =>
    saved.before ? saved.kept : [asDraft(row.id, row.province_code)],
  )
  const messageIds = dealt.flatMap(({ saved }) => saved.messageIds)
  return {
    ids,
    undo:
      after && ids.length > 0
        ? await offerUndo(trx, 'YEARCALC', kept, { user, now, seconds: means.undoSeconds, messageIds })
        : undefined,
  }
}

const fieldProblem = ({ status: _status, ...problem }: ItemProblem): FieldProblem & { row?: number } =>
  problem

/**
 * Saves, submits or reviews periodic forms independently.
 * @throws HttpError 403, 404, 409 or 423 if none was handled and all failed for that reason
 */
export async function saveGeneralItems(
  trx: Trx,
  request: Request,
  user: Caller,
  { now, undoSeconds = 0 }: { now: Date; undoSeconds?: number },
): Promise<Result> {
  if (needsOpinion(request.action) && !request.opinion?.trim()) throw opinionMissing()
  const items = request.items.map((draft, index) => ({ row: index + 1, draft }))
  const ofType = (type: Draft['itemType']) => items.filter(({ draft }) => draft.itemType === type)
  const problems = new Problems()
  const usage = ofType('USAGE')
  const calcs = ofType('YEARCALC')
  const means = { user, now, problems, undoSeconds }
  const { ids: usageIds, undo: usageUndo } =
    usage.length > 0 ? await saveUsage(trx, usage, request, means) : NONE
  const { ids: calcIds, undo: calcUndo } =
    calcs.length > 0 ? await saveYearCalcs(trx, calcs, request, means) : NONE
  if (usageIds.length + calcIds.length === 0) refuseWhole(problems.list)
  const rows = usageIds.length > 0 ? await findUsage(trx, { ids: usageIds, keys: [] }, user) : []
  const found = calcIds.length > 0 ? await findYearCalcs(trx, calcIds, user) : []
  // A batch is of one kind; of a mixed one no part is undone without the other.
  const undo = usageUndo && calcUndo ? undefined : (usageUndo ?? calcUndo)
  return {
    ...(undo ? { undo } : {}),
    saved: [...(await usageItems(trx, rows, user)), ...(await yearCalcItems(trx, found, user))],
    errors: problems.list.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)).map(fieldProblem),
  }
}
