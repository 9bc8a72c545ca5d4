import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { canonical } from '../values/canonical.ts'
import { type Content, differencesOf, type Shape } from '../values/differences.ts'

/** A returned record with what it holds now. */
export interface Returned {
  id: number
  content: object
}

/** Names of the fields of returned records that differ from their last submission, by record, in one query. */
export async function changedSinceReturn(
  db: Db,
  { code, shape }: { code: ReviewedKind; shape: Shape },
  records: readonly Returned[],
): Promise<Map<number, string[]>> {
  if (records.length === 0) return new Map()
  const { rows } = await sql<{ entity_id: number; content: Content }>`
    select distinct on (entity_id) entity_id, content from review_submission
    where entity = ${code} and entity_id = any(${records.map(({ id }) => id)}::bigint[])
    order by entity_id, no desc`.execute(db)
  const submitted = new Map(rows.map((row) => [row.entity_id, row.content]))
  return new Map(
    records.flatMap(({ id, content }) => {
      const before = submitted.get(id)
      // The first change stores what was returned, so without a submission nothing has changed.
      if (!before) return [[id, []] as const]
      const changes = differencesOf(before, canonical(content, shape), shape)
      return [[id, [...new Set(changes.map(({ field }) => field))]] as const]
    }),
  )
}
