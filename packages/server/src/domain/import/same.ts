import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Caller } from '../caller.ts'
import { EDITABLE } from '../es-project/states.ts'
import { visibleProjects } from '../scope.ts'
import { type CellIssue, issueOf, type RawRow } from './check-row.ts'

interface Range {
  batchId: number
  from: number
  to: number
}

interface Twin {
  row_no: number
  raw: RawRow
  field: string
  first: number
}

/** Rows that are the same project as an earlier row of the batch. */
async function twinsWithin(db: Db, { batchId, from, to }: Range): Promise<Twin[]> {
  // The sum keeps the planner from walking the rows in their order until one fits, which is all of them for most.
  const earlier = (column: string) => sql`(select min(o.row_no + 0) from import_row o
    where o.batch_id = r.batch_id and o.${sql.raw(column)} = r.${sql.raw(column)})`
  const { rows } = await sql<Twin>`
    select * from (
      select r.row_no, r.raw,
        case when n.record < r.row_no then 'recordNo' when n.national < r.row_no then 'nationalCode' else 'projectName' end as field,
        case when n.record < r.row_no then n.record when n.national < r.row_no then n.national else n.name end as first
      from import_row r cross join lateral (select ${earlier('same_name')} as name,
        ${earlier('record_no')} as record, ${earlier('national_code')} as national) n
      where r.batch_id = ${batchId} and r.row_no between ${from} and ${to} and r.state in ('OK', 'WARN')) t
    where first < row_no`.execute(db)
  return rows
}

interface Match {
  row_no: number
  raw: RawRow
  project_id: number
  project_name: string
  field: string
  is_own: boolean
  is_visible: boolean
}

/** Projects that staged rows are the same as: by number, or by company, name and phase. */
async function sameProjects(db: Db, { batchId, from, to }: Range, user: Caller): Promise<Match[]> {
  // Materialised: the planner takes a chunk for a single row and would find all of it anew for each.
  const { rows } = await sql<Match>`
    with r as materialized (
      select row_no, raw, record_no, national_code, project ->> 'credit_code' as credit_code,
        project ->> 'normalised_name' as name, coalesce(project ->> 'phase_no', '') as phase
      from import_row
      where batch_id = ${batchId} and row_no between ${from} and ${to} and state in ('OK', 'WARN')),
    found as materialized (
      select r.row_no, p.id, 'recordNo' as field, 1 as weight from r join es_project p on p.record_no = r.record_no and not p.deleted
      union all
      select r.row_no, p.id, 'nationalCode', 2 from r join es_project p on p.national_code = r.national_code and not p.deleted
      union all
      select r.row_no, p.id, 'projectName', 3 from r join es_project p
        on p.credit_code = r.credit_code and p.normalised_name = r.name and coalesce(p.phase_no, '') = r.phase and not p.deleted)
    select distinct on (f.row_no) f.row_no, r.raw, f.id as project_id, p.project_name, f.field,
      (p.org_id = ${user.orgId} and p.declare_status = any(${[...EDITABLE]}::text[])) as is_own,
      (${visibleProjects(user)}) as is_visible
    from found f join r on r.row_no = f.row_no join es_project p on p.id = f.id
    where p.submitted_once or p.org_id = ${user.orgId}
    order by f.row_no, is_own, f.weight, f.id`.execute(db)
  return rows
}

interface Finding {
  row_no: number
  state: string
  errors: CellIssue[]
  warnings: CellIssue[]
  repeats: { projectId: number; projectName?: string; score: number }[]
  project_id: number | null
}

async function keep(db: Db, batchId: number, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return
  await sql`
    update import_row r set state = x.state, errors = r.errors || x.errors, warnings = r.warnings || x.warnings,
      repeats = x.repeats, project_id = x.project_id
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      as x(row_no int, state text, errors jsonb, warnings jsonb, repeats jsonb, project_id bigint)
    where r.batch_id = ${batchId} and r.row_no = x.row_no`.execute(db)
}

const HARD = 100

/**
 * Looks for records that checked rows repeat, in the batch itself and among the projects: a row that repeats another
 * row is refused, one that repeats a draft of the same office will replace its content, one that repeats any other
 * project is set aside.
 */
export async function findSame(
  db: Db,
  range: Range,
  letters: Readonly<Record<string, string>>,
  user: Caller,
): Promise<void> {
  const words = (row: { row_no: number; raw: RawRow; field: string }, message: string) =>
    issueOf(row.row_no, { field: row.field, message }, row.raw, letters)
  const twins = await twinsWithin(db, range)
  await keep(
    db,
    range.batchId,
    twins.map((twin) => ({
      row_no: twin.row_no,
      state: 'ERROR',
      errors: [words(twin, `与第${twin.first}行重复`)],
      warnings: [],
      repeats: [],
      project_id: null,
    })),
  )
  const matches = await sameProjects(db, range, user)
  await keep(
    db,
    range.batchId,
    matches.map((match) => ({
      row_no: match.row_no,
      state: match.is_own ? 'WARN' : 'REPEAT',
      errors: [],
      warnings: [words(match, match.is_own ? '与本单位的草稿相同，写入时更新该草稿' : '与已有项目重复')],
      repeats: [
        {
          projectId: match.project_id,
          ...(match.is_visible ? { projectName: match.project_name } : {}),
          score: HARD,
        },
      ],
      project_id: match.is_own ? match.project_id : null,
    })),
  )
}
