import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import { forbidden, notFound, opinionMissing, staleVersion, windowClosed } from '../../errors.ts'
import { labelIn } from '../dict/label.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { aloneRefused, ItemRefusal } from '../general-items/problem.ts'
import { remarksOf } from '../review/remarks.ts'
import { assertReview } from '../review/report-review.ts'
import type { LiveRecord, RecordKind } from './kind.ts'
import { refusedNow } from './refused-now.ts'
import type { Step, StepContext, StepItem, StepOutcome, StepRequest } from './step.ts'
import { stepOf } from './table.ts'
import { writeSteps } from './write-steps.ts'

type Kind<Live extends LiveRecord, Item extends StepItem> = RecordKind<ReviewedKind, Live, Item>

/** The records of a request in the order of its items, locked. @throws HttpError 400, 403, 404 or 409 */
async function recordsOf<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  items: readonly Item[],
  ctx: StepContext,
): Promise<Live[]> {
  const ids = items.flatMap(({ id }) => id ?? [])
  const stored = ids.length > 0 ? await kind.load(trx, ids, ctx.user, true) : []
  const byId = new Map(stored.map((record) => [record.id, record]))
  const fresh = items.filter(({ id }) => id === undefined)
  const begun = fresh.length > 0 ? ((await kind.begin?.(trx, fresh, ctx)) ?? []) : []
  return items.map((item) => {
    const record = item.id === undefined ? begun[fresh.indexOf(item)] : byId.get(item.id)
    if (!record) throw notFound(labelIn('review_entity', kind.code))
    if (item.id !== undefined && record.version !== item.version) throw staleVersion()
    return record
  })
}

/** The step that the flow allows. @throws HttpError 403 for an office without a role, 409 in another state, 400 without words */
async function allowed<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  { record, item, request }: Pick<Step<Live, Item>, 'record' | 'item' | 'request'>,
  { user }: StepContext,
): Promise<Step<Live, Item>> {
  const { flow, bars } = kind
  if (record.parties.size === 0 || bars?.(request.action, user)) throw forbidden()
  const line = stepOf(flow, record.state, request.action, record.parties)
  if (!line) throw await refusedNow(trx, kind, record)
  // A pass asks for words about what the nation returned, and does without.
  if (line.returns && !request.opinion?.trim()) throw opinionMissing()
  return { request, item, record, line, to: line.to ?? record.state, isNew: item.id === undefined }
}

/** @throws HttpError 423 if a period of the steps is closed to the caller */
async function assertOpen<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  { window }: Kind<Live, Item>,
  steps: readonly Step<Live, Item>[],
  { user, now }: StepContext,
): Promise<void> {
  const bound = steps.filter(({ request }) => window?.binds.includes(request.action))
  if (!window || bound.length === 0) return
  const closureOf = await closureCheck(trx, window.type, user, now)
  for (const step of bound) {
    const closure = closureOf(window.period(step))
    if (closure) throw windowClosed(closure)
  }
}

/** Refuses steps that the remarks do not allow. @throws HttpError 400 or 409 */
async function assertRemarks<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  steps: readonly Step<Live, Item>[],
  ctx: StepContext,
): Promise<void> {
  const known = steps.filter(({ isNew }) => !isNew)
  if (known.length === 0) return
  const ids = known.map(({ record }) => record.id)
  const remarks = await remarksOf(trx, kind.code, ids)
  const writing = known.filter(({ line }) => line.writes)
  const contents = writing.length > 0 ? ((await kind.written?.(trx, writing, ctx)) ?? []) : []
  for (const step of known) {
    const { record, item, request } = step
    const content = contents[writing.indexOf(step)] ?? record.content
    try {
      const stored = { remarks: remarks.get(record.id) ?? [], user: ctx.user }
      assertReview({ ...record, content }, item, request, stored)
    } catch (error) {
      throw error instanceof ItemRefusal ? aloneRefused(error) : error
    }
  }
}

/**
 * Takes one action on records of a kind, all or none, in a number of statements that does not grow with them. Refuses in
 * this order: absent, changed by others, role, state, words, window, what the kind checks, remarks.
 * @throws HttpError 400, 403, 404, 409 or 423
 */
export async function takeSteps<Live extends LiveRecord, Item extends StepItem>(
  trx: Trx,
  kind: Kind<Live, Item>,
  items: readonly Item[],
  request: StepRequest,
  ctx: StepContext,
): Promise<StepOutcome> {
  const records = await recordsOf(trx, kind, items, ctx)
  const asked: Step<Live, Item>[] = []
  for (const [place, item] of items.entries()) {
    const record = records[place]
    if (record) asked.push(await allowed(trx, kind, { record, item, request }, ctx))
  }
  await assertOpen(trx, kind, asked, ctx)
  const checked = await kind.check?.(trx, asked, ctx)
  const steps = asked.map((step, place) => ({ ...step, item: checked?.[place] ?? step.item }))
  await assertRemarks(trx, kind, steps, ctx)
  return writeSteps(trx, kind, steps, request, ctx)
}
