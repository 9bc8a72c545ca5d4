import { RemarkStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { warningsOfLast } from '../submissions/warnings.ts'
import { type AskedKind, sentTo } from './reach.ts'

/** Remarks of records that wait for an answer or for being closed, and warnings of their last submission. */
export interface ReviewCounts {
  warningCount: number
  remarkCount: number
  answeredCount: number
}

/** SQL condition: the record has remarks that the caller sees and that are not closed. */
export const isRemarked = (kind: AskedKind, id: RawBuilder<unknown>, user: Caller): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from review_remark r where r.entity = ${kind.code} and r.entity_id = ${id}
    and r.status in (${RemarkStatus.open}, ${RemarkStatus.answered}) and ${sentTo(user, [kind])})`

/** Counts of the review for rows of a list, by record, in one query. */
export async function reviewCounts(
  db: Db,
  kind: AskedKind,
  ids: readonly number[],
  user: Caller,
): Promise<Map<number, ReviewCounts>> {
  if (ids.length === 0) return new Map()
  const entity = kind.code
  const sent = sentTo(user, [kind])
  const { rows } = await sql<{ id: number; warnings: number; open: number; answered: number }>`
    select x.id,
      ${warningsOfLast(entity, sql`x.id`)} as warnings,
      (select count(*) from review_remark r where r.entity = ${entity} and r.entity_id = x.id
        and r.status in (${RemarkStatus.open}, ${RemarkStatus.answered}) and ${sent}) as open,
      (select count(*) from review_remark r where r.entity = ${entity} and r.entity_id = x.id
        and r.status = ${RemarkStatus.answered} and ${sent}) as answered
    from unnest(${[...ids]}::bigint[]) x(id)`.execute(db)
  return new Map(
    rows.map(({ id, warnings, open, answered }) => [
      id,
      { warningCount: warnings, remarkCount: open, answeredCount: answered },
    ]),
  )
}

const NOTHING: ReviewCounts = { warningCount: 0, remarkCount: 0, answeredCount: 0 }

/** Adds its counts to each row of a list. */
export async function withReviewCounts<T extends { id: number }>(
  db: Db,
  kind: AskedKind,
  rows: readonly T[],
  user: Caller,
): Promise<(T & ReviewCounts)[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await reviewCounts(db, kind, ids, user)
  return rows.map((row) => ({ ...row, ...(counts.get(row.id) ?? NOTHING) }))
}
