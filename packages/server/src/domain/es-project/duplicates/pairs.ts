import { RepeatFlag } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Row } from '../../../db/schema.ts'
import { all, containing, orderBy, pageOf } from '../../../db/sql.ts'
import type { Caller } from '../../caller.ts'
import { reply } from '../../reply.ts'
import { visibleProjects } from '../../scope.ts'
import { passReasonsOf } from '../pass-reasons.ts'
import { isOfReach, mayDecide } from './decide.ts'
import { HINT } from './score.ts'
import { type SeenRow, seenProjects, shownRow } from './show.ts'

type Schemas = components['schemas']
type RepeatPair = Schemas['RepeatPair']
type PassReason = Schemas['PassReason']
type PairQuery = NonNullable<operations['queryRepeatPairs']['parameters']['query']>

type StoredPair = Row<'project_duplicate'>

// Sortable columns of the list.
const SORTABLE = {
  id: 'd.id',
  score: 'd.score',
  nameSimilarity: 'd.name_similarity',
  distanceM: 'd.distance_m',
  decidedAt: 'd.decided_at',
  foundAt: 'd.found_at',
}

/** SQL conditions on `project_duplicate d`: the filter and the caller's scope. Filters see only projects in scope. */
function pairConditions(query: PairQuery, user: Caller): RawBuilder<boolean> {
  const side: RawBuilder<boolean>[] = []
  const equal = (column: string, value: string | undefined) => {
    if (value) side.push(sql<boolean>`${sql.ref(`p.${column}`)} = ${value}`)
  }
  equal('province_code', query.provinceCode)
  equal('city_code', query.cityCode)
  equal('county_code', query.countyCode)
  if (query.keyword) {
    const like = containing(query.keyword)
    side.push(
      sql<boolean>`(p.project_name like ${like} or p.company_name like ${like} or p.project_code like ${like})`,
    )
  }
  const pair = [isOfReach(user), sql<boolean>`d.score >= ${Math.max(HINT, query.minScore ?? 0)}`]
  if (query.id !== undefined) pair.push(sql<boolean>`${query.id} in (d.newer_id, d.older_id)`)
  if (query.repeatFlag) pair.push(sql<boolean>`d.decision = ${query.repeatFlag}`)
  if (side.length > 0)
    pair.push(sql<boolean>`exists (select 1 from es_project p
      where p.id in (d.newer_id, d.older_id) and ${visibleProjects(user)} and ${all(side)})`)
  return all(pair)
}

function shownPair(
  pair: StoredPair,
  { rows, reasons }: { rows: ReadonlyMap<number, SeenRow>; reasons: readonly PassReason[] },
  first: number | undefined,
  user: Caller,
): RepeatPair[] {
  const [newer, older] = [rows.get(pair.newer_id), rows.get(pair.older_id)]
  if (!newer || !older) return []
  // The requested project, unless it belongs to another party; otherwise the newer one.
  const isTurned = newer.is_visible && older.is_visible ? first === older.id : !newer.is_visible
  const [a, b] = isTurned ? [older, newer] : [newer, older]
  const shownReasons = reasons.filter(({ projectId }) => rows.get(projectId)?.is_visible)
  const kept = pair.yielding_id === newer.id ? older : newer
  return [
    reply<RepeatPair>({
      id: pair.id,
      a: shownRow(a, user),
      b: shownRow(b, user),
      masked: !b.is_visible,
      score: pair.score,
      signals: pair.signals,
      nameSimilarity: pair.name_similarity,
      distanceM: pair.distance_m,
      foundAt: pair.found_at,
      mayDecide: mayDecide(user, [a.province_code, b.province_code]),
      decision: pair.decision,
      keptId: pair.decision === RepeatFlag.duplicate ? kept.id : undefined,
      decidedBy: pair.decided_by,
      decidedAt: pair.decided_at,
      opinion: pair.opinion,
      passReasons: shownReasons.length > 0 ? shownReasons : undefined,
    }),
  ]
}

async function shownPairsOf(
  db: Db,
  pairs: readonly StoredPair[],
  first: number | undefined,
  user: Caller,
): Promise<RepeatPair[]> {
  const ids = pairs.flatMap(({ newer_id, older_id }) => [newer_id, older_id])
  const rows = await seenProjects(db, ids, user)
  const reasonsOf = await passReasonsOf(db, pairs)
  return pairs.flatMap((pair) => shownPair(pair, { rows, reasons: reasonsOf(pair) }, first, user))
}

/**
 * Returns pairs with at least one project visible to the caller: undecided ones first, then by score. Another party's
 * project comes second and is masked.
 */
export async function pagePairs(db: Db, query: PairQuery, user: Caller): Promise<Schemas['RepeatPairPage']> {
  const where = pairConditions(query, user)
  const order = orderBy(SORTABLE, query.sort, sql`d.decision, d.score desc, d.id desc`)
  const { rows } = await sql<StoredPair>`
    select d.* from project_duplicate d ${pageOf(where, query, { id: 'd.id', order })}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from project_duplicate d where ${where}`.execute(db)
  return {
    content: await shownPairsOf(db, rows, query.id, user),
    totalElements: counted.rows[0]?.total ?? 0,
  }
}

/** Returns stored pairs by id, in the list's shape. */
export async function pairsById(db: Db, ids: readonly number[], user: Caller): Promise<RepeatPair[]> {
  const { rows } = await sql<StoredPair>`
    select d.* from project_duplicate d where d.id = any(${[...ids]}::bigint[]) order by d.score desc, d.id desc`.execute(
    db,
  )
  return shownPairsOf(db, rows, undefined, user)
}
