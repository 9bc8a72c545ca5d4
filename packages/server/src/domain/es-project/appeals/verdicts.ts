import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { appeals, isCurrent, stateNow } from './source.ts'

export interface Verdict {
  project_id: number
  other_id: number
  state: 'DISTINCT' | 'SAME'
  opinion: string
  /** Keys of the author's filing number and national code, then of the other project's. */
  numbers: readonly (string | null)[]
}

/** Key of a pair, in either order. */
export const pairKey = (a: number, b: number): string => `${Math.min(a, b)}:${Math.max(a, b)}`

/** The last verdicts on pairs of these projects whose numbers have not changed since, by {@link pairKey}. */
export async function verdictsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<string, Verdict>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Verdict>`
    select a.project_id, a.other_id, a.state, a.opinion, a.numbers::jsonb as numbers from ${appeals}
    where a.state in ('DISTINCT', 'SAME') and ${isCurrent}
      and (a.project_id = any(${[...ids]}::bigint[]) or a.other_id = any(${[...ids]}::bigint[]))
    order by a.closed_at, a.id`.execute(db)
  return new Map(rows.map((row) => [pairKey(row.project_id, row.other_id), row]))
}

type Mark = components['schemas']['RepeatAppealMark']

/** The last appeal about each pair of these projects, by {@link pairKey}. */
export async function marksOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<string, Mark>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Mark & { project_id: number; other_id: number; opinion: string | null }>`
    select a.id, ${stateNow} as state, a.opinion, a.project_id, a.other_id from ${appeals}
    where a.project_id = any(${[...ids]}::bigint[]) or a.other_id = any(${[...ids]}::bigint[]) order by a.id`.execute(
    db,
  )
  return new Map(
    rows.map(({ project_id, other_id, id, state, opinion }) => [
      pairKey(project_id, other_id),
      { id, state, ...(opinion === null ? {} : { opinion }) },
    ]),
  )
}
