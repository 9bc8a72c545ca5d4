import type { components } from '@xinchu/sdk/schema'
import { checkProject, checkRecord } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { fieldsOf, projectFields } from './columns.ts'
import { type DuplicatePair, findDuplicates, isRefused, needsReason } from './duplicates/find.ts'
import type { ProjectRow } from './query.ts'

type Reason = components['schemas']['JudgeReason']

export interface Judgement {
  reasons: Reason[]
  warnings: Reason[]
  duplicates: DuplicatePair[]
}

const captionOf = (field: string) => projectFields.find(({ name }) => name === field)?.caption ?? field

async function hasDivisions(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct parent_code as code from region where parent_code = any(${[...codes]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ code }) => code))
}

/** What the projects found beside this one mean for its submission. */
function repeatReasons(row: ProjectRow, pairs: readonly DuplicatePair[]): Judgement {
  const [same] = pairs.filter((pair) => isRefused(pair, row))
  const said = (field: string, message: string): Reason[] => [{ id: row.id, field, message }]
  if (same) return { reasons: said('projectName', '与已有项目重复'), warnings: [], duplicates: [...pairs] }
  const warnings = pairs.some(needsReason) ? said('repeatReason', '与已有项目疑似重复，提交时须填写说明') : []
  return { reasons: [], warnings, duplicates: [...pairs] }
}

/** What speaks against submitting each of these projects, and what is worth a second look. */
export async function judgeProjects(
  db: Db,
  rows: readonly ProjectRow[],
  today: string,
): Promise<Map<number, Judgement>> {
  const deepest = (row: ProjectRow) => row.county_code ?? row.city_code ?? row.province_code
  const divided = await hasDivisions(db, rows.map(deepest))
  const found = await findDuplicates(db, rows)
  return new Map(
    rows.map((row, position) => {
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
      const repeats = repeatReasons(row, found[position] ?? [])
      const warnings = issues.filter(({ level }) => level === 'warning').map(reasonOf)
      return [
        row.id,
        {
          reasons: [...reasons, ...repeats.reasons],
          warnings: [...warnings, ...repeats.warnings],
          duplicates: repeats.duplicates,
        },
      ]
    }),
  )
}
