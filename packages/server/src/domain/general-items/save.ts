import type { components } from '@xinchu/sdk/schema'
import type { Trx } from '../../db/database.ts'
import { coded, type FieldProblem, opinionMissing, STALE } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type ItemProblem, ItemRefusal, refuse, refuseWhole } from './problem.ts'
import { needsOpinion } from './states.ts'
import { findUsage } from './usage-rows.ts'
import { type ItemsRequest, planUsage, type UsagePlan, usageContext, writeUsage } from './usage-save.ts'
import { usageItems } from './usage-view.ts'
import { findYearCalc, type YearCalcRecord } from './year-calc-rows.ts'
import { calcContext, saveYearCalc } from './year-calc-save.ts'
import { yearCalcItems } from './year-calc-view.ts'

type Request = components['schemas']['GeneralItemsRequest']
type Result = components['schemas']['GeneralItemsResult']
type Draft = Request['items'][number]

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

async function saveUsage(
  trx: Trx,
  items: readonly Numbered[],
  request: ItemsRequest,
  { user, now, problems }: { user: Caller; now: Date; problems: Problems },
): Promise<number[]> {
  const context = await usageContext(
    trx,
    items.map(({ draft }) => draft),
    request,
    user,
    now,
  )
  const planned = new Map<string, { plan: UsagePlan; row: number }>()
  for (const { row, draft } of items) {
    const plan = await problems.of(row, () => {
      const made = planUsage(draft, request, context, user)
      if (planned.has(`${made.usage.projectId}/${made.usage.year}/${made.usage.quarter}`)) throw twice()
      return made
    })
    if (plan) planned.set(`${plan.usage.projectId}/${plan.usage.year}/${plan.usage.quarter}`, { plan, row })
  }
  const plans = [...planned.values()]
  const ids = await writeUsage(
    trx,
    plans.map(({ plan }) => plan),
    request,
    user,
  )
  return ids.flatMap((id, index) => {
    if (id !== undefined) return [id]
    problems.list.push({ row: plans[index]?.row ?? 1, status: 409, field: 'version', ...STALE })
    return []
  })
}

async function saveYearCalcs(
  trx: Trx,
  items: readonly Numbered[],
  request: ItemsRequest,
  { user, now, problems }: { user: Caller; now: Date; problems: Problems },
): Promise<number[]> {
  const context = await calcContext(trx, user, now)
  const ids: number[] = []
  for (const { row, draft } of items) {
    const id = await problems.of(row, () => saveYearCalc(trx, draft, request, context))
    if (id !== undefined && !ids.includes(id)) ids.push(id)
  }
  return ids
}

const fieldProblem = ({ status: _status, ...problem }: ItemProblem): FieldProblem & { row?: number } =>
  coded(problem)

/**
 * Saves, submits or reviews periodic forms independently.
 * @throws HttpError 403, 404, 409 or 423 if none was handled and all failed for that reason
 */
export async function saveGeneralItems(trx: Trx, request: Request, user: Caller, now: Date): Promise<Result> {
  if (needsOpinion(request.action) && !request.opinion?.trim()) throw opinionMissing()
  const items = request.items.map((draft, index) => ({ row: index + 1, draft }))
  const ofType = (type: Draft['itemType']) => items.filter(({ draft }) => draft.itemType === type)
  const problems = new Problems()
  const usage = ofType('USAGE')
  const calcs = ofType('YEARCALC')
  const means = { user, now, problems }
  const usageIds = usage.length > 0 ? await saveUsage(trx, usage, request, means) : []
  const calcIds = calcs.length > 0 ? await saveYearCalcs(trx, calcs, request, means) : []
  if (usageIds.length + calcIds.length === 0) refuseWhole(problems.list)
  const rows = usageIds.length > 0 ? await findUsage(trx, { ids: usageIds, keys: [] }, user) : []
  const found: YearCalcRecord[] = []
  for (const id of calcIds) {
    const row = await findYearCalc(trx, { id }, user)
    if (row) found.push(row)
  }
  return {
    saved: [...(await usageItems(trx, rows, user)), ...(await yearCalcItems(trx, found, user))],
    errors: problems.list.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)).map(fieldProblem),
  }
}
