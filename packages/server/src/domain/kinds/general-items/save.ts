import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../../db/database.ts'
import { type FieldProblem, opinionMissing } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import { type ItemProblem, refuseWhole } from '../../flow/problem.ts'
import { needsOpinion } from '../../flow/report-states.ts'
import type { StepContext, StepOutcome } from '../../flow/step.ts'
import { takeEach } from '../../flow/take-steps.ts'
import { findUsage } from '../../general-items/usage-rows.ts'
import { usageItems } from '../../general-items/usage-view.ts'
import { findYearCalcs } from '../../general-items/year-calc-rows.ts'
import { yearCalcItems } from '../../general-items/year-calc-view.ts'
import { usage } from '../usage/kind.ts'
import { yearCalc } from '../year-calc/kind.ts'

type Request = components['schemas']['GeneralItemsRequest']
type Result = components['schemas']['GeneralItemsResult']
type Draft = Request['items'][number]

/** An item with its place in the request, from 1. */
interface Numbered {
  row: number
  draft: Draft
}

interface Handled extends StepOutcome {
  problems: ItemProblem[]
}

/** Handles the items of one kind. */
async function handle<Live extends LiveRecord>(
  trx: Trx,
  kind: RecordKind<ReviewedKind, Live, Draft>,
  items: readonly Numbered[],
  request: Request,
  ctx: StepContext,
): Promise<Handled> {
  if (items.length === 0) return { ids: [], undo: undefined, problems: [] }
  const { action, opinion, dueDate, closeRemarks } = request
  const { refused, ...outcome } = await takeEach(
    trx,
    kind,
    items.map(({ draft }) => draft),
    { action, opinion, dueDate, closeRemarks },
    ctx,
  )
  return {
    ...outcome,
    problems: refused.map(({ place, ...problem }) => ({ ...problem, row: items[place]?.row ?? 1 })),
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
  const ctx = { user, now, undoSeconds }
  const usages = await handle(trx, usage, ofType('USAGE'), request, ctx)
  const calcs = await handle(trx, yearCalc, ofType('YEARCALC'), request, ctx)
  const problems = [...usages.problems, ...calcs.problems]
  if (usages.ids.length + calcs.ids.length === 0) refuseWhole(problems)
  const rows = usages.ids.length > 0 ? await findUsage(trx, { ids: usages.ids, keys: [] }, user) : []
  const found = calcs.ids.length > 0 ? await findYearCalcs(trx, calcs.ids, user) : []
  // A batch is of one kind; of a mixed one no part is undone without the other.
  const undo = usages.undo && calcs.undo ? undefined : (usages.undo ?? calcs.undo)
  return {
    ...(undo ? { undo } : {}),
    saved: [...(await usageItems(trx, rows, user)), ...(await yearCalcItems(trx, found, user))],
    errors: problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)).map(fieldProblem),
  }
}
