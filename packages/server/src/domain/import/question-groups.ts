import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'
import { isBeingRead } from './tally.ts'

type Schemas = components['schemas']

const MOST_GROUPS = 200

interface Group {
  question: Schemas['ImportQuestion']
  count: number
  first: number
  total: number
}

/** What the cells of a batch leave open, equal questions together, in the order of their first rows. */
export async function questionGroups(db: Db, batch: BatchRow): Promise<Schemas['ImportQuestions']> {
  if (isBeingRead(batch)) return { groups: [], totalElements: 0 }
  const { rows } = await sql<Group>`
    select question, count(*)::int as count, min(row_no) as first, count(*) over ()::int as total
    from (select r.row_no, q.value - 'written' as question
      from import_row r cross join lateral jsonb_array_elements(r.questions) q
      where r.batch_id = ${batch.id} and r.questions is not null and r.state <> 'COMMITTED') asked
    group by question order by min(row_no), question ->> 'field' limit ${MOST_GROUPS}`.execute(db)
  return {
    groups: rows.map(({ question, count, first }) => ({ ...question, count, firstRow: first })),
    totalElements: rows[0]?.total ?? 0,
  }
}
