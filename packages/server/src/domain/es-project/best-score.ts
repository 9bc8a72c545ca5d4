import { RepeatFlag } from '@xinchu/contract/codes'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'

const undecided = sql`d.decision = ${sql.lit(RepeatFlag.suspected)}`
const exists = (column: string) =>
  sql`exists (select 1 from es_project o where o.id = ${sql.ref(column)} and not o.deleted)`

/** SQL: best score of an undecided pair of a project (`p`), or null. Each side of a pair has an index of its own. */
export const bestScore = sql<number | null>`greatest(
  (select max(d.score) from project_duplicate d where d.newer_id = p.id and ${undecided} and ${exists('d.older_id')}),
  (select max(d.score) from project_duplicate d where d.older_id = p.id and ${undecided} and ${exists('d.newer_id')}))`

/** SQL condition: a project (`p`) is a suspected duplicate that nobody has decided. */
export const isSuspected = sql<boolean>`${bestScore} >= ${sql.lit(repeatScores.suspected)}`
