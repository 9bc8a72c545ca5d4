import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import { staleVersion } from '../../errors.ts'
import { groupedBy } from '../grouped.ts'
import type { LiveRecord, RecordKind } from './kind.ts'
import { planSteps } from './plan-steps.ts'
import { collecting, failureOf, type Placed, type Refuse, type Refused, refuseAll } from './refuse.ts'
import type { Step, StepContext, StepItem, StepOutcome, StepRequest } from './step.ts'
import { writeSteps } from './write-steps.ts'

type BatchResult = components['schemas']['BatchResult']

type UndoOffer = NonNullable<BatchResult['undo']>
type Offer = UndoOffer & Required<Pick<UndoOffer, 'ids'>>

type Kind<Live extends LiveRecord, Item extends StepItem> = RecordKind<ReviewedKind, Live, Item>

/**
 * Takes one action on records of a kind, all or none.
 * @throws HttpError 400, 403, 404, 409 or 423
 */
export async function takeSteps<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  items: readonly Item[],
  request: StepRequest,
  ctx: StepContext,
): Promise<StepOutcome> {
  const planned = await planSteps(trx, kind, items, request, { ctx, refuse: refuseAll })
  const steps = planned.map(({ value }) => value)
  const { ids, undo } = await writeSteps(trx, kind, steps, request, ctx)
  return {
    undo,
    ids: ids.map((id) => {
      if (id === undefined) throw staleVersion()
      return id
    }),
  }
}

/** Takes one action on those of the records that it is allowed on. Returns their ids and why the others are refused. */
export async function takeEach<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  items: readonly Item[],
  request: StepRequest,
  ctx: StepContext,
): Promise<StepOutcome & { refused: readonly Refused[] }> {
  const { refuse, refused } = collecting()
  const planned = await planSteps(trx, kind, items, request, { ctx, refuse })
  if (planned.length === 0) return { ids: [], undo: undefined, refused }
  const steps = planned.map(({ value }) => value)
  const { ids, undo } = await writeSteps(trx, kind, steps, request, ctx)
  for (const [index, { place }] of planned.entries())
    if (ids[index] === undefined) refuse(place, staleVersion())
  return { ids: ids.flatMap((id) => id ?? []), undo, refused }
}

/**
 * Writes steps, those whose effects last apart: they do not take the undo from the others. Those that another call was
 * faster with are refused. Returns the offer to undo, with the records that it is of.
 */
async function writeApart<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  planned: readonly Placed<Step<Live, Item>>[],
  { request, ctx, refuse }: { request: StepRequest; ctx: StepContext; refuse: Refuse },
): Promise<Offer | undefined> {
  let offer: Offer | undefined
  for (const own of groupedBy(planned, ({ value }) => kind.isLasting?.(value) ?? false).values()) {
    const steps = own.map(({ value }) => value)
    const { ids, undo } = await writeSteps(trx, kind, steps, request, ctx)
    for (const [index, { place }] of own.entries())
      if (ids[index] === undefined) refuse(place, staleVersion())
    if (undo) offer ??= { ...undo, ids: ids.flatMap((id) => id ?? []) }
  }
  return offer
}

/** An offer to undo as a reply has it: its records only if others were taken besides. */
const offerOf = ({ ids, ...offer }: Offer, taken: number): UndoOffer =>
  ids.length < taken ? { ...offer, ids } : offer

/**
 * Takes one action on those of the records that it is allowed on, as `takeEach` does, and says by id which were taken and
 * why the others were not. The offer to undo is of those whose effects do not last.
 * @param items one for each record
 */
export async function takeBatch<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  items: readonly (Item & { id: number })[],
  request: StepRequest,
  ctx: StepContext,
): Promise<BatchResult> {
  const failures = new Map<number, BatchResult['failed'][number]>()
  const refuse = (place: number, error: unknown) => {
    const id = items[place]?.id ?? 0
    failures.set(id, { id, ...failureOf(error) })
  }
  const planned = await planSteps(trx, kind, items, request, { ctx, refuse })
  const offer = await writeApart(trx, kind, planned, { request, ctx, refuse })
  const ids = items.map(({ id }) => id)
  const succeeded = ids.filter((id) => !failures.has(id))
  return {
    succeeded,
    ...(offer ? { undo: offerOf(offer, succeeded.length) } : {}),
    failed: ids.flatMap((id) => failures.get(id) ?? []),
  }
}
