import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Pace } from '../../runtime/pace.ts'
import type { Caller } from '../caller.ts'
import { wordsOf } from '../es-project/faults.ts'
import { lockOffice } from '../es-project/lock-office.ts'
import { EDITABLE } from '../es-project/waiting.ts'
import { moveProjects } from '../kinds/project/move.ts'
import { storeCounts } from './batch.ts'
import type { BatchRow } from './batch-row.ts'
import { doublesAmong } from './doubles.ts'
import { followRegions } from './follow-regions.ts'
import { finish, LeaseLost, ON_PROGRESS, renewLease } from './lease.ts'
import { assertMayWrite, returnedMessage, WritingEnded } from './may-write.ts'
import { draftMoved, type RefusedRow, refuseRows } from './refused-row.ts'
import type { Work } from './stage.ts'
import { writableStates, writeNext } from './write-rows.ts'

// Rows per transaction of a partial commit. Other work runs in between.
const pace = () => new Pace({ targetMs: 80, first: 200, least: 50, most: 1_000 })
const WHOLE_ROWS = 500
const SUBMITTED_ROWS = 100

type Schemas = components['schemas']
type Refused = Schemas['BatchResult']['failed'][number]

async function noteCursor(trx: Trx, batch: BatchRow, cursor: number, written: number): Promise<void> {
  await sql`update import_batch set commit_cursor = ${cursor}, committed_rows = committed_rows + ${written},
      attempts = 0, claims = 0
    where id = ${batch.id}`.execute(trx)
}

/** Commits part by part. Written parts survive a stop of the server, and the rest follows after a restart. */
async function commitPartially(
  { db, owner, signal, now }: Work,
  batch: BatchRow,
  user: Caller,
): Promise<void> {
  const rhythm = pace()
  for (let after = batch.commit_cursor; ; ) {
    signal.throwIfAborted()
    const last = await inTransaction(db, async (trx) => {
      const start = performance.now()
      // Also locks the batch, so that a cancellation takes effect before or after this part, not within it.
      await renewLease(trx, batch, owner)
      await lockOffice(trx, user.orgId)
      const part = await writeNext(trx, { batch, after, size: rhythm.size }, user, now())
      if (part) {
        // Undoes this part. Without a part there is nothing that could be ended.
        await assertMayWrite(trx, batch, now())
        await noteCursor(trx, batch, part.last, part.written)
      }
      rhythm.took(performance.now() - start)
      return part?.last
    })
    if (last === undefined) return
    after = last
  }
}

/** The projects have changed since the rows were compared with them, so that nothing of the batch may be written. */
class RowsMoved extends Error {
  readonly rows: readonly RefusedRow[]

  constructor(rows: readonly RefusedRow[]) {
    super()
    this.rows = rows
  }
}

const MOST_NAMED = 10

function movedMessage(rows: readonly RefusedRow[]): string {
  const named = rows.slice(0, MOST_NAMED).map(({ row_no }) => `第${row_no}行`)
  const more = rows.length > MOST_NAMED ? `等${rows.length}行` : ''
  const isMoved = rows.some(({ issue }) => issue === draftMoved)
  const what = isMoved ? '对应的草稿在校验后已有变化' : '在校验后已有相同的项目'
  return `${named.join('、')}${more}${what}，没有写入任何行，请重新导入`
}

/** Writes all rows or none. @throws RowsMoved */
async function commitWhole({ db, owner, signal, now }: Work, batch: BatchRow, user: Caller): Promise<void> {
  await inTransaction(db, async (trx) => {
    let written = 0
    let held = 0
    const refused: RefusedRow[] = []
    for (let after = 0; ; ) {
      signal.throwIfAborted()
      const { rows } = await sql<{
        state: string
      }>`select state from import_batch where id = ${batch.id}`.execute(trx)
      if (rows[0]?.state !== batch.state) throw new LeaseLost()
      const part = await writeNext(trx, { batch, after, size: WHOLE_ROWS }, user, now())
      if (!part) break
      after = part.last
      written += part.written
      held += part.held
      refused.push(...part.refused)
    }
    // Only at the end, because other work of the office waits for the lock.
    await lockOffice(trx, user.orgId)
    const isWritten = sql`r.batch_id = ${batch.id} and r.state = 'COMMITTED'`
    refused.push(...(await doublesAmong(trx, batch.id, isWritten, user)))
    if (refused.length > 0) throw new RowsMoved(refused)
    if (held > 0) throw new WritingEnded(returnedMessage(held))
    await assertMayWrite(trx, batch, now())
    await renewLease(trx, batch, owner)
    await noteCursor(trx, batch, 0, written)
  })
}

/** Records why a row's project was not submitted, with one warning per field. */
function unsubmitted(rowNo: number, { code, message, errors }: Refused): Schemas['ImportCellIssue'][] {
  const text = (reason: string) => `第${rowNo}行：已存为草稿，未能提交：${reason}`
  if (!errors) return [{ ...(code ? { code } : {}), message: text(message) }]
  return errors.map((error) => ({
    field: error.field,
    ...(error.caption ? { caption: error.caption } : {}),
    ...(error.code ? { code: error.code } : {}),
    message: text(wordsOf(error)),
  }))
}

interface SubmittedPart {
  batch: BatchRow
  owner: string
  rows: readonly { row_no: number; id: number }[]
  /** The last of these rows. */
  cursor: number
}

/** Submits the projects of some rows, notes in the rows why projects could not be submitted, and moves the cursor. */
async function submitPart(
  trx: Trx,
  { batch, owner, rows, cursor }: SubmittedPart,
  user: Caller,
  now: Date,
): Promise<void> {
  // Also locks the batch, as in a partial commit.
  await renewLease(trx, batch, owner)
  const request = { ids: rows.map(({ id }) => id), action: 'SUBMIT', target: 'province' } as const
  const { failed } = await moveProjects(trx, request, user, { now })
  const rowNos = new Map(rows.map(({ id, row_no }) => [id, row_no]))
  const reasons = failed.map((refused) => {
    const rowNo = rowNos.get(refused.id) ?? 0
    return { row_no: rowNo, warnings: unsubmitted(rowNo, refused) }
  })
  await sql`update import_row r set warnings = r.warnings || x.warnings
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as x(row_no int, warnings jsonb)
    where r.batch_id = ${batch.id} and r.row_no = x.row_no`.execute(trx)
  await trx
    .updateTable('import_batch')
    .set({ ...ON_PROGRESS, submit_cursor: cursor })
    .where('id', '=', batch.id)
    .execute()
}

/** Submits the written projects independently. One that cannot be submitted stays a draft, with the reason in its row. */
async function submitWritten({ db, owner, signal, now }: Work, batch: BatchRow, user: Caller): Promise<void> {
  for (let cursor = batch.submit_cursor; ; ) {
    signal.throwIfAborted()
    const { rows } = await sql<{ row_no: number; id: number }>`
      select r.row_no, p.id from import_row r join es_project p on p.id = r.project_id
      where r.batch_id = ${batch.id} and r.row_no > ${cursor} and r.state = 'COMMITTED'
        and p.declare_status = any(${[...EDITABLE]}::text[])
      order by r.row_no limit ${SUBMITTED_ROWS}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    cursor = last.row_no
    await inTransaction(db, (trx) => submitPart(trx, { batch, owner, rows, cursor }, user, now()))
  }
}

/** Ends a batch of which nothing was written, and marks the rows that held it back. */
async function refuseWhole({ db, owner }: Work, batch: BatchRow, { rows }: RowsMoved): Promise<void> {
  await inTransaction(db, async (trx) => {
    await renewLease(trx, batch, owner)
    await refuseRows(trx, batch, rows)
    await storeCounts(trx, batch.id)
    await finish(trx, batch.id, owner, 'FAILED', movedMessage(rows))
  })
}

/** Ends a batch of which the rest may not be written any more, and says how much that is. */
async function endEarly({ db, owner }: Work, batch: BatchRow, { message }: WritingEnded): Promise<void> {
  await inTransaction(db, async (trx) => {
    await renewLease(trx, batch, owner)
    await storeCounts(trx, batch.id)
    const { rows } = await sql<{ written: number; left: number }>`
      select count(*) filter (where state = 'COMMITTED') as written,
        count(*) filter (where state = any(${writableStates(batch)}::text[])) as left
      from import_row where batch_id = ${batch.id}`.execute(trx)
    const { written = 0, left = 0 } = rows[0] ?? {}
    const unsubmitted = batch.submit_after_commit ? '；写入的项目均为草稿，未作提交' : ''
    const words = written > 0 ? `已写入 ${written} 行，余 ${left} 行未写入${unsubmitted}` : '没有写入任何行'
    await finish(trx, batch.id, owner, written > 0 ? 'DONE' : 'FAILED', `${message}。${words}`)
  })
}

/** Writes a batch's passed rows to the projects, and ends it. @throws LeaseLost */
export async function commitBatch(work: Work, batch: BatchRow, user: Caller): Promise<void> {
  const { db, owner } = work
  await followRegions(db, batch)
  try {
    if (batch.mode === 'atomic') await commitWhole(work, batch, user)
    else await commitPartially(work, batch, user)
  } catch (error) {
    if (error instanceof RowsMoved) return refuseWhole(work, batch, error)
    if (error instanceof WritingEnded) return endEarly(work, batch, error)
    throw error
  }
  if (batch.submit_after_commit) await submitWritten(work, batch, user)
  await storeCounts(db, batch.id)
  await finish(db, batch.id, owner, 'DONE')
}
