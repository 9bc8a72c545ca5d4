import { type RawBuilder, sql } from 'kysely'

/** Query columns on the batch of a project (`p`): opened reviews, the published list and its announcement. */
export interface BatchColumns {
  is_primary_open: boolean
  is_excellence_open: boolean
  is_published: boolean
  is_announced: boolean
}

const isOpened = (stage: 'PRIMARY' | 'EXCELLENT') => sql<boolean>`exists (select 1 from score_opening o
  where o.batch_year = p.batch_year and o.batch_no = p.batch_no and o.stage = ${stage} and o.confirmed_at is not null)`

/** SQL conditions on the batch of a project (`p`). */
export const batchFlags = (now: Date): Record<keyof BatchColumns, RawBuilder<boolean>> => ({
  is_primary_open: isOpened('PRIMARY'),
  is_excellence_open: isOpened('EXCELLENT'),
  is_published: sql<boolean>`exists (select 1 from demo_publicity b where b.batch_year = p.batch_year
    and b.batch_no = p.batch_no and b.start_time <= ${now.toISOString()}::timestamptz)`,
  is_announced: sql<boolean>`exists (select 1 from demo_publicity b where b.batch_year = p.batch_year
    and b.batch_no = p.batch_no and b.announced_at is not null)`,
})
