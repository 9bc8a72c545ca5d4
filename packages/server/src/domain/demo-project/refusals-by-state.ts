import type { Db } from '../../db/database.ts'
import { conflict, type HttpError, NOT_ALLOWED } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { refusedNow } from '../flow/refused-now.ts'
import type { DemoRefusal } from './flow-request.ts'
import { mentionedDemo } from './mentioned.ts'
import type { DemoRecord } from './query.ts'
import { isConcealed, REVIEW_STATES } from './sight.ts'

/** Says nothing of the steps of the review, which the history keeps sealed. */
const SEALED: DemoRefusal = { code: NOT_ALLOWED.code, message: '评审中，暂不能办理' }

const sealedRefusal = (row: DemoRecord, user: Caller): DemoRefusal | undefined => {
  if (isConcealed(user, row)) return SEALED
  return REVIEW_STATES.includes(row.status) ? NOT_ALLOWED : undefined
}

/** Why steps on projects are refused by their state, by id. */
export async function refusalsByState(
  db: Db,
  rows: readonly DemoRecord[],
  user: Caller,
): Promise<Map<number, DemoRefusal>> {
  const refusals = new Map<number, DemoRefusal>()
  for (const row of rows) {
    const sealed = sealedRefusal(row, user)
    if (sealed) refusals.set(row.id, sealed)
  }
  const open = rows.filter(({ id }) => !refusals.has(id)).map((row) => mentionedDemo(row, user))
  // The nation reopens a project of the review alone, which is told of nothing here.
  for (const [{ id }, { message }] of await refusedNow(db, { code: 'DEMO', reopens: () => false }, open))
    refusals.set(id, { code: NOT_ALLOWED.code, message })
  return refusals
}

/** The refusal of a step on one project by its state. */
export async function notNow(db: Db, row: DemoRecord, user: Caller): Promise<HttpError> {
  const { message } = (await refusalsByState(db, [row], user)).get(row.id) ?? NOT_ALLOWED
  return conflict(NOT_ALLOWED.code, message)
}
