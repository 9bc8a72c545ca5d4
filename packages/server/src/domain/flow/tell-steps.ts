import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import { labelIn } from '../dict/label.ts'
import { type AnyMessage, tellAll } from '../messages/tell.ts'
import { officesDealing } from './dealing.ts'
import type { LiveRecord, RecordKind } from './kind.ts'
import type { StepContext, StepItem, StepRequest, Taken } from './step.ts'
import { tellMoved } from './tell-moved.ts'

type Kind<Live extends LiveRecord, Item extends StepItem> = RecordKind<ReviewedKind, Live, Item>
type Done<Live extends LiveRecord, Item extends StepItem> = Taken<Live, Item> & { after: Live }

/** The level that has a record, or its author. */
const holderOf = (record: LiveRecord) => {
  const { current } = record.way()
  return current === undefined || current === 'end' ? 'author' : current
}

/** The messages to the offices that get returned records. */
async function returnsOf<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  { returned }: Kind<Live, Item>,
  steps: readonly Done<Live, Item>[],
  ctx: StepContext,
): Promise<AnyMessage[]> {
  const back = steps.filter(({ line }) => line.returns)
  if (!returned || back.length === 0) return []
  const officesOf = await officesDealing(
    trx,
    back.map((step) => step.after),
  )
  return back.map((step) => returned(step, officesOf(step.after).get(holderOf(step.after))?.id ?? null, ctx))
}

/**
 * Tells the offices that steps concern: who gets returned records, and the news of the others.
 * @param after seconds after which the messages appear
 * @returns the ids of the messages
 */
export async function tellSteps<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: readonly Done<Live, Item>[],
  { action }: StepRequest,
  { ctx, after }: { ctx: StepContext; after: number },
): Promise<number[]> {
  const { code, links } = kind
  const told = steps.filter((step) => !kind.isQuiet?.(step))
  const moved = told.map(({ record: before, line: { returns }, after: now }) => ({
    before,
    after: now,
    returns,
  }))
  const [first] = told
  const verb = (first && kind.verb?.(first)) ?? labelIn('flow_action', action)
  const move = { action, verb, user: ctx.user, after }
  const own = (await kind.tells?.(trx, steps, ctx)) ?? []
  const returned = await tellAll(trx, [...(await returnsOf(trx, kind, steps, ctx)), ...own], { after })
  return [...returned, ...(links ? await tellMoved(trx, { code, links }, moved, move) : [])]
}
