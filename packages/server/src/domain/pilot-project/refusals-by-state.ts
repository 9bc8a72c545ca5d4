import type { Db } from '../../db/database.ts'
import { conflict, type HttpError, NOT_ALLOWED } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { refusedNow } from '../flow/refused-now.ts'
import { mentionedPilot } from './mentioned.ts'
import type { PilotRecord } from './query.ts'

/** The refusal of a step on one project by its state. */
export async function notNow(db: Db, row: PilotRecord, user: Caller): Promise<HttpError> {
  const record = mentionedPilot(row, user)
  // The nation reopens a project of the review alone, whose state is not told.
  const refusals = await refusedNow(db, { code: 'DEMO', reopens: () => false }, [record])
  return refusals.get(record) ?? conflict(NOT_ALLOWED.code, NOT_ALLOWED.message)
}
