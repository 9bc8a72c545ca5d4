import type { Db } from '../../db/database.ts'
import { conflict, type HttpError, NOT_ALLOWED } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { refusedNow } from '../flow/refused-now.ts'
import { mentionedProject } from './mentioned.ts'
import type { ProjectRow } from './query.ts'

/** Why steps on projects are refused by their state, by id. */
export async function refusalsByState(
  db: Db,
  rows: readonly ProjectRow[],
  user: Caller,
): Promise<Map<number, HttpError>> {
  const records = rows.map((row) => mentionedProject(row, user))
  const refusals = await refusedNow(db, { code: 'PROJECT', reopens: () => false }, records)
  return new Map([...refusals].map(([{ id }, refusal]) => [id, refusal]))
}

/** The refusal of a step on one project by its state. */
export const notNow = async (db: Db, row: ProjectRow, user: Caller): Promise<HttpError> =>
  (await refusalsByState(db, [row], user)).get(row.id) ?? conflict(NOT_ALLOWED.code, NOT_ALLOWED.message)
