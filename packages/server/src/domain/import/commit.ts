import { DataSource, RepeatFlag } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Pace } from '../../runtime/pace.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { columns } from '../es-project/columns.ts'
import { wordsOf } from '../es-project/faults.ts'
import { moveProjects } from '../es-project/flow.ts'
import { EDITABLE } from '../es-project/waiting.ts'
import { tellImported, toldColumns } from '../events/note.ts'
import { indexProjects } from '../search/project-index.ts'
import type { BatchRow } from './batch-row.ts'
import { followRegions } from './follow-regions.ts'
import { LeaseLost, ON_PROGRESS, renewLease } from './lease.ts'
import type { Work } from './stage.ts'

// Rows per transaction of a partial commit. Other work runs in between.
const pace = () => new Pace({ targetMs: 80, first: 200, least: 50, most: 1_000 })
const WHOLE_ROWS = 500
const SUBMITTED_ROWS = 100

const contentColumns = ['normalised_name', 'name_keys', 'initials', ...columns.map(([, column]) => column)]
const names = (prefix = '') => sql.raw(contentColumns.map((column) => `${prefix}${column}`).join(', '))
const assignments = sql.raw(contentColumns.map((column) => `${column} = c.${column}`).join(', '))

/** Row states that a commit writes. */
export const writableStates = ({ accept_warnings, skip_repeat }: BatchRow): string[] => [
  'OK',
  ...(accept_warnings ? ['WARN'] : []),
  ...(skip_repeat ? [] : ['REPEAT']),
]

type Schemas = components['schemas']
type Refused = Schemas['BatchResult']['failed'][number]

interface Part {
  batch: BatchRow
  from: number
  to: number
}

const rowsOf = ({
  batch,
  from,
  to,
}: Part) => sql`r.batch_id = ${batch.id} and r.row_no between ${from} and ${to}
  and r.state = any(${writableStates(batch)}::text[]) and r.project is not null`

/** Updates own drafts with the rows that repeat them. */
async function renewDrafts(trx: Trx, part: Part, user: Caller): Promise<number> {
  // The addition keeps the planner from scanning all records of the office for each row.
  const { rows } = await sql<{ written: number; searched: number[] | null }>`
    with renewed as (
      update es_project p set ${assignments}, version = p.version + 1, update_by = ${user.username}, update_time = now()
      from import_row r cross join lateral jsonb_populate_record(null::es_project, r.project) c
      where ${rowsOf(part)} and p.id = r.project_id and p.org_id + 0 = ${user.orgId} and p.province_code = c.province_code
        and p.declare_status = any(${[...EDITABLE]}::text[]) and not p.deleted
      returning r.row_no, ${toldColumns('p.')}),
    told as (${tellImported(sql`renewed`, user)}),
    noted as (
      update import_row set state = 'COMMITTED'
      where batch_id = ${part.batch.id} and row_no between ${part.from} and ${part.to}
        and row_no in (select row_no from renewed)
      returning 1)
    select (select count(*) from noted) as written,
      (select array_agg(id) from renewed where submitted_once) as searched`.execute(trx)
  await indexProjects(trx, rows[0]?.searched ?? [])
  return rows[0]?.written ?? 0
}

const isSuspected = sql`exists (
  select from jsonb_array_elements(k.repeats) as repeat where (repeat ->> 'score')::numeric >= ${sql.lit(repeatScores.suspected)})`

/**
 * Creates drafts from rows, with ids in the order of the rows. Selects the rows in the statement that marks them as written, which avoids a join that the
 * planner would misjudge.
 */
async function makeDrafts(trx: Trx, part: Part, user: Caller, now: Date): Promise<number> {
  const year = day(now).slice(0, 4)
  const { rows } = await sql<{ written: number }>`
    with noted as (
      update import_row r set state = 'COMMITTED', project_id = k.id
      from (select o.row_no, nextval('es_project_id') as id from (
        select r.row_no from import_row r where ${rowsOf(part)} and r.project_id is null order by r.row_no) o) k
      where r.batch_id = ${part.batch.id} and r.row_no = k.row_no
      returning r.project_id, r.project, r.repeats),
    made as (
      insert into es_project (id, project_code, org_id, origin_dept_id, data_source, repeat_flag, create_by, update_by, ${names()})
      select k.project_id, 'ES' || left(c.province_code, 2) || ${year}::text || lpad(nextval('es_project_serial')::text, 6, '0'),
        ${user.orgId}, ${user.deptId}, ${DataSource.import}, case when ${isSuspected} then ${RepeatFlag.suspected} else ${RepeatFlag.none} end,
        ${user.username}, ${user.username}, ${names('c.')}
      from noted k cross join lateral jsonb_populate_record(null::es_project, k.project) c
      returning ${toldColumns()}),
    told as (${tellImported(sql`made`, user)})
    select count(*) as written from made`.execute(trx)
  return rows[0]?.written ?? 0
}

/**
 * Writes the next rows of a batch: new projects as drafts, and updates of own drafts. The content never leaves the
 * database.
 * @returns number of the last processed row and count of written rows; undefined if none was left
 */
async function writeNext(
  trx: Trx,
  { batch, after, size }: { batch: BatchRow; after: number; size: number },
  user: Caller,
  now: Date,
): Promise<{ last: number; written: number } | undefined> {
  const { rows } = await sql<{ from: number | null }>`
    select min(row_no) as from from import_row where batch_id = ${batch.id} and row_no > ${after}`.execute(
    trx,
  )
  const from = rows[0]?.from
  if (typeof from !== 'number') return undefined
  const part = { batch, from, to: from + size - 1 }
  const known =
    await sql`select from import_row r where ${rowsOf(part)} and r.project_id is not null limit 1`.execute(
      trx,
    )
  const renewed = known.rows.length > 0 ? await renewDrafts(trx, part, user) : 0
  return { last: part.to, written: renewed + (await makeDrafts(trx, part, user, now)) }
}

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
      const part = await writeNext(trx, { batch, after, size: rhythm.size }, user, now())
      if (part) await noteCursor(trx, batch, part.last, part.written)
      rhythm.took(performance.now() - start)
      return part?.last
    })
    if (last === undefined) return
    after = last
  }
}

async function commitWhole({ db, owner, signal, now }: Work, batch: BatchRow, user: Caller): Promise<void> {
  await inTransaction(db, async (trx) => {
    let written = 0
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
    }
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

/** Writes a batch's passed rows to the projects. @throws LeaseLost */
export async function commitBatch(work: Work, batch: BatchRow, user: Caller): Promise<void> {
  await followRegions(work.db, batch)
  if (batch.mode === 'atomic') await commitWhole(work, batch, user)
  else await commitPartially(work, batch, user)
  if (batch.submit_after_commit) await submitWritten(work, batch, user)
}
