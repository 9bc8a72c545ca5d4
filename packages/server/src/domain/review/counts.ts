import { RemarkStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { sentTo } from './reach.ts'

type ReviewEntity = components['schemas']['ReviewEntity']

/** Remarks of records that wait for an answer or for being closed, and warnings of their last submission. */
export interface ReviewCounts {
  warningCount: number
  remarkCount: number
  answeredCount: number
}

/** SQL: number of warnings of a record's last submission. */
export const warningsOfLast = (entity: ReviewEntity, id: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select jsonb_array_length(s.warnings) from review_submission s
    where s.entity = ${entity} and s.entity_id = ${id} order by s.no desc limit 1), 0)`

/** SQL condition: the record's last submission has warnings. */
export const isWarned = (entity: ReviewEntity, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${warningsOfLast(entity, id)} > 0`

/** SQL condition: the record has remarks that the caller sees and that are not closed. */
export const isRemarked = (
  entity: ReviewEntity,
  id: RawBuilder<unknown>,
  user: Caller,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from review_remark r where r.entity = ${entity} and r.entity_id = ${id}
    and r.status in (${RemarkStatus.open}, ${RemarkStatus.answered}) and ${sentTo(user)})`

/** Counts of the review for rows of a list, by record, in one query. */
export async function reviewCounts(
  db: Db,
  entity: ReviewEntity,
  ids: readonly number[],
  user: Caller,
): Promise<Map<number, ReviewCounts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; warnings: number; open: number; answered: number }>`
    select x.id,
      ${warningsOfLast(entity, sql`x.id`)} as warnings,
      (select count(*) from review_remark r where r.entity = ${entity} and r.entity_id = x.id
        and r.status in (${RemarkStatus.open}, ${RemarkStatus.answered}) and ${sentTo(user)}) as open,
      (select count(*) from review_remark r where r.entity = ${entity} and r.entity_id = x.id
        and r.status = ${RemarkStatus.answered} and ${sentTo(user)}) as answered
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
  entity: ReviewEntity,
  rows: readonly T[],
  user: Caller,
): Promise<(T & ReviewCounts)[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await reviewCounts(db, entity, ids, user)
  return rows.map((row) => ({ ...row, ...(counts.get(row.id) ?? NOTHING) }))
}
