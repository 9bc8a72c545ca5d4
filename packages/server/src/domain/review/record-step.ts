import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { noteFlow, noteStepEvents } from '../flow-notes.ts'
import { aloneRefused, ItemRefusal } from '../general-items/problem.ts'
import { needsOpinion, type ReportAction } from '../general-items/states.ts'
import { asDraft, delayOf, undoable } from '../general-items/undo.ts'
import type { Reviewed, ReviewedEntity } from './records.ts'
import { remarksOf } from './remarks.ts'
import { assertReview, writeReportReview } from './report-review.ts'
import { storeMissing } from './submissions.ts'
import { keepForUndo, offerUndo } from './undo.ts'

type Schemas = components['schemas']

/** The parts of a request that concern a step, for all kinds of records. */
export interface StepRequest {
  action: ReportAction
  opinion?: string | undefined
  dueDate?: string | undefined
  remarks?: Schemas['RemarkDraft'][]
  closeRemarks?: boolean | undefined
}

/** A record before a step: its row, and how the review sees what is stored and what is written. */
interface Before {
  row: { id: number; province_code: string; version: number; status: ReportStatus }
  stored: Reviewed
  written: Reviewed
}

/** A step of one record that its state allows, with what only its kind knows. */
export interface RecordStep {
  entity: ReviewedEntity
  provinceCode: string
  before: Before | undefined
  to: ReportStatus
  /** True if a return goes to the author, not to an office between author and nation. */
  isToAuthor: boolean
  /** Writes the record and returns its id. */
  store(): Promise<number>
  /** The record after it was written. */
  load(id: number): Promise<Reviewed>
  /** Notifies the office that gets the returned record, after some seconds. Returns the ids of the messages. */
  tell(id: number, after: number): Promise<number[]>
}

/** The result of a step. */
export interface Taken {
  id: number
  undo: Schemas['UndoOffer'] | undefined
}

export interface Means {
  user: Caller
  now: Date
  /** Seconds for undoing; 0 offers none. */
  undoSeconds: number
}

/** Refuses a step that the remarks do not allow. @throws HttpError 400 or 409 */
async function assertRemarks(
  trx: Trx,
  { entity, before }: RecordStep,
  request: StepRequest,
  user: Caller,
): Promise<void> {
  if (!before) return
  const { id } = before.row
  const remarks = (await remarksOf(trx, entity, [id])).get(id) ?? []
  try {
    assertReview(before.written, { remarks: request.remarks ?? [] }, request, { remarks, user })
  } catch (error) {
    throw error instanceof ItemRefusal ? aloneRefused(error) : error
  }
}

/**
 * Takes a step: writes the record, its history, what the review keeps of it, and tells the office that it was returned to.
 * @throws HttpError 400 or 409 if remarks do not allow it
 */
export async function takeRecordStep(
  trx: Trx,
  step: RecordStep,
  request: StepRequest,
  { user, now, undoSeconds }: Means,
): Promise<Taken> {
  const { entity, provinceCode, before, to, isToAuthor } = step
  const { action, opinion, dueDate, remarks = [] } = request
  await assertRemarks(trx, step, request, user)
  const isReturned = before?.stored.isOpen && before.row.status !== ReportStatus.draft
  if (isReturned) await storeMissing(trx, entity, [before.stored])
  const after = delayOf(request, undoSeconds)
  const kept =
    after && before ? await keepForUndo(trx, entity, [undoable(entity, before.row, request, request)]) : []
  const id = await step.store()
  const isReturn = needsOpinion(action)
  const sent = isReturn ? { dueDate, remarkCount: remarks.length || 1 } : {}
  // Repeated saves record one step.
  const note = { provinceCode, id, action, from: before?.row.status ?? null, to, opinion, ...sent }
  if (action === 'SAVE' && before) await noteStepEvents(trx, entity, [note], user)
  else await noteFlow(trx, entity, [note], user)
  const messageIds = isReturn ? await step.tell(id, after) : []
  const dealt = { record: await step.load(id), draft: { remarks }, warnings: [] }
  await writeReportReview(trx, entity, [dealt], request, { user, now, isToAuthor })
  const records = before ? kept : [asDraft(id, provinceCode)]
  const offer = { user, now, seconds: undoSeconds, messageIds }
  return { id, undo: after ? await offerUndo(trx, entity, records, offer) : undefined }
}
