import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import {
  answerMissing,
  forbidden,
  notFound,
  opinionMissing,
  staleVersion,
  windowClosed,
} from '../../errors.ts'
import { labelIn } from '../dict/label.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { remarksOf } from '../remarks/store.ts'
import type { Finder, LiveRecord, RecordKind } from './kind.ts'
import { type Placed, passing, type Refuse } from './refuse.ts'
import { refusedNow } from './refused-now.ts'
import type { Step, StepContext, StepItem, StepRequest } from './step.ts'
import { assertReview } from './step-review.ts'
import { stepOf } from './table.ts'

type Kind<Live extends LiveRecord, Item extends StepItem> = RecordKind<ReviewedKind, Live, Item>

/** A step that is asked for. */
type Asked<Live extends LiveRecord, Item extends StepItem> = Pick<
  Step<Live, Item>,
  'record' | 'item' | 'request' | 'isNew'
>

type Planned<Live extends LiveRecord, Item extends StepItem> = Placed<Step<Live, Item>>[]

const valuesOf = <T>(items: readonly Placed<T>[]): T[] => items.map(({ value }) => value)

/** Finds records by their ids, or begins them. @throws HttpError 400, 403, 404 or 409 */
async function byId<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  items: readonly Item[],
  ctx: StepContext,
): Promise<Finder<Live, Item>> {
  const ids = items.flatMap(({ id }) => id ?? [])
  const stored = ids.length > 0 ? await kind.load(trx, ids, ctx.user, true) : []
  const records = new Map(stored.map((record) => [record.id, record]))
  const fresh = items.filter(({ id }) => id === undefined)
  const begun = fresh.length > 0 ? ((await kind.begin?.(trx, fresh, ctx)) ?? []) : []
  const find = (item: Item): Live => {
    const record = item.id === undefined ? begun[fresh.indexOf(item)] : records.get(item.id)
    if (!record) throw notFound(labelIn('review_entity', kind.code))
    if (item.id !== undefined && record.version !== item.version) throw staleVersion()
    return record
  }
  return { find }
}

/** The steps that role and state allow. The others are refused: 403 for an office without a role, 409 in another state, 400 without words. */
async function allowed<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  asked: readonly Placed<Asked<Live, Item>>[],
  { user }: StepContext,
  refuse: Refuse,
): Promise<Planned<Live, Item>> {
  const lineOf = ({ record, item, request: { action } }: Asked<Live, Item>) =>
    kind.lineOf
      ? kind.lineOf(record, item, action)
      : stepOf(kind.flowOf?.(record) ?? kind.flow, record.state, action, record.parties)
  const entitled = await passing(asked, refuse, (one) => {
    const { record, request } = one
    if (kind.assertEntitled) kind.assertEntitled(request.action, record)
    else if (record.parties.size === 0 || kind.bars?.(request.action, user)) throw forbidden()
    return { ...one, line: lineOf(one) }
  })
  const due = entitled.filter(
    ({ value: { line, record, request } }) => line || !kind.isDone?.(record, request.action),
  )
  const reopens = (record: Live) =>
    (kind.flowOf?.(record) ?? kind.flow).steps.REOPEN?.some(({ from }) => from.includes(record.state)) ??
    false
  const stuck = valuesOf(due).flatMap(({ line, record }) => (line ? [] : [record]))
  const refusals = await refusedNow(trx, { code: kind.code, reopens }, stuck)
  return passing(due, refuse, ({ line, ...one }) => {
    const { record, request } = one
    if (!line) throw refusals.get(record)
    if (line.returns && !request.opinion?.trim()) throw opinionMissing()
    if (line.answers && line.opinion && !request.opinion?.trim()) throw answerMissing()
    return { ...one, line, to: line.to ?? record.state }
  })
}

/** The steps whose periods are open to the caller. The others are refused: 423. */
async function open<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  { window }: Kind<Live, Item>,
  steps: Planned<Live, Item>,
  { user, now }: StepContext,
  refuse: Refuse,
): Promise<Planned<Live, Item>> {
  const bound = steps.filter(({ value: { request } }) => window?.binds.includes(request.action))
  if (!window || bound.length === 0) return steps
  const closureOf = await closureCheck(trx, window.type, user, now)
  return passing(steps, refuse, (step) => {
    const closure = window.binds.includes(step.request.action) ? closureOf(window.period(step)) : undefined
    if (closure) throw windowClosed(closure)
    return step
  })
}

/** The steps that the remarks allow. The others are refused: 400 or 409. */
async function reviewable<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: Planned<Live, Item>,
  ctx: StepContext,
  refuse: Refuse,
): Promise<Planned<Live, Item>> {
  const known = valuesOf(steps).filter(({ isNew }) => !isNew)
  if (known.length === 0) return steps
  const remarks = await remarksOf(
    trx,
    kind.code,
    known.map(({ record }) => record.id),
  )
  const writing = known.filter(({ line }) => line.writes)
  const contents = writing.length > 0 ? ((await kind.written?.(trx, writing, ctx)) ?? []) : []
  const contentOf = new Map(writing.map((step, place) => [step, contents[place]]))
  return passing(steps, refuse, (step) => {
    const { record, item, request, isNew } = step
    if (isNew) return step
    const content = contentOf.get(step) ?? record.content
    const stored = { remarks: remarks.get(record.id) ?? [], user: ctx.user, line: step.line }
    assertReview({ ...record, content }, item, request, stored)
    return step
  })
}

/** The first step of each record. Further ones of a request are refused. */
function once<Live extends LiveRecord, Item extends StepItem>(
  { assertFirst }: Kind<Live, Item>,
  steps: Planned<Live, Item>,
  refuse: Refuse,
): Promise<Planned<Live, Item>> {
  const seen = new Set<Live>()
  return passing(steps, refuse, (step) => {
    if (seen.has(step.record)) {
      assertFirst?.(step)
      throw staleVersion()
    }
    seen.add(step.record)
    return step
  })
}

/** The steps that are allowed together. The others are refused. */
async function together<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: Planned<Live, Item>,
  ctx: StepContext,
  refuse: Refuse,
): Promise<Planned<Live, Item>> {
  const refusals = steps.length > 0 ? await kind.together?.(trx, valuesOf(steps), ctx) : undefined
  return passing(steps, refuse, (step) => {
    const refusal = refusals?.get(step)
    if (refusal) throw refusal
    return step
  })
}

/**
 * Decides which steps of a request may be taken, in a number of statements that does not grow with its items. Refuses in
 * this order: absent, changed by others, role, state, words, window, what the kind checks, remarks, twice, too many.
 */
export async function planSteps<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  items: readonly Item[],
  request: StepRequest,
  { ctx, refuse }: { ctx: StepContext; refuse: Refuse },
): Promise<Planned<Live, Item>> {
  const { find } = await (kind.finder?.(trx, items, ctx) ?? byId(trx, kind, items, ctx))
  const placed = items.map((value, place) => ({ place, value }))
  const asked = await passing(placed, refuse, (item) => {
    const record = find(item)
    return { record, item, request, isNew: record.id === 0 }
  })
  const able = await allowed(trx, kind, asked, ctx, refuse)
  const timely = await open(trx, kind, able, ctx, refuse)
  const checker = await kind.checker?.(trx, valuesOf(timely), ctx)
  const checked = await passing(timely, refuse, async (step) =>
    checker ? { ...step, item: await checker.check(step) } : step,
  )
  const single = await once(kind, await reviewable(trx, kind, checked, ctx, refuse), refuse)
  return together(trx, kind, single, ctx, refuse)
}
