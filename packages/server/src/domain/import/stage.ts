import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, DbPool } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import { tableKind } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { groundOf } from '../es-project/ground.ts'
import { uploadFolder } from '../files/stored.ts'
import type { BatchRow } from './batch-row.ts'
import { checkInWorker } from './check-in-worker.ts'
import type { CheckedBatch, CheckTask, Layout } from './check-protocol.ts'
import { Comparison } from './compare.ts'
import { keepReading, readingTask } from './kept-reading.ts'
import { saveProgress } from './lease.ts'
import type { RawCells, RawRow } from './places.ts'
import { loadReferences } from './references.ts'

// A statement of this many rows takes tens of milliseconds. Other work runs in between.
const STAGED_ROWS = 250
// Rows without a workbook are passed to a thread in portions of this size, or smaller if they are long.
const CHECKED_ROWS = 5_000
const CHECKED_CHARACTERS = 2_000_000

/** Input of a check of rows. */
interface Check {
  db: Db
  now(): Date
}

export interface Work {
  db: DbPool
  config: Pick<Config, 'dataDir'>
  owner: string
  signal: AbortSignal
  now(): Date
}

const shape = sql`x(row_no int, state text, raw jsonb, cells jsonb, project jsonb, errors jsonb, warnings jsonb, questions jsonb,
  same_name text, record_no text, national_code text, phase text)`

async function insertRows(db: Db, batchId: number, rows: string): Promise<void> {
  await sql`
    insert into import_row (batch_id, row_no, state, raw, cells, project, errors, warnings, questions, same_name, record_no,
      national_code, phase)
    select ${batchId}, x.row_no, x.state, x.raw, nullif(x.cells, 'null'), x.project, x.errors, x.warnings, nullif(x.questions, 'null'), x.same_name, x.record_no, x.national_code,
      x.phase
    from jsonb_to_recordset(${rows}::jsonb) as ${shape}`.execute(db)
}

/** Replaces the check results of rows and clears their duplicate findings. */
async function replaceRows(db: Db, batchId: number, rows: string, isCorrected: boolean): Promise<void> {
  await sql`
    update import_row r set corrected = r.corrected or ${isCorrected}, state = x.state, raw = x.raw, cells = nullif(x.cells, 'null'), project = x.project, errors = x.errors, warnings = x.warnings,
      questions = nullif(x.questions, 'null'),
      repeats = '[]', project_id = null, same_name = x.same_name, record_no = x.record_no, national_code = x.national_code,
      phase = x.phase
    from jsonb_to_recordset(${rows}::jsonb) as ${shape}
    where r.batch_id = ${batchId} and r.row_no = x.row_no`.execute(db)
}

async function baseTask({ db, now }: Check, user: Caller) {
  return {
    references: await loadReferences(db),
    ground: groundOf(user),
    today: day(now()),
    batchRows: STAGED_ROWS,
  }
}

/** Last row that an interrupted run has checked and compared; 0 if none. */
async function lastKept(db: Db, { id, parsed_rows }: BatchRow): Promise<number> {
  if (parsed_rows === 0) return 0
  const row = await db
    .selectFrom('import_row')
    .select('row_no')
    .where('batch_id', '=', id)
    .orderBy('row_no')
    .offset(parsed_rows - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.row_no ?? 0
}

/** @returns whether the user has to say first how the workbook is to be read */
async function stageWorkbook(work: Work, batch: BatchRow, user: Caller, path: string): Promise<boolean> {
  const { db, owner, signal } = work
  const after = await lastKept(db, batch)
  // Later rows may be half compared. They are staged again, each once.
  await db.deleteFrom('import_row').where('batch_id', '=', batch.id).where('row_no', '>', after).execute()
  const file = await tableKind(path, batch.file_name)
  const how = await readingTask(db, batch)
  const task: CheckTask = { ...(await baseTask(work, user)), kind: 'workbook', path, file, after, ...how }
  const comparison = new Comparison(db, batch.id, user)
  let parsed = after === 0 ? 0 : batch.parsed_rows
  for await (const checked of checkInWorker(task, signal)) {
    if (checked.reading) await keepReading(db, batch, checked.reading, checked.isAsking ?? false)
    if (checked.isAsking) return true
    await insertRows(db, batch.id, checked.rows)
    await comparison.add(checked.subjects, checked.letters)
    parsed += checked.count
    await saveProgress(db, batch, owner, { parsed, ...headingOf(checked) })
  }
  return false
}

const NOTE_LENGTH = 500
const MOST_NOTES = 100

const headingOf = ({ letters, layout, notes }: CheckedBatch) => ({
  letters,
  ...(layout ? { layout } : {}),
  notes: notes.slice(0, MOST_NOTES).map((note) => note.slice(0, NOTE_LENGTH)),
})

export interface StoredRow {
  rowNo: number
  raw: RawRow
  cells: RawCells | null
}

/** Checks staged rows, stores the results, and returns their comparison columns. */
export async function* recheckRows(
  work: Check & {
    signal?: AbortSignal
    above?: Pick<StoredRow, 'raw' | 'cells'>
    /** The rows are checked for the first time. */
    isFirst?: true
  },
  batch: Pick<BatchRow, 'id' | 'letters' | 'layout'>,
  rows: readonly StoredRow[],
  user: Caller,
): AsyncGenerator<Pick<CheckedBatch, 'count' | 'subjects'>> {
  const layout = batch.layout as Layout | null // as staging wrote it
  const from = layout?.source ?? { by: 'rows' as const }
  const task: CheckTask = {
    ...(await baseTask(work, user)),
    kind: 'rows',
    rows,
    letters: batch.letters,
    from,
    ...(work.above ? { above: work.above } : {}),
  }
  for await (const checked of checkInWorker(task, work.signal)) {
    await replaceRows(work.db, batch.id, checked.rows, !work.isFirst)
    yield checked
  }
}

/** Returns the next rows to check together; at least one if any is left. */
export async function nextSentRows(db: Db, batchId: number, after: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select row_no as "rowNo", raw, cells from (
      select row_no, raw, cells, sum(length(raw::text)) over (order by row_no rows between unbounded preceding and 1 preceding) as before
      from (select row_no, raw, cells from import_row where batch_id = ${batchId} and row_no > ${after}
        order by row_no limit ${CHECKED_ROWS}) as next) as x
    where before is null or before < ${CHECKED_CHARACTERS} order by row_no`.execute(db)
  return rows
}

/** The row that the rows after `rowNo` continue; an empty one at the beginning. */
async function rowAt(db: Db, batchId: number, rowNo: number): Promise<Pick<StoredRow, 'raw' | 'cells'>> {
  const row = await db
    .selectFrom('import_row')
    .select(['raw', 'cells'])
    .where('batch_id', '=', batchId)
    .where('row_no', '=', rowNo)
    .executeTakeFirst()
  return row ?? { raw: {}, cells: null }
}

async function stageSentRows(work: Work, batch: BatchRow, user: Caller): Promise<void> {
  const { db, owner, signal } = work
  const comparison = new Comparison(db, batch.id, user)
  let parsed = batch.parsed_rows
  for (let after = await lastKept(db, batch); ; ) {
    signal.throwIfAborted()
    const rows = await nextSentRows(db, batch.id, after)
    const last = rows.at(-1)
    if (!last) return
    const above = await rowAt(db, batch.id, after)
    for await (const { subjects, count } of recheckRows(
      { ...work, above, isFirst: true },
      batch,
      rows,
      user,
    )) {
      await comparison.add(subjects, {})
      parsed += count
      await saveProgress(db, batch, owner, { parsed })
    }
    after = last.rowNo
  }
}

/**
 * Reads, checks and compares the rows of a batch into the staging table. Continues after an interrupted run.
 * @returns whether it asks: no row is staged until the user has said how the workbook is to be read
 * @throws WorkbookError if the workbook is refused; LeaseLost
 */
export async function stageBatch(work: Work, batch: BatchRow, user: Caller): Promise<boolean> {
  if (batch.storage_key === null) {
    await stageSentRows(work, batch, user)
    return false
  }
  return stageWorkbook(work, batch, user, join(uploadFolder(work.config), batch.storage_key))
}
