import type { Trx } from '../../db/database.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { draftOf, dropDrafts, putDrafts, type ReviewDraft } from '../remarks/drafts.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import { reply } from '../reply.ts'
import { specAt } from '../values/words.ts'
import { requireReviewed } from './records.ts'

/** Refuses remarks on fields that the kind of record does not have. @throws HttpError 400 */
function assertFields({ shape }: Pick<Reviewed, 'shape'>, remarks: readonly { field?: string }[]): void {
  const wrong = remarks.find(({ field }) => field !== undefined && !specAt(shape, field))
  if (wrong) {
    const message = `没有“${wrong.field ?? ''}”这一项`
    throw badRequest('W-031', message, [{ field: 'remarks', message }])
  }
}

/**
 * Replaces the caller's draft about a record.
 * @throws HttpError 400 for a field that the record does not have, 404, 409 if the record does not wait for the caller
 */
export async function saveDraft(trx: Trx, draft: ReviewDraft, user: Caller): Promise<ReviewDraft> {
  const record = await requireReviewed(trx, draft, user)
  const { entity: _entity, entityId: _id, savedAt: _saved, ...content } = draft
  assertFields(record, content.remarks ?? [])
  const isEmpty = !content.opinion && !content.reason && !content.dueDate && !content.remarks?.length
  if (isEmpty) await dropDrafts(trx, record.entity, [record.id], user)
  else if (!record.mayDecide) throw conflict('W-033', '此件不再由本单位办理，草稿没有保存')
  else await putDrafts(trx, record.entity, [{ id: record.id, content }], user)
  return (
    (await draftOf(trx, record, user)) ?? reply<ReviewDraft>({ entity: record.entity, entityId: record.id })
  )
}
