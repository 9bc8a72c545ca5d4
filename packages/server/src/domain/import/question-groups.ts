import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'
import { columnQuestion } from './column-question.ts'
import { questionInfo, type StoredQuestion } from './questions.ts'
import { isBeingRead } from './tally.ts'

type Schemas = components['schemas']

const MOST_GROUPS = 200

interface Group {
  /** The first of its different questions. */
  questions: [StoredQuestion, ...StoredQuestion[]]
  different: number
  count: number
  first: number
  total: number
}

function groupOf({ questions, different, count, first }: Group): Schemas['ImportQuestionGroup'] {
  const question = different > 1 ? columnQuestion(questions, different) : questionInfo(questions[0], true)
  return { ...question, count, firstRow: first }
}

/**
 * What the cells of a batch leave open, equal questions together, and those of a column that can be read in the same way, in the
 * order of their first rows.
 */
export async function questionGroups(db: Db, batch: BatchRow): Promise<Schemas['ImportQuestions']> {
  if (isBeingRead(batch)) return { groups: [], totalElements: 0 }
  const { rows } = await sql<Group>`
    with different as (
      select q.value - 'written' as question, count(*) as count, min(r.row_no) as first
      from import_row r cross join lateral jsonb_array_elements(r.questions) q
      where r.batch_id = ${batch.id} and r.questions is not null and r.state <> 'COMMITTED'
      group by q.value - 'written')
    select to_jsonb((array_agg(question order by first))[1:3]) as questions, count(*)::int as different,
      sum(count)::int as count, min(first) as first, count(*) over ()::int as total
    from different
    group by case when question -> 'ways' is null then question else question - 'original' - 'message' - 'choices' end
    order by min(first), min(question ->> 'field') limit ${MOST_GROUPS}`.execute(db)
  return { groups: rows.map(groupOf), totalElements: rows[0]?.total ?? 0 }
}
