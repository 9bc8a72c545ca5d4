import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'

/** What has been found so far in a batch that is being read. */
export interface Tally {
  /** The last row that was checked and compared; those behind it may be staged, and may still change. */
  upTo: number
  ok: number
  warn: number
  error: number
  repeat: number
}

const NONE: Tally = { upTo: 0, ok: 0, warn: 0, error: 0, repeat: 0 }
// What is forgotten is counted once more.
const MOST_KNOWN = 100

// Only saves counting: each copy of the server comes to the same figures by itself.
const knownOf = new WeakMap<Db, Map<number, Tally>>()

export const isBeingRead = ({ state }: Pick<BatchRow, 'state'>): boolean =>
  state === 'PARSING' || state === 'VALIDATING'

export const rowsOf = ({ ok, warn, error, repeat }: Tally): number => ok + warn + error + repeat

/** The tally with the rows that were compared since it was made; rows are compared in their order, and stay. */
async function countOn(db: Db, batchId: number, tally: Tally, parsed: number): Promise<Tally> {
  const more = parsed - rowsOf(tally)
  if (more <= 0) return tally
  const { rows } = await sql<Tally>`
    select coalesce(max(row_no), ${tally.upTo}::int) as "upTo",
      ${tally.ok}::int + count(*) filter (where state = 'OK') as ok,
      ${tally.warn}::int + count(*) filter (where state = 'WARN') as warn,
      ${tally.error}::int + count(*) filter (where state = 'ERROR') as error,
      ${tally.repeat}::int + count(*) filter (where state = 'REPEAT') as repeat
    from (select row_no, state from import_row where batch_id = ${batchId} and row_no > ${tally.upTo}
      order by row_no limit ${more}) r`.execute(db)
  return rows[0] ?? tally
}

/**
 * Counts a batch that is being read as far as it has come: only the rows since it was last counted here, since it is
 * asked for again and again.
 */
export async function tallyOf(db: Db, { id, parsed_rows }: BatchRow): Promise<Tally> {
  const all = knownOf.get(db) ?? new Map<number, Tally>()
  knownOf.set(db, all)
  const known = all.get(id)
  // Rows that were compared stay when another run goes on.
  const tally = await countOn(db, id, known && rowsOf(known) <= parsed_rows ? known : NONE, parsed_rows)
  all.delete(id)
  all.set(id, tally)
  const [oldest] = all.keys()
  if (all.size > MOST_KNOWN && oldest !== undefined) all.delete(oldest)
  return tally
}

/** A batch with its figures as of now: those that stand with it are counted when it has been read. */
export async function withFigures<Batch extends BatchRow>(db: Db, batch: Batch): Promise<Batch> {
  if (!isBeingRead(batch)) return batch
  const tally = await tallyOf(db, batch)
  const parsed = rowsOf(tally)
  return {
    ...batch,
    parsed_rows: parsed,
    total_rows: Math.max(parsed, batch.total_rows),
    ok_rows: tally.ok,
    warn_rows: tally.warn,
    error_rows: tally.error,
    repeat_rows: tally.repeat,
  }
}
