import type { Db } from '../../db/database.ts'
import { badRequest, opinionMissing, STALE } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { gapsOf, gapWords, materialsOf } from './completeness.ts'
import { feedbackRefusals } from './feedback.ts'
import { reviewConditions } from './flow-conditions.ts'
import type { DemoFlowRequest, DemoRefusal } from './flow-request.ts'
import { reviewRefusals } from './flow-review.ts'
import { type DemoStep, needsOpinion } from './flow-table.ts'
import { formalRefusals } from './formal-check.ts'
import type { DemoRecord } from './query.ts'
import { quotaRefusal } from './quota.ts'
import { refusalsByState } from './refusals-by-state.ts'
import { repeatRefusals } from './repeats.ts'
import { isStoppedByReceipt, partyOf, stepOf } from './states.ts'
import { demoWindows } from './window.ts'

export interface PlannedStep {
  row: DemoRecord
  step: DemoStep
}

export interface DemoPlan {
  moves: readonly PlannedStep[]
  refusals: ReadonlyMap<number, DemoRefusal>
}

const MOST_NAMED = 10

/** @throws HttpError 400 for a request that says too little for its action */
export function assertRequest({ action, opinion, ...more }: DemoFlowRequest): void {
  if (needsOpinion(action) && !opinion?.trim()) {
    if (action === 'RETURN') throw opinionMissing()
    throw badRequest('M-015', '意见：请写明原因', 'opinion')
  }
  if (action === 'ANNOUNCE' && !(more.announceNo?.trim() && more.announceDate))
    throw badRequest('M-016', '公布须给出文号与日期', more.announceNo?.trim() ? 'announceDate' : 'announceNo')
  if (action === 'EXCELLENT_PASS' && !more.excellentType)
    throw badRequest('M-016', '优选入选须给出类别', 'excellentType')
}

/** Refuses incomplete projects, naming what is missing. */
async function gapRefusals(db: Db, rows: readonly DemoRecord[]): Promise<Map<number, DemoRefusal>> {
  const materials = await materialsOf(
    db,
    rows.map(({ id }) => id),
  )
  const refusals = new Map<number, DemoRefusal>()
  for (const row of rows) {
    const own = materials.get(row.id)
    const gaps = own ? gapsOf(row, own) : []
    if (gaps.length === 0) continue
    const named = gaps.slice(0, MOST_NAMED).map(gapWords).join('；')
    refusals.set(row.id, {
      ...(gaps[0]?.code ? { code: gaps[0].code } : {}),
      message: `还差 ${gaps.length} 项：${named}${gaps.length > MOST_NAMED ? '等' : ''}`,
      errors: gaps.map(({ field, label, code, message }) => ({
        field,
        caption: label,
        ...(code ? { code } : {}),
        message,
      })),
    })
  }
  return refusals
}

/** Refusals that follow from a step by itself: state, version, receipt, time. */
async function ownRefusals(
  db: Db,
  rows: readonly DemoRecord[],
  { action, versions }: DemoFlowRequest,
  user: Caller,
  now: Date,
): Promise<Map<number, DemoRefusal>> {
  const seen = new Map(versions?.map(({ id, version }) => [id, version]))
  const windows = await demoWindows(db, user, now)
  const refusals = new Map<number, DemoRefusal>()
  const stuck: DemoRecord[] = []
  for (const row of rows) {
    const party = partyOf(user, row)
    const isBound =
      (action === 'SUBMIT' || action === 'PASS') && (party === 'author' || party === 'recommender')
    if ((seen.get(row.id) ?? row.version) !== row.version) refusals.set(row.id, STALE)
    else if (isStoppedByReceipt(user, row, action))
      refusals.set(row.id, { code: 'M-014', message: '上级已签收，不能撤回' })
    else if (!stepOf(user, row, action)) stuck.push(row)
    else if (isBound && !windows.mayAct(row)) refusals.set(row.id, windows.closureOf(row))
  }
  for (const [id, refusal] of await refusalsByState(db, stuck, user)) refusals.set(id, refusal)
  return refusals
}

/** Decides for each project whether and where it moves. Writes nothing. */
export async function planSteps(
  db: Db,
  rows: readonly DemoRecord[],
  request: DemoFlowRequest,
  user: Caller,
  now: Date,
): Promise<DemoPlan> {
  const { action } = request
  const refusals = await ownRefusals(db, rows, request, user, now)
  const ready = () => rows.filter(({ id }) => !refusals.has(id))
  const add = (more: ReadonlyMap<number, DemoRefusal>) => {
    for (const [id, refusal] of more) refusals.set(id, refusal)
  }
  if (action === 'SUBMIT') add(await gapRefusals(db, ready()))
  if (action === 'ACCEPT') add(await formalRefusals(db, ready()))
  add(await reviewRefusals(db, ready(), request, user))
  add(await reviewConditions(db, { action, ids: ready().map(({ id }) => id) }, now))
  add(
    await feedbackRefusals(
      db,
      ready().map(({ id }) => id),
      request,
    ),
  )
  if (action === 'PASS') {
    add(await repeatRefusals(db, ready(), request, user))
    add(await quotaRefusal(db, ready()))
  }
  const moves = ready().flatMap((row) => {
    const step = stepOf(user, row, action)
    return step ? [{ row, step }] : []
  })
  return { moves, refusals }
}
