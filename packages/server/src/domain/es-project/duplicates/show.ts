import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { type Caller, isAmong } from '../../caller.ts'
import { maskName } from '../../masking.ts'
import { reply } from '../../reply.ts'
import { visibleProjects } from '../../scope.ts'
import { readByDecider } from '../appeals/source.ts'
import { marksOf, pairKey } from '../appeals/verdicts.ts'
import { type ProjectRow, selection } from '../query.ts'
import { listRow } from '../row.ts'
import type { DuplicatePair } from './find.ts'

type Schemas = components['schemas']
type RepeatPair = Schemas['RepeatPair']

export type SeenRow = ProjectRow & { is_visible: boolean }

/** Loads projects, visible or not. Invisible ones must be shown by {@link shownRow}. */
export async function seenProjects(
  db: Db,
  ids: readonly number[],
  user: Caller,
): Promise<Map<number, SeenRow>> {
  // Whoever decides an appeal reads both projects, also a draft.
  const isRead = isAmong(user, ['NAT', 'PRV', 'CTY', 'CNT'])
    ? sql` or p.id in ${readByDecider(user, ids)}`
    : sql``
  const { rows } = await sql<SeenRow>`
    select ${selection}, (${visibleProjects(user)} ${isRead}) as is_visible from es_project p
    where p.id = any(${[...new Set(ids)]}::bigint[]) and not p.deleted`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A project as visible to this caller. Another party's project shows only its place and state. */
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
  return reply({ id, version, ...masked, ...place, ...state })
}

/** Formats pairs found by a check for this caller. */
export async function shownPairs(
  db: Db,
  found: readonly { id?: number | null | undefined; pairs: readonly DuplicatePair[] }[],
  user: Caller,
): Promise<RepeatPair[]> {
  const ids = found.flatMap(({ id, pairs }) => [...(id ? [id] : []), ...pairs.map((pair) => pair.projectId)])
  if (ids.length === 0) return []
  const rows = await seenProjects(db, ids, user)
  const marks = await marksOf(
    db,
    found.flatMap(({ id }) => id ?? []),
  )
  return found.flatMap(({ id, pairs }) => {
    const a = id ? rows.get(id) : undefined
    return pairs.flatMap((pair): RepeatPair[] => {
      const b = rows.get(pair.projectId)
      if (!b) return []
      const appeal = id ? marks.get(pairKey(id, pair.projectId)) : undefined
      return [
        {
          ...(a ? { a: shownRow(a, user) } : {}),
          b: shownRow(b, user),
          masked: !b.is_visible,
          draft: !b.submitted_once,
          score: pair.score,
          signals: pair.signals,
          nameSimilarity: pair.nameSimilarity,
          ...(pair.distanceM === undefined ? {} : { distanceM: pair.distanceM }),
          decision: pair.decision,
          ...(pair.opinion === undefined ? {} : { opinion: pair.opinion }),
          ...(appeal === undefined ? {} : { appeal }),
          ...(pair.yieldingId === undefined
            ? {}
            : { keptId: pair.yieldingId === pair.projectId ? Number(id) : pair.projectId }),
        },
      ]
    })
  })
}
