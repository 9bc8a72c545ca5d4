import { DataSource, RepeatFlag } from '@xinchu/contract/codes'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { closeOutdated } from '../es-project/appeals/close.ts'
import { columns } from '../es-project/columns.ts'
import { keepSubmitted } from '../es-project/submitted.ts'
import { RETURNED } from '../es-project/waiting.ts'
import { tellImported, toldColumns } from '../events/note.ts'
import { touchProjects } from '../revisions/statistics.ts'
import { indexProjects } from '../text-search/project-index.ts'
import type { BatchRow } from './batch-row.ts'
import { comparedFields } from './compared-fields.ts'
import { doublesAmong } from './doubles.ts'
import { isAsCompared, isEditable, isUnchanged } from './drafts.ts'
import { keptValues, noteImported } from './keep-corrections.ts'
import { type KeptRow, noteKept } from './note-kept.ts'
import { draftMoved, type RefusedRow, refuseRows } from './refused-row.ts'
import { renewedColumns, renewedDraft } from './renewed-draft.ts'

const DERIVED = ['normalised_name', 'name_keys', 'record_key', 'national_key', 'initials']
const contentColumns = [...DERIVED, ...columns.map(([, column]) => column)]
const names = (prefix = '') => sql.raw(contentColumns.map((column) => `${prefix}${column}`).join(', '))
const assignments = sql.raw(
  [...DERIVED, ...renewedColumns].map((column) => `${column} = c.${column}`).join(', '),
)

/** Row states that a commit writes. */
export const writableStates = ({ accept_warnings, skip_repeat }: BatchRow): string[] => [
  'OK',
  ...(accept_warnings ? ['WARN'] : []),
  ...(skip_repeat ? [] : ['REPEAT']),
]

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

interface Renewed {
  written: number
  searched: number[] | null
  places: string[] | null
  kept: KeptRow[] | null
  /** Rows that would change a returned project, which nobody has agreed to. */
  held: number[] | null
}

/** Projects of a part that were submitted and are open to their author again. */
async function openIn(trx: Trx, part: Part, user: Caller): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from import_row r join es_project p on p.id = r.project_id
    where ${rowsOf(part)} and p.submitted_once and p.org_id = ${user.orgId} and ${isEditable}`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Updates own drafts with the rows that differ from them, unless somebody has changed them since they were compared. A draft
 * that equals its row keeps its version and its history, and so does a submitted project. All parts of the statement read the drafts as they were before.
 */
async function renewDrafts(trx: Trx, part: Part, user: Caller): Promise<{ written: number; held: number[] }> {
  const { batch, from, to } = part
  await keepSubmitted(trx, await openIn(trx, part, user))
  const { rows } = await sql<Renewed>`
    with compared as materialized (
      select r.row_no, r.raw, f.changes, f.cleared, f.kept, f.blank,
        f.changes > 0 and not ${batch.take_returned}::boolean and p.declare_status = any(${[...RETURNED]}::text[]) as held
      from import_row r join es_project p on p.id = r.project_id
        cross join lateral ${renewedDraft(batch, { row: 'r', draft: 'p' })} c cross join lateral ${comparedFields(batch, 'r')} f
      where ${rowsOf(part)} and ${isUnchanged(user)} and (${isEditable} or f.changes = 0)),
    renewed as (
      update es_project p set ${assignments}, version = p.version + 1, update_by = ${user.username}, update_time = now()
      from import_row r join es_project o on o.id = r.project_id
        cross join lateral ${renewedDraft(batch, { row: 'r', draft: 'o', kept: keptValues(batch) })} c
      where ${rowsOf(part)} and p.id = r.project_id and ${isAsCompared(user)}
        and r.row_no in (select row_no from compared where changes > 0 and not held)
      returning r.row_no, to_jsonb(p) as content, ${toldColumns('p.')}),
    owned as (${noteImported(batch, user)}),
    told as (${tellImported(sql`renewed`, user)}),
    noted as (
      update import_row q set state = 'COMMITTED', held = false, outcome = case when d.changes > 0 then 'changed' else 'same' end,
        changed_fields = d.changes, kept_fields = cardinality(d.kept),
        cleared_fields = d.cleared, blank_fields = cardinality(d.blank)
      from compared d
      where q.batch_id = ${batch.id} and q.row_no between ${from} and ${to} and q.row_no = d.row_no
        and (d.changes = 0 or q.row_no in (select row_no from renewed))
      returning d.row_no, d.raw, d.kept, d.blank),
    waiting as (
      update import_row q set held = true from compared d
      where q.batch_id = ${batch.id} and q.row_no between ${from} and ${to} and q.row_no = d.row_no and d.held
      returning q.row_no)
    select (select count(*) from noted) as written, (select array_agg(row_no) from waiting) as held,
      (select array_agg(id) from renewed where submitted_once) as searched,
      (select array_agg(distinct province_code) from renewed where submitted_once) as places,
      (select jsonb_agg(noted order by row_no) from noted where cardinality(kept) + cardinality(blank) > 0) as kept`.execute(
    trx,
  )
  const [done] = rows
  await noteKept(trx, batch, done?.kept ?? [])
  await indexProjects(trx, done?.searched ?? [])
  await touchProjects(trx, done?.places ?? [])
  return { written: done?.written ?? 0, held: done?.held ?? [] }
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
      update import_row r set state = 'COMMITTED', outcome = 'new', project_id = k.id
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

interface Written {
  /** Number of the last processed row. */
  last: number
  written: number
  /** Rows that wait for the consent to change a returned project. */
  held: number
  refused: readonly RefusedRow[]
}

/** Finds the rows of a part whose drafts have changed since they were compared: `renewDrafts` has left them. */
async function movedIn(trx: Trx, part: Part, held: readonly number[]): Promise<RefusedRow[]> {
  const { rows } = await sql<Omit<RefusedRow, 'issue'>>`
    select r.row_no, r.raw from import_row r where ${rowsOf(part)} and r.project_id is not null
      and not r.row_no = any(${[...held]}::int[]) order by r.row_no`.execute(trx)
  return rows.map((row) => ({ ...row, issue: draftMoved }))
}

/**
 * Writes the next rows of a batch: new projects as drafts, and updates of own drafts. The content never leaves the
 * database. Rows whose drafts have changed since, and new rows that have become the same as a project, are refused.
 * @returns undefined if no row was left
 */
export async function writeNext(
  trx: Trx,
  { batch, after, size }: { batch: BatchRow; after: number; size: number },
  user: Caller,
  now: Date,
): Promise<Written | undefined> {
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
  const isKnown = known.rows.length > 0
  const renewed = isKnown ? await renewDrafts(trx, part, user) : { written: 0, held: [] }
  const moved = isKnown ? await movedIn(trx, part, renewed.held) : []
  if (renewed.written > 0) await closeOutdated(trx)
  const doubles = await doublesAmong(trx, batch.id, sql`${rowsOf(part)} and r.project_id is null`, user)
  const refused = [...moved, ...doubles]
  await refuseRows(trx, batch, refused)
  const made = await makeDrafts(trx, part, user, now)
  return { last: part.to, written: renewed.written + made, held: renewed.held.length, refused }
}
