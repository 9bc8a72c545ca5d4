import type { Db } from '../../db/database.ts'
import { conflict, type HttpError, NOT_ALLOWED } from '../../errors.ts'
import { officeNames } from '../review/offices.ts'
import type { RecordKind } from './kind.ts'
import type { LiveRecord } from './record.ts'
import { HINTS, refusedBy } from './refused-by.ts'

/** The way that is left to a caller whose step the state of a record refuses. */
function hintFor({ isAuthor, isOpen }: LiveRecord, holder: string | undefined, isOver: boolean) {
  if (isOver) return HINTS.reopen
  if (!isAuthor) return undefined
  if (isOpen) return HINTS.rewrite
  return holder && HINTS.askBack(holder)
}

/** The refusal of a step on a record by its state. */
export async function refusedNow(
  db: Db,
  { code }: Pick<RecordKind, 'code'>,
  record: LiveRecord,
): Promise<HttpError> {
  const { current, stages, reached } = record.way()
  const names = await officeNames(db, record.place, record.orgId)
  const holder = current === undefined || current === 'end' ? undefined : names.get(current)
  const isOver = current === undefined && reached >= stages.length
  const state = record.task().statusLabel
  const refusals = await refusedBy(db, code, [
    { id: record.id, state, holder, hint: hintFor(record, holder, isOver) },
  ])
  return conflict(NOT_ALLOWED.code, refusals.get(record.id)?.message ?? NOT_ALLOWED.message)
}
