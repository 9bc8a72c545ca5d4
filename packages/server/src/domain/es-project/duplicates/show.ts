import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import type { Caller } from '../../caller.ts'
import { maskName } from '../../masking.ts'
import { visibleProjects } from '../../scope.ts'
import { listRow, type ProjectRow, selection } from '../query.ts'
import type { DuplicatePair } from './find.ts'
import type { Signal } from './score.ts'

type Schemas = components['schemas']
type RepeatPair = Schemas['RepeatPair']
type PairQuery = NonNullable<operations['queryRepeatPairs']['parameters']['query']>

export type SeenRow = ProjectRow & { is_visible: boolean }

/** These projects, visible or not: those that are not must be shown by {@link shownRow}. */
export async function seenProjects(
  db: Db,
  ids: readonly number[],
  user: Caller,
): Promise<Map<number, SeenRow>> {
  const { rows } = await sql<SeenRow>`
    select ${selection}, (${visibleProjects(user)}) as is_visible from es_project p
    where p.id = any(${[...new Set(ids)]}::bigint[]) and not p.deleted`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A project as this caller may see it: of another party's no more than where it is and how far it has come. */
export function shownRow(row: SeenRow, user: Caller): Schemas['EsProjectRow'] {
  const shown = listRow(row, user)
  if (row.is_visible) return shown
  const { id, version, provinceCode, provinceName, cityCode, cityName, countyCode, countyName } = shown
  const { declareStatus, countryStatus, submitProvinceFlag, repeatFlag, readFlag } = shown
  const place = { provinceCode, provinceName, cityCode, cityName, countyCode, countyName }
  const state = { declareStatus, countryStatus, submitProvinceFlag, repeatFlag, readFlag }
  const masked = {
    projectName: maskName(row.project_name),
    projectCode: `${row.project_code.slice(0, 4)}********`,
    actions: [],
  }
  // Replies are compacted: what is undefined is not sent.
  return { id, version, ...masked, ...place, ...state } as Schemas['EsProjectRow']
}

/** Pairs that a check found, for this caller. */
export async function shownPairs(
  db: Db,
  found: readonly { id?: number | null | undefined; pairs: readonly DuplicatePair[] }[],
  user: Caller,
): Promise<RepeatPair[]> {
  const ids = found.flatMap(({ id, pairs }) => [...(id ? [id] : []), ...pairs.map((pair) => pair.projectId)])
  if (ids.length === 0) return []
  const rows = await seenProjects(db, ids, user)
  return found.flatMap(({ id, pairs }) => {
    const a = id ? rows.get(id) : undefined
    return pairs.flatMap((pair): RepeatPair[] => {
      const b = rows.get(pair.projectId)
      if (!b) return []
      return [
        {
          ...(a ? { a: shownRow(a, user) } : {}),
          b: shownRow(b, user),
          score: pair.score,
          signals: pair.signals,
          nameSimilarity: pair.nameSimilarity,
          ...(pair.distanceM === undefined ? {} : { distanceM: pair.distanceM }),
          decision: pair.decision as Schemas['RepeatFlag'], // of the dictionary, as it is stored
        },
      ]
    })
  })
}

interface StoredPair {
  id: number
  newer_id: number
  older_id: number
  score: number
  signals: Signal[]
  name_similarity: number
  distance_m: number | null
  decision: string
  decided_by: string | null
  decided_at: string | null
  opinion: string | null
}

/** What a filter and the caller's reach demand of project_duplicate as `d`. */
function pairConditions(query: PairQuery, user: Caller): RawBuilder<boolean> {
  const side = [visibleProjects(user)]
  const pair = [sql<boolean>`true`]
  if (query.id !== undefined) side.push(sql<boolean>`p.id = ${query.id}`)
  if (query.provinceCode) side.push(sql<boolean>`p.province_code = ${query.provinceCode}`)
  if (query.cityCode) side.push(sql<boolean>`p.city_code = ${query.cityCode}`)
  if (query.countyCode) side.push(sql<boolean>`p.county_code = ${query.countyCode}`)
  if (query.minScore !== undefined) pair.push(sql<boolean>`d.score >= ${query.minScore}`)
  if (query.repeatFlag) pair.push(sql<boolean>`d.decision = ${query.repeatFlag}`)
  return sql<boolean>`${sql.join(pair, sql` and `)}
    and exists (select 1 from es_project p where p.id in (d.newer_id, d.older_id) and ${sql.join(side, sql` and `)})
    and not exists (select 1 from es_project e where e.id in (d.newer_id, d.older_id) and e.deleted)`
}

function shownStored(
  pair: StoredPair,
  rows: Map<number, SeenRow>,
  first: number | undefined,
  user: Caller,
): RepeatPair[] {
  const [newer, older] = [rows.get(pair.newer_id), rows.get(pair.older_id)]
  if (!newer || !older) return []
  // The one that is asked about, or that the caller knows, stands first.
  const isTurned = first === undefined ? !newer.is_visible : first === older.id
  const [a, b] = isTurned ? [older, newer] : [newer, older]
  const shown = {
    id: pair.id,
    a: shownRow(a, user),
    b: shownRow(b, user),
    score: pair.score,
    signals: pair.signals,
    nameSimilarity: pair.name_similarity,
    distanceM: pair.distance_m,
    decision: pair.decision,
    decidedBy: pair.decided_by,
    decidedAt: pair.decided_at,
    opinion: pair.opinion,
  }
  return [shown as RepeatPair] // replies are compacted, and checked against the contract in tests
}

/** The pairs in which the caller may see at least one of the two, the gravest first; the other party's data masked. */
export async function pagePairs(db: Db, query: PairQuery, user: Caller): Promise<Schemas['RepeatPairPage']> {
  const { page = 0, size = 10 } = query
  const where = pairConditions(query, user)
  const { rows } = await sql<StoredPair>`
    select d.* from project_duplicate d where ${where}
    order by d.score desc, d.id desc limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from project_duplicate d where ${where}`.execute(db)
  const projects = await seenProjects(
    db,
    rows.flatMap((row) => [row.newer_id, row.older_id]),
    user,
  )
  return {
    content: rows.flatMap((row) => shownStored(row, projects, query.id, user)),
    totalElements: counted.rows[0]?.total ?? 0,
  }
}

/** Stored pairs by their ids, in the shape of the list. */
export async function pairsById(db: Db, ids: readonly number[], user: Caller): Promise<RepeatPair[]> {
  const { rows } = await sql<StoredPair>`
    select d.* from project_duplicate d where d.id = any(${[...ids]}::bigint[]) order by d.score desc, d.id desc`.execute(
    db,
  )
  const projects = await seenProjects(
    db,
    rows.flatMap((row) => [row.newer_id, row.older_id]),
    user,
  )
  return rows.flatMap((row) => shownStored(row, projects, undefined, user))
}
