import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isSearchable } from './project-index.ts'
import { inSearched } from './words.ts'

/** More projects than this are not listed by their ids. */
const MANY = 2000

/**
 * Ids of the submitted projects that contain all folded words, if an index finds few. `many` if there are more or no index
 * can tell, `unknown` while the index is incomplete.
 */
export async function fewContaining(
  db: Db,
  words: readonly string[],
): Promise<readonly number[] | 'many' | 'unknown'> {
  if (!(await isSearchable(db))) return 'unknown'
  const indexed = inSearched(words)
  if (!indexed) return 'many'
  const { rows } = await sql<{ project_id: number }>`
    select s.project_id from project_search s where ${indexed} limit ${MANY + 1}`.execute(db)
  return rows.length > MANY ? 'many' : rows.map(({ project_id: id }) => id)
}
