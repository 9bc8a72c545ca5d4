import type { Db } from '../../db/database.ts'
import { conflict, type HttpError, NOT_ALLOWED } from '../../errors.ts'
import { officeNames } from '../review/offices.ts'
import type { RecordKind } from './kind.ts'
import type { LiveRecord } from './record.ts'
import { refusedBy } from './refused-by.ts'

/** What a caller can do with a record that is not in the state for his step. */
function hintFor({ isAuthor, isOpen }: LiveRecord, holder: string | undefined, isOver: boolean) {
  if (isOver) return '已归档，须由国家能源主管部门退回重报。'
  if (!isAuthor) return undefined
  if (isOpen) return '可修改后重新提交。'
  return holder && `如需修改，可请${holder}退回。`
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
