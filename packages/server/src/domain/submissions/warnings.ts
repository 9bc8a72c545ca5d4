import type { ReviewedKind } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'

/** SQL: number of warnings of a record's last submission. */
export const warningsOfLast = (entity: ReviewedKind, id: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select jsonb_array_length(s.warnings) from review_submission s
    where s.entity = ${entity} and s.entity_id = ${id} order by s.no desc limit 1), 0)`

/** SQL condition: the record's last submission has warnings. */
export const isWarned = (entity: ReviewedKind, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${warningsOfLast(entity, id)} > 0`
