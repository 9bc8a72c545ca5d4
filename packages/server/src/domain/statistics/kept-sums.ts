import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { originOf } from '../../db/origin.ts'
import { readSnapshots } from '../warehouse/revision.ts'
import { type Parts, revisionsOf } from './revision.ts'
import type { StatSource } from './source.ts'

/** Most rows of kept results of a database, about 40 MB. */
const MOST_ROWS = 200_000
/** Longest time that a result is kept, in case somebody changes the tables by hand. */
const MOST_AGE_MS = 600_000

/** SQL condition on projects (`p`) or reports (`u`): they are of the provinces to be read. */
export type Among = (of: 'p' | 'u') => RawBuilder<boolean>

const everywhere: Among = () => sql<boolean>`true`

interface OfProvince {
  province_code: string
}

/** Rows of a statement by province, with the revisions that they were read at. */
interface Kept {
  revisions: ReadonlyMap<string, string>
  byProvince: ReadonlyMap<string, readonly OfProvince[]>
  rows: readonly unknown[]
}

interface Keeper {
  kept: LRUCache<string, Kept>
  /** Reads under way, by statement and revisions. */
  reads: Map<string, Promise<Kept>>
}

const keeperOf = new WeakMap<Db, Keeper>()

function keeperBy(db: Db): Keeper {
  const keeper = keeperOf.get(originOf(db)) ?? {
    kept: new LRUCache<string, Kept>({
      maxSize: MOST_ROWS,
      sizeCalculation: ({ rows }) => rows.length + 1,
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

interface Reading {
  db: Db
  key: string
  revisions: Kept['revisions']
  read(kept: Kept | undefined): Promise<Kept>
}

/** Calls at the same time share one read. */
async function fetched({ db, key, revisions, read }: Reading): Promise<Kept> {
  const { kept, reads } = keeperBy(db)
  const had = kept.get(key)
  if (had && staleIn(had, revisions)?.length === 0) return had
  const name = JSON.stringify([key, [...revisions]])
  const begun =
    reads.get(name) ??
    read(had)
      .then((found) => {
        kept.set(key, found)
        return found
      })
      .finally(() => reads.delete(name))
  reads.set(name, begun)
  return begun
}

const keyOf = (db: Db, query: RawBuilder<unknown>): string => {
  const { sql: statement, parameters } = query.compile(db)
  return JSON.stringify([statement, parameters])
}

function groupedByProvince<Row extends OfProvince>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.province_code)
    if (group) group.push(row)
    else groups.set(row.province_code, [row])
  }
  return groups
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
  const read = async (kept: Kept | undefined): Promise<Kept> => {
    const stale = staleIn(kept, revisions)
    const wanted = stale
      ? query((of) => sql<boolean>`${sql.ref(`${of}.province_code`)} = any(${stale}::text[])`)
      : all
    const fresh = groupedByProvince((await wanted.execute(db)).rows)
    const left = [...(stale ? (kept?.byProvince ?? []) : [])].filter(([code]) => !stale?.includes(code))
    const byProvince = new Map<string, readonly OfProvince[]>([...left, ...fresh])
    return { revisions, byProvince, rows: [...byProvince.values()].flat() }
  }
  const { rows } = await fetched({ db, key: keyOf(db, all), revisions, read })
  return rows as readonly Row[] // of this statement
}

/** The same for results that do not add up over provinces: any change reads them again. */
export async function keptResult<Row>(db: Db, parts: Parts, query: RawBuilder<Row>): Promise<readonly Row[]> {
  if (db.isTransaction) return (await query.execute(db)).rows
  const revisions = await revisionsOf(db, parts)
  const read = async (): Promise<Kept> => {
    const { rows } = await query.execute(db)
    return { revisions, byProvince: new Map(), rows }
  }
  const { rows } = await fetched({ db, key: keyOf(db, query), revisions, read })
  return rows as readonly Row[] // of this statement
}

/** Sums of projects by province: those of the working records, or of snapshots, which are kept as a whole. */
export const projectSums = <Row extends OfProvince>(
  db: Db,
  side: StatSource['side'],
  query: (among: Among) => RawBuilder<Row>,
): Promise<readonly Row[]> =>
  side === 'warehouse' ? readSnapshots(db, query(everywhere)) : sumsByProvince(db, { quarters: [] }, query)
