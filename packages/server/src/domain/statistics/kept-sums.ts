import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { keptSize } from '../../db/kept-size.ts'
import { originOf } from '../../db/origin.ts'
import { type Reads, sharedRead } from '../../db/shared-reads.ts'
import { groupedBy } from '../grouped.ts'
import { type Parts, revisionsOf } from '../revisions/statistics.ts'
import { readSnapshots } from '../revisions/warehouse.ts'
import { type Among, everywhere, readByParts } from './province-parts.ts'
import type { StatSource } from './source.ts'

export type { Among }

/** Most rows of kept results of a database, about 40 MB. */
const MOST_ROWS = 200_000
/** Longest time that a result is kept, in case somebody changes the tables by hand. */
const MOST_AGE_MS = 600_000
/** Background work reads results again that are older, so that nobody waits for it. */
const RENEWED_AGE_MS = 480_000
/** Results that background work keeps current: those used last of the ones that were asked for again. */
const MOST_CURRENT = 100

interface OfProvince {
  province_code: string
}

type Query = (among: Among) => RawBuilder<OfProvince>

/** Rows of a statement by province, with the revisions that they were read at. */
interface Kept {
  revisions: ReadonlyMap<string, string>
  byProvince: ReadonlyMap<string, readonly OfProvince[]>
  rows: readonly OfProvince[]
  parts: Parts
  query: Query
  usedAt: number
  /** How often somebody asked for it. */
  uses: number
}

interface Keeper {
  kept: LRUCache<string, Kept>
  /** Reads under way, by statement and revisions. */
  reads: Reads<Kept>
}

const keeperOf = new WeakMap<Db, Keeper>()

function keeperBy(db: Db): Keeper {
  const keeper = keeperOf.get(originOf(db)) ?? {
    kept: new LRUCache<string, Kept>({
      maxSize: MOST_ROWS,
      sizeCalculation: ({ rows }, key) => keptSize(rows, key),
      ttl: MOST_AGE_MS,
      // Of the first read, not of the last province that was read again.
      noUpdateTTL: true,
    }),
    reads: new Map<string, Promise<Kept>>(),
  }
  keeperOf.set(originOf(db), keeper)
  return keeper
}

/** Provinces that have changed; undefined if all must be read. */
function staleIn(kept: Kept | undefined, now: Kept['revisions']): string[] | undefined {
  if (!kept || kept.revisions.get('') !== now.get('')) return undefined
  return [...new Set([...kept.revisions.keys(), ...now.keys()])].filter(
    (code) => kept.revisions.get(code) !== now.get(code),
  )
}

interface Wanted extends Pick<Kept, 'revisions' | 'parts' | 'query'> {
  db: Db
  key: string
}

/** Reads what has changed since a result was kept, or all without one, and keeps it. */
async function readAgain(wanted: Wanted, had: Kept | undefined): Promise<Kept> {
  const { db, key, revisions, parts, query } = wanted
  const { kept } = keeperBy(db)
  const stale = staleIn(had, revisions)
  const rows = await readByParts(db, query, stale)
  const left = [...(stale ? (had?.byProvince ?? []) : [])].filter(([code]) => !stale?.includes(code))
  const fresh = groupedBy(rows, (row) => row.province_code)
  const byProvince = new Map<string, readonly OfProvince[]>([...left, ...fresh])
  const all = [...byProvince.values()].flat()
  const found: Kept = {
    revisions,
    byProvince,
    rows: all,
    parts,
    query,
    usedAt: had?.usedAt ?? performance.now(),
    uses: had?.uses ?? 0,
  }
  kept.set(key, found, { noUpdateTTL: stale !== undefined })
  return found
}

function fetched(wanted: Wanted): Promise<Kept> | Kept {
  const { db, key, revisions } = wanted
  const { kept, reads } = keeperBy(db)
  const had = kept.get(key)
  if (had && staleIn(had, revisions)?.length === 0) return had
  return sharedRead(db, reads, JSON.stringify([key, [...revisions]]), () => readAgain(wanted, had))
}

const keyOf = (db: Db, query: RawBuilder<unknown>): string => {
  const { sql: statement, parameters } = query.compile(db)
  return JSON.stringify([statement, parameters])
}

/**
 * Reads sums of projects and of reports of quarters, grouped at least by province, and keeps them. After a change, only
 * the provinces that changed are read again. Revisions are read before the sums, so kept sums are never older than theirs.
 * @param query the statement, limited to some provinces by a condition. It must depend on nothing but the summed
 *   tables, the regional groups of provinces, and its parameters
 * @returns rows of all provinces, which must not be changed
 */
export async function sumsByProvince<Row extends OfProvince>(
  db: Db,
  parts: Parts,
  query: (among: Among) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const all = query(everywhere)
  // A transaction may see what others never will.
  if (db.isTransaction) return (await all.execute(db)).rows
  const revisions = await revisionsOf(db, parts)
  const found = await fetched({ db, key: keyOf(db, all), revisions, parts, query })
  found.usedAt = performance.now()
  found.uses += 1
  return found.rows as readonly Row[] // of this statement
}

/**
 * Reads again, in the background, what changed of the results used last, and those that are soon too old, so that fewer
 * people wait for it. Results are exact without it. A filter that somebody asked for once is not among them.
 */
export async function keepCurrent(db: Db, signal: AbortSignal): Promise<void> {
  const { kept } = keeperBy(db)
  const since = performance.now() - MOST_AGE_MS
  const used = [...kept.entries()]
    .filter(([, { usedAt, uses }]) => usedAt > since && uses > 1)
    .toSorted(([, a], [, b]) => b.usedAt - a.usedAt)
  const revisions = new Map<string, Kept['revisions']>()
  for (const [key, { parts, query }] of used.slice(0, MOST_CURRENT)) {
    signal.throwIfAborted()
    const name = JSON.stringify(parts)
    const now = revisions.get(name) ?? (await revisionsOf(db, parts))
    revisions.set(name, now)
    const wanted = { db, key, revisions: now, parts, query }
    const isOld = kept.getRemainingTTL(key) < MOST_AGE_MS - RENEWED_AGE_MS
    await (isOld ? readAgain(wanted, undefined) : fetched(wanted))
  }
}

/** Sums of projects by province: those of the working records, or of snapshots, which are kept as a whole. */
export const projectSums = <Row extends OfProvince>(
  db: Db,
  side: StatSource['side'],
  query: (among: Among) => RawBuilder<Row>,
): Promise<readonly Row[]> =>
  side === 'warehouse'
    ? readSnapshots(db, query(everywhere), () => readByParts(db, query))
    : sumsByProvince(db, { quarters: [] }, query)
