import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import { tellAll } from '../messages/tell.ts'
import { officesDealing } from '../review/offices.ts'
import type { LiveRecord, RecordKind } from './kind.ts'
import type { StepContext, StepItem, Taken } from './step.ts'

/** The level that has a record, or its author. */
const holderOf = (record: LiveRecord) => {
  const { current } = record.way()
  return current === undefined || current === 'end' ? 'author' : current
}

/**
 * Tells the offices that get returned records.
 * @param after seconds after which the messages appear
 * @returns the ids of the messages
 */
export async function tellSteps<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  { returned }: RecordKind<ReviewedKind, Live, Item>,
  steps: readonly (Taken<Live, Item> & { after: Live })[],
  ctx: StepContext,
  after: number,
): Promise<number[]> {
  const back = steps.filter(({ line }) => line.returns)
  if (!returned || back.length === 0) return []
  const officesOf = await officesDealing(
    trx,
    back.map((step) => step.after),
  )
  const told = back.map((step) =>
    returned(step, officesOf(step.after).get(holderOf(step.after))?.id ?? null, ctx),
  )
  return tellAll(trx, told, { after })
}
