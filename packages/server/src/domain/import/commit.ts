import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { columns } from '../es-project/columns.ts'
import { moveProjects } from '../es-project/flow.ts'
import { EDITABLE } from '../es-project/states.ts'
import type { BatchRow } from './batch.ts'
import { LeaseLost, renew } from './lease.ts'
import type { Work } from './stage.ts'

// What one transaction of a partial commit writes; others get their turn in between.
const COMMITTED_ROWS = 500
const SUBMITTED_ROWS = 100
const IMPORTED = '3'

const contentColumns = ['normalised_name', ...columns.map(([, column]) => column)]
const names = (prefix = '') => sql.raw(contentColumns.map((column) => `${prefix}${column}`).join(', '))
const assignments = sql.raw(contentColumns.map((column) => `${column} = c.${column}`).join(', '))

/** The states of rows that a commit writes. */
export const writableStates = ({ accept_warnings, skip_repeat }: BatchRow): string[] => [
  'OK',
  ...(accept_warnings ? ['WARN'] : []),
  ...(skip_repeat ? [] : ['REPEAT']),
]

/**
 * Writes the next rows of a batch: new projects as drafts, and the content of own drafts that rows repeat. One statement
 * in which the database alone handles the content.
 * @returns the number of the last row that was looked at, and how many were written; undefined when there was none
 */
async function writeNext(
  trx: Transaction<Database>,
  batch: BatchRow,
  after: number,
  user: Caller,
  now: Date,
): Promise<{ last: number; written: number } | undefined> {
  const year = day(now).slice(0, 4)
  const { rows } = await sql<{ last: number | null; written: number }>`
    with part as materialized (
      select row_no, state, project, project_id from import_row
      where batch_id = ${batch.id} and row_no > ${after} order by row_no limit ${COMMITTED_ROWS}),
    picked as materialized (
      select part.*, case when project_id is null then nextval('es_project_id') end as new_id
      from part where state = any(${writableStates(batch)}::text[]) and project is not null),
    made as (
      insert into es_project (id, project_code, org_id, origin_dept_id, data_source, repeat_flag, create_by, update_by, ${names()})
      select k.new_id, 'ES' || left(c.province_code, 2) || ${year}::text || lpad(nextval('es_project_serial')::text, 6, '0'),
        ${user.orgId}, ${user.deptId}, ${IMPORTED}, case when k.state = 'REPEAT' then '1' else '0' end,
        ${user.username}, ${user.username}, ${names('c.')}
      from picked k cross join lateral jsonb_populate_record(null::es_project, k.project) c
      where k.project_id is null
      returning id),
    renewed as (
      update es_project p set ${assignments}, version = p.version + 1, update_by = ${user.username}, update_time = now()
      from picked k cross join lateral jsonb_populate_record(null::es_project, k.project) c
      where p.id = k.project_id and p.org_id = ${user.orgId} and p.province_code = c.province_code
        and p.declare_status = any(${[...EDITABLE]}::text[]) and not p.deleted
      returning p.id),
    noted as (
      update import_row r set state = 'COMMITTED', project_id = coalesce(k.new_id, k.project_id)
      from picked k
      where r.batch_id = ${batch.id} and r.row_no = k.row_no
        and r.row_no > ${after} and r.row_no <= (select max(row_no) from part)
        and (k.new_id is not null or k.project_id in (select id from renewed))
      returning 1)
    select max(row_no) as last, (select count(*) from noted) as written from part`.execute(trx)
  const [{ last, written } = { last: null, written: 0 }] = rows
  return last === null ? undefined : { last, written }
}

async function noteCursor(
  trx: Transaction<Database>,
  batch: BatchRow,
  cursor: number,
  written: number,
): Promise<void> {
  await sql`update import_batch set commit_cursor = ${cursor}, committed_rows = committed_rows + ${written}
    where id = ${batch.id}`.execute(trx)
}

/** Each part is durable by itself: what was written when the server stops stays, and the rest follows after the start. */
async function commitPartially(
  { db, owner, signal, now }: Work,
  batch: BatchRow,
  user: Caller,
): Promise<void> {
  for (let cursor = batch.commit_cursor; ; ) {
    signal.throwIfAborted()
    const last = await db.transaction().execute(async (trx) => {
      // Also locks the batch, so that a cancellation comes before or after this part and not within it.
      await renew(trx, batch, owner)
      const part = await writeNext(trx, batch, cursor, user, now())
      if (part) await noteCursor(trx, batch, part.last, part.written)
      return part?.last
    })
    if (last === undefined) return
    cursor = last
  }
}

async function commitWhole({ db, owner, signal, now }: Work, batch: BatchRow, user: Caller): Promise<void> {
  await db.transaction().execute(async (trx) => {
    let written = 0
    for (let cursor = 0; ; ) {
      signal.throwIfAborted()
      const { rows } = await sql<{
        state: string
      }>`select state from import_batch where id = ${batch.id}`.execute(trx)
      if (rows[0]?.state !== batch.state) throw new LeaseLost()
      const part = await writeNext(trx, batch, cursor, user, now())
      if (!part) break
      cursor = part.last
      written += part.written
    }
    await renew(trx, batch, owner)
    await noteCursor(trx, batch, 0, written)
  })
}

/** Submits what was written, each project by itself; one that cannot be submitted stays a draft and its row says why. */
async function submitWritten({ db, owner, signal, now }: Work, batch: BatchRow, user: Caller): Promise<void> {
  for (let cursor = batch.submit_cursor; ; ) {
    signal.throwIfAborted()
    await renew(db, batch, owner)
    const { rows } = await sql<{ row_no: number; id: number }>`
      select r.row_no, p.id from import_row r join es_project p on p.id = r.project_id
      where r.batch_id = ${batch.id} and r.row_no > ${cursor} and r.state = 'COMMITTED'
        and p.declare_status = any(${[...EDITABLE]}::text[])
      order by r.row_no limit ${SUBMITTED_ROWS}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const request = { ids: rows.map(({ id }) => id), action: 'SUBMIT', target: 'province' } as const
    const { failed } = await moveProjects(db, request, user, now())
    const reasons = failed.map(({ id, message }) => {
      const rowNo = rows.find((row) => row.id === id)?.row_no ?? 0
      return {
        row_no: rowNo,
        warnings: [{ message: `第${rowNo}行：已存为草稿，未能提交：${message}`.slice(0, 500) }],
      }
    })
    await sql`update import_row r set warnings = r.warnings || x.warnings
      from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as x(row_no int, warnings jsonb)
      where r.batch_id = ${batch.id} and r.row_no = x.row_no`.execute(db)
    cursor = last.row_no
    await db.updateTable('import_batch').set({ submit_cursor: cursor }).where('id', '=', batch.id).execute()
  }
}

/** Writes what passed the checks of a batch into the projects. @throws LeaseLost */
export async function commitBatch(work: Work, batch: BatchRow, user: Caller): Promise<void> {
  if (batch.mode === 'atomic') await commitWhole(work, batch, user)
  else await commitPartially(work, batch, user)
  if (batch.submit_after_commit) await submitWritten(work, batch, user)
}
