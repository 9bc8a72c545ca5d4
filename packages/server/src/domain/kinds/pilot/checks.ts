import type { Trx } from '../../../db/database.ts'
import { HttpError, windowClosed } from '../../../errors.ts'
import type { Checker } from '../../flow/kind.ts'
import type { StepContext } from '../../flow/step.ts'
import { gapsOf, gapWords, materialsOf } from '../../pilot-project/completeness.ts'
import { feedbackRefusals } from '../../pilot-project/feedback.ts'
import { reviewConditions } from '../../pilot-project/flow-conditions.ts'
import type { PilotRefusal } from '../../pilot-project/flow-request.ts'
import { formalRefusals } from '../../pilot-project/formal-verdicts.ts'
import type { PilotRecord } from '../../pilot-project/query.ts'
import { quotaRefusal } from '../../pilot-project/quota.ts'
import { repeatRefusals } from '../../pilot-project/repeats.ts'
import { partRefusals } from '../../pilot-project/whole-batch.ts'
import { type PilotWindows, pilotWindows } from '../../pilot-project/window.ts'
import type { LivePilot } from './record.ts'
import type { PilotItem, PilotStep } from './steps.ts'

type Refusals = ReadonlyMap<number, PilotRefusal>

const MOST_NAMED = 10

/** Refuses incomplete projects, naming what is missing. */
async function gapRefusals(trx: Trx, rows: readonly PilotRecord[]): Promise<Refusals> {
  const materials = await materialsOf(
    trx,
    rows.map(({ id }) => id),
  )
  const refusals = new Map<number, PilotRefusal>()
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

const rowsOf = (steps: readonly PilotStep[]): PilotRecord[] => steps.map(({ record }) => record.row)

const refusing = ({ message, ...more }: PilotRefusal): HttpError => new HttpError(409, message, more)

/** Refusals by the materials and by the experts' review, in the order in which they are said. */
async function refusalsOf(
  trx: Trx,
  steps: readonly PilotStep[],
  { user, now }: StepContext,
): Promise<Refusals[]> {
  const [first] = steps
  if (!first) return []
  const { said } = first.item
  const { action } = said
  const rows = rowsOf(steps)
  const ids = rows.map(({ id }) => id)
  return [
    ...(action === 'SUBMIT' ? [await gapRefusals(trx, rows)] : []),
    ...(action === 'ACCEPT' ? [await formalRefusals(trx, rows)] : []),
    await reviewConditions(trx, { action, ids }, now),
    await feedbackRefusals(trx, ids, said),
    ...(action === 'PASS' ? [await repeatRefusals(trx, rows, said, user)] : []),
  ]
}

/** @throws HttpError 423 for an applicant or a recommender who is late */
function assertInTime({ row, party }: LivePilot, windows: PilotWindows | undefined): void {
  const isBound = party === 'author' || party === 'recommender'
  if (windows && isBound && !windows.mayAct(row)) throw windowClosed(windows.closureOf(row))
}

/** Checks the time, the materials, and what the experts' review allows. */
export async function pilotChecker(
  trx: Trx,
  steps: readonly PilotStep[],
  ctx: StepContext,
): Promise<Checker<LivePilot, PilotItem>> {
  const isBound = steps.some(({ request: { action } }) => action === 'SUBMIT' || action === 'PASS')
  const windows = isBound ? await pilotWindows(trx, ctx.user, ctx.now) : undefined
  const refusals = await refusalsOf(trx, steps, ctx)
  const check = ({ item, record }: PilotStep): PilotItem => {
    assertInTime(record, windows)
    const own = refusals.flatMap((each) => each.get(record.id) ?? [])
    if (own[0]) throw refusing(own[0])
    return item
  }
  return { check }
}

/** Refuses all recommendations of a batch if there are more than places, and an announcement of a part of it. */
export async function asWhole(
  trx: Trx,
  steps: readonly PilotStep[],
): Promise<ReadonlyMap<PilotStep, HttpError>> {
  const of = (action: PilotStep['request']['action']) =>
    steps.filter(({ request }) => request.action === action)
  const [passing, announcing] = [of('PASS'), of('ANNOUNCE')]
  const refusals = new Map<number, PilotRefusal>([
    ...(await quotaRefusal(trx, rowsOf(passing))),
    ...(await partRefusals(trx, rowsOf(announcing))),
  ])
  return new Map(
    steps.flatMap((step) => {
      const refusal = refusals.get(step.record.id)
      return refusal ? [[step, refusing(refusal)] as const] : []
    }),
  )
}
