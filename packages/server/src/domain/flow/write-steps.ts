import { ReportStatus } from '@xinchu/contract/codes'
import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { groupedBy } from '../grouped.ts'
import { draftContents } from '../remarks/drafts.ts'
import { reply } from '../reply.ts'
import { storeMissing } from '../submissions/store.ts'
import type { LiveRecord, RecordKind } from './kind.ts'
import { noteFlow, noteStepEvents } from './notes.ts'
import type { Step, StepContext, StepItem, StepOutcome, StepRequest, Taken } from './step.ts'
import { writeReportReview } from './step-review.ts'
import { tellSteps } from './tell-steps.ts'
import { asDraft, type Kept, keepForUndo, offerUndo } from './undo-offer.ts'
import { undoableSeconds } from './undo-time.ts'

type Kind<Live extends LiveRecord, Item extends StepItem> = RecordKind<ReviewedKind, Live, Item>

/** Seconds after which messages about steps appear: those for undoing them. */
const delayOf = <Live extends LiveRecord, Item extends StepItem>(
  { isLasting }: Kind<Live, Item>,
  steps: readonly Step<Live, Item>[],
  context: StepContext,
): number => (steps.every((step) => step.line.undo && !isLasting?.(step)) ? undoableSeconds(context) : 0)

type Draft = NonNullable<Kept['draft']>

/** A reviewer's words as a draft: those of the request, and what was saved before of which the request says nothing. */
const draftBefore = ({ remarks }: StepItem, { opinion, dueDate }: StepRequest, saved?: Draft): Draft => ({
  ...saved,
  ...reply<Draft>({
    opinion: opinion || undefined,
    dueDate,
    remarks: remarks?.length ? remarks : undefined,
  }),
})

/** Keeps the records before their steps, with the reviewer's words as drafts. */
async function keep(
  trx: Trx,
  kind: Pick<RecordKind, 'code' | 'undo'>,
  steps: readonly Step[],
  request: StepRequest,
  { user }: StepContext,
): Promise<Kept[]> {
  const isReviewers = ({ line }: Step) => !line.by.includes('author') && request.action !== 'SUBMIT'
  const reviewed = steps.filter(isReviewers).map(({ record }) => record.id)
  const saved = await draftContents(trx, kind.code, reviewed, user)
  const before = steps.map((step) => ({
    id: step.record.id,
    provinceCode: step.record.provinceCode,
    version: step.record.version,
    state: step.record.columns,
    ...(isReviewers(step) ? { draft: draftBefore(step.item, request, saved.get(step.record.id)) } : {}),
  }))
  return keepForUndo(trx, kind, before)
}

/** Writes the states of records whose content stays. */
async function writeStates(
  trx: Trx,
  { table }: Pick<RecordKind, 'table'>,
  steps: readonly Step[],
  { opinion }: StepRequest,
  { user }: StepContext,
): Promise<void> {
  const rows = steps.map(({ record, to }) => ({
    province_code: record.provinceCode,
    id: record.id,
    status: to,
  }))
  await sql`
    update ${sql.table(table)} t set status = n.status, last_opinion = coalesce(${opinion ?? null}, t.last_opinion),
      version = t.version + 1, update_by = ${user.username}, update_time = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(province_code text, id bigint, status text)
    where t.province_code = n.province_code and t.id = n.id`.execute(trx)
}

/** Writes the records. Returns their ids in the order of the steps. */
async function store<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: readonly Step<Live, Item>[],
  request: StepRequest,
  ctx: StepContext,
): Promise<(number | undefined)[]> {
  const writing = steps.filter(({ line }) => line.writes)
  const others = steps.filter(({ line }) => !line.writes)
  const written = writing.length > 0 ? ((await kind.store?.(trx, writing, ctx)) ?? []) : []
  if (others.length > 0 && kind.move) await kind.move(trx, others, ctx)
  else if (others.length > 0) await writeStates(trx, kind, others, request, ctx)
  const ids = new Map(writing.map((step, place) => [step, written[place]]))
  return steps.map((step) => (step.line.writes ? ids.get(step) : step.record.id))
}

/** Writes the history and the events. Repeated saves record one step. */
async function note<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: readonly Taken<Live, Item>[],
  { action, opinion, dueDate }: StepRequest,
  { user }: StepContext,
): Promise<void> {
  const { noted = (state) => state, isSealed } = kind
  const noteOf = (step: Taken<Live, Item>) => {
    const { id, record, isNew, line, item, to } = step
    const sent = line.returns ? { dueDate, remarkCount: item.remarks?.length || 1 } : {}
    return {
      provinceCode: record.provinceCode,
      id,
      action,
      from: isNew ? null : noted(record.state, item),
      to: noted(to, item),
      opinion,
      ...sent,
      ...(isSealed ? { isSealed: isSealed(step) } : {}),
    }
  }
  const isAgain = ({ isNew }: Pick<Step, 'isNew'>) => action === 'SAVE' && !isNew
  const again = steps.filter(isAgain)
  await noteFlow(trx, kind, steps.filter((step) => !isAgain(step)).map(noteOf), user)
  await noteStepEvents(trx, kind, again.map(noteOf), user)
}

/** A stored step with its record afterwards. */
type Done<Live extends LiveRecord, Item extends StepItem> = Taken<Live, Item> & { after: Live }

/** The steps with their records afterwards, of those that the caller still sees. */
async function afterwards<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: readonly Taken<Live, Item>[],
  action: StepRequest['action'],
  ctx: StepContext,
): Promise<Done<Live, Item>[]> {
  const ids = steps.map(({ id }) => id)
  const isReviewed =
    action === 'SUBMIT' || steps.some(({ line }) => line.decides || line.returns || line.writes)
  const loaded = await (kind.reload?.(trx, ids, ctx, isReviewed) ?? kind.load(trx, ids, ctx.user))
  const records = new Map(loaded.map((record) => [record.id, record]))
  return steps.flatMap((step) => {
    const after = records.get(step.id)
    return after ? [{ ...step, after }] : []
  })
}

/** Writes what the review keeps of the steps: submissions, remarks and their states. */
async function review<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: readonly Done<Live, Item>[],
  request: StepRequest,
  { user, now }: StepContext,
): Promise<void> {
  // Most steps of a request are one group, whatever way their records take: statements and locks do not grow with it.
  const groupOf = ({ line }: Done<Live, Item>) =>
    [line.writes, line.decides, line.returns, line.sendsDown, line.answers].join()
  for (const own of groupedBy(steps, groupOf).values()) {
    const [{ line } = {}] = own
    if (!line) continue
    const dealt = own.map(({ after, item }) => ({
      record: after,
      draft: item,
      warnings: kind.warned?.(after, item) ?? [],
    }))
    await writeReportReview(trx, kind.code, dealt, request, { user, now, line })
  }
}

/**
 * Writes steps that are allowed: the records, their history and events, what the review keeps of them, the messages about
 * them, and what undoing restores. Returns the ids in the order of the steps; none for a new record that another call has
 * just made.
 */
export async function writeSteps<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: readonly Step<Live, Item>[],
  request: StepRequest,
  ctx: StepContext,
): Promise<Pick<StepOutcome, 'undo'> & { ids: (number | undefined)[] }> {
  const { code } = kind
  const returned = kind.isPlain
    ? []
    : steps.filter(({ record, line }) => line.writes && record.state !== ReportStatus.draft)
  await storeMissing(
    trx,
    code,
    returned.map(({ record }) => record),
  )
  const after = delayOf(kind, steps, ctx)
  const known = steps.filter(({ isNew }) => !isNew)
  const kept = after && known.length > 0 ? await keep(trx, kind, known, request, ctx) : []
  const ids = await store(trx, kind, steps, request, ctx)
  const taken = steps.flatMap((step, place) => {
    const id = ids[place]
    return id === undefined ? [] : [{ ...step, id }]
  })
  await note(trx, kind, taken, request, ctx)
  const done = await afterwards(trx, kind, taken, request.action, ctx)
  const messageIds = await tellSteps(trx, kind, done, request, { ctx, after })
  if (!kind.isPlain) await review(trx, kind, done, request, ctx)
  await kind.after?.(trx, taken, ctx)
  const also = (await ctx.further?.(trx)) ?? []
  const { user, now, undoSeconds: seconds } = ctx
  const drafts = taken.filter(({ isNew }) => isNew).map(({ id, record }) => asDraft(id, record.provinceCode))
  const undo =
    after && taken.length > 0
      ? await offerUndo(trx, code, [...kept, ...drafts], { user, now, seconds, messageIds, also })
      : undefined
  return { ids, undo }
}
