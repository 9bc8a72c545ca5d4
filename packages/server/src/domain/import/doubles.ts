import { repeatScores } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { findDuplicates } from '../es-project/duplicates/find.ts'
import { type Subject, subjectColumns } from '../es-project/duplicates/subject.ts'
import type { RefusedRow } from './refused-row.ts'

interface Suspect {
  row_no: number
  raw: RefusedRow['raw']
  project: Readonly<Record<string, unknown>>
  /** Ids of the projects that the comparison has found. */
  known: number[]
}

/** Rows with a project of the same number, or of the same company and name, that the comparison has not found. */
async function suspectsAmong(trx: Trx, which: RawBuilder<unknown>, user: Caller): Promise<Suspect[]> {
  const same = (condition: RawBuilder<unknown>) => sql`
    select p.id from es_project p where not p.deleted and (p.submitted_once or p.org_id = ${user.orgId}) and ${condition}`
  const { rows } = await sql<Suspect>`
    select r.row_no, r.raw, r.project,
      array(select (x ->> 'projectId')::bigint from jsonb_array_elements(r.repeats) x) as known
    from import_row r
    where ${which} and exists (
      select 1 from (
        ${same(sql`p.record_key = r.record_no and r.record_no <> ''`)}
        union all ${same(sql`p.national_key = r.national_code and r.national_code <> ''`)}
        union all ${same(sql`p.credit_code = r.project ->> 'credit_code' and p.normalised_name = r.project ->> 'normalised_name'`)}
      ) s
      where s.id is distinct from r.project_id
        and not r.repeats @> jsonb_build_array(jsonb_build_object('projectId', s.id)))
    order by r.row_no`.execute(trx)
  return rows
}

function subjectOf({ project }: Suspect): Subject {
  const compared = ['name_keys', ...subjectColumns].map((name) => [name, project[name]])
  return Object.fromEntries(compared) as unknown as Subject // columns of es_project, as they were staged
}

/** Those of the projects that the batch has written itself. */
async function writtenBy(trx: Trx, batchId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select project_id as id from import_row
    where batch_id = ${batchId} and state = 'COMMITTED' and project_id = any(${[...ids]}::bigint[])`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Finds rows that have become the same as a project since they were compared. Under `lockOffice`, none can follow.
 * @param which condition on the rows `r`
 */
export async function doublesAmong(
  trx: Trx,
  batchId: number,
  which: RawBuilder<unknown>,
  user: Caller,
): Promise<RefusedRow[]> {
  const suspects = await suspectsAmong(trx, which, user)
  if (suspects.length === 0) return []
  const found = await findDuplicates(trx, suspects.map(subjectOf), user)
  const own = await writtenBy(
    trx,
    batchId,
    found.flat().map(({ projectId }) => projectId),
  )
  return suspects.flatMap(({ row_no, raw, known }, at) => {
    const pair = found[at]?.find(
      ({ score, projectId }) =>
        score >= repeatScores.same && !own.has(projectId) && !known.includes(projectId),
    )
    if (!pair) return []
    const { org_id, project_name } = pair.project
    const which = org_id === user.orgId ? `“${project_name}”` : ''
    const message = `校验后已有相同的项目${which}，未写入，请重新导入`
    return [{ row_no, raw, issue: { field: 'projectName', code: 'D-001' as const, message } }]
  })
}
