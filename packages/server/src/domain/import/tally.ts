import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'

/** Counts of a batch that is being read. */
export interface Tally {
  /** Last row checked and compared. Later rows may be staged and may still change. */
  upTo: number
  ok: number
  warn: number
  ask: number
  error: number
  repeat: number
}

const NONE: Tally = { upTo: 0, ok: 0, warn: 0, ask: 0, error: 0, repeat: 0 }
// A dropped entry is simply counted again.
const MOST_KNOWN = 100

/** The counts of one reading of a batch: a file may be read again. */
type KnownTally = Tally & { startedAt: string | null }

// Only a cache: each copy of the server computes the same counts.
const knownOf = new WeakMap<Db, Map<number, KnownTally>>()

export const isBeingRead = ({ state }: Pick<BatchRow, 'state'>): boolean =>
  state === 'PARSING' || state === 'VALIDATING'

export const rowsOf = ({ ok, warn, ask, error, repeat }: Tally): number => ok + warn + ask + error + repeat

/** Adds the rows compared since the last tally. Rows are compared in order and then final. */
async function countOn(db: Db, batchId: number, tally: Tally, parsed: number): Promise<Tally> {
  const more = parsed - rowsOf(tally)
  if (more <= 0) return tally
  const { rows } = await sql<Tally>`
    select coalesce(max(row_no), ${tally.upTo}::int) as "upTo",
      ${tally.ok}::int + count(*) filter (where state = 'OK') as ok,
      ${tally.warn}::int + count(*) filter (where state = 'WARN') as warn,
      ${tally.ask}::int + count(*) filter (where state = 'ASK') as ask,
      ${tally.error}::int + count(*) filter (where state = 'ERROR') as error,
      ${tally.repeat}::int + count(*) filter (where state = 'REPEAT') as repeat
    from (select row_no, state from import_row where batch_id = ${batchId} and row_no > ${tally.upTo}
      order by row_no limit ${more}) r`.execute(db)
  return rows[0] ?? tally
}

/**
 * Counts the progress of a batch that is being read. Counts only the rows since the last call, because clients poll.
 */
export async function tallyOf(db: Db, { id, parsed_rows, started_at }: BatchRow): Promise<Tally> {
  const all = knownOf.get(db) ?? new Map<number, KnownTally>()
  knownOf.set(db, all)
  const known = all.get(id)
  // Compared rows stay final when another run continues.
  const isOfThis = known && known.startedAt === started_at && rowsOf(known) <= parsed_rows
  const tally = await countOn(db, id, isOfThis ? known : NONE, parsed_rows)
  all.delete(id)
  all.set(id, { ...tally, startedAt: started_at })
  const [oldest] = all.keys()
  if (all.size > MOST_KNOWN && oldest !== undefined) all.delete(oldest)
  return tally
}

/** Returns a batch with current counts. The stored counts are written when reading ends. */
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
    asked_rows: tally.ask,
    error_rows: tally.error,
    repeat_rows: tally.repeat,
  }
}
