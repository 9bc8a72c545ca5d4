import type { components } from '@xinchu/sdk/schema'
import { checkProject, checkRecord } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { fieldsOf, projectFields } from './columns.ts'
import type { ProjectRow } from './query.ts'

type Reason = components['schemas']['JudgeReason']

export interface Judgement {
  reasons: Reason[]
  warnings: Reason[]
}

const captionOf = (field: string) => projectFields.find(({ name }) => name === field)?.caption ?? field

async function hasDivisions(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct parent_code as code from region where parent_code = any(${[...codes]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ code }) => code))
}

/** Projects that are the same by number or by name: a submission beside them is refused. */
async function sameProjects(db: Db, rows: readonly ProjectRow[]): Promise<Map<number, string>> {
  const { rows: found } = await sql<{ id: number; other: string }>`
    select p.id, min(o.project_name) as other
    from es_project p join es_project o on o.id <> p.id and not o.deleted and o.submitted_once
      and o.build_status is distinct from '7'
      and ((p.record_no <> '' and o.record_no = p.record_no)
        or (p.national_code <> '' and o.national_code = p.national_code)
        or (o.credit_code = p.credit_code and o.county_code is not distinct from p.county_code
          and o.normalised_name = p.normalised_name and coalesce(o.phase_no, '') = coalesce(p.phase_no, '')))
    where p.id = any(${rows.map(({ id }) => id)}::bigint[])
    group by p.id`.execute(db)
  return new Map(found.map(({ id, other }) => [id, other]))
}

/** What speaks against submitting each of these projects, and what is worth a second look. */
export async function judgeProjects(
  db: Db,
  rows: readonly ProjectRow[],
  today: string,
): Promise<Map<number, Judgement>> {
  const deepest = (row: ProjectRow) => row.county_code ?? row.city_code ?? row.province_code
  const divided = await hasDivisions(db, rows.map(deepest))
  const same = await sameProjects(db, rows)
  return new Map(
    rows.map((row) => {
      const project = fieldsOf(row)
      const issues = [...checkRecord(project, projectFields, 'submit'), ...checkProject(project, today)]
      const reasonOf = ({ field, message }: { field: string; message: string }): Reason => ({
        id: row.id,
        field,
        message: `${captionOf(field)}：${message}`,
      })
      const reasons = issues.filter(({ level }) => level === 'error').map(reasonOf)
      if (divided.has(deepest(row))) {
        const field = row.city_code ? 'countyCode' : 'cityCode'
        reasons.push(reasonOf({ field, message: '值不能为空' }))
      }
      const other = same.get(row.id)
      if (other) reasons.push({ id: row.id, field: 'projectName', message: `与已有项目重复：${other}` })
      return [row.id, { reasons, warnings: issues.filter(({ level }) => level === 'warning').map(reasonOf) }]
    }),
  )
}
