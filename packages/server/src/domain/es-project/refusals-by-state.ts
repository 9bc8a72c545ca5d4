import { CountryStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { Db } from '../../db/database.ts'
import { conflict, type HttpError, NOT_ALLOWED } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { HINTS, refusedBy, type StateRefusal } from '../flow/refused-by.ts'
import { officesOf, type PlaceNow, placeNow } from './place-now.ts'
import type { ProjectRow } from './query.ts'
import { moveOf } from './states.ts'
import { EDITABLE, holderOf } from './waiting.ts'

/** The way that is left to a caller whose step the state of a project refuses. */
function hintFor(row: ProjectRow, user: Caller, { holder }: PlaceNow): string | undefined {
  const isOwn = row.org_id === user.orgId
  if (isOwn && EDITABLE.includes(row.declare_status)) return HINTS.rewrite
  if (moveOf(user, row, 'WITHDRAW', 'province')) return '可在其签收前撤回。'
  if (holder !== undefined && (isOwn || holderOf(row) === deptKinds.nation)) return HINTS.askBack(holder)
  return row.country_status === CountryStatus.stored && holder === undefined ? HINTS.reopen : undefined
}

/** Why steps on projects are refused by their state, by id. */
export async function refusalsByState(db: Db, rows: readonly ProjectRow[], user: Caller) {
  if (rows.length === 0) return new Map<number, StateRefusal>()
  const officeOf = await officesOf(db, rows)
  return refusedBy(
    db,
    'PROJECT',
    rows.map((row) => {
      const place = placeNow(row, officeOf)
      return { id: row.id, state: place.state, holder: place.holder, hint: hintFor(row, user, place) }
    }),
  )
}

/** The refusal of a step on one project by its state. */
export async function notNow(db: Db, row: ProjectRow, user: Caller): Promise<HttpError> {
  const { code, message } = (await refusalsByState(db, [row], user)).get(row.id) ?? NOT_ALLOWED
  return conflict(code, message)
}
