import { checkProject, checkRecord, codes, messages, type PlaceBoxes } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { currentBoxes } from '../regions/boxes.ts'
import { fieldsOf, projectFields } from './columns.ts'
import { type DuplicatePair, findDuplicates, isRefused, needsReason } from './duplicates/find.ts'
import { captioned, type Fault, inFormOrder } from './faults.ts'
import type { ProjectRow } from './query.ts'
import { lacksProof, provenProjects } from './record-proof.ts'

export interface Judgement {
  /** Faults that block the submission, in form order. */
  faults: Fault[]
  warnings: Fault[]
  duplicates: DuplicatePair[]
  /** A suspected duplicate, which needs a reason. */
  isSuspected: boolean
}

async function hasDivisions(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct parent_code as code from region where parent_code = any(${[...codes]}::text[]) and ended_on is null`.execute(
    db,
  )
  return new Set(rows.map(({ code }) => code))
}

const deepest = (row: ProjectRow) => row.county_code ?? row.city_code ?? row.province_code

/** Checks a project's own content: blocking faults and warnings. */
function contentJudgement(
  row: ProjectRow,
  today: string,
  known: { divided: ReadonlySet<string>; proven: ReadonlySet<number>; boxes: PlaceBoxes },
): Pick<Judgement, 'faults' | 'warnings'> {
  const project = fieldsOf(row)
  const issues = [
    ...checkRecord(project, projectFields, 'submit'),
    ...checkProject(project, today, known.boxes),
  ]
  const of = (level: 'error' | 'warning') => issues.filter((issue) => issue.level === level).map(captioned)
  const faults = of('error')
  if (known.divided.has(deepest(row)))
    faults.push(
      captioned({
        field: row.city_code ? 'countyCode' : 'cityCode',
        code: codes.nonEmpty,
        message: messages.nonEmpty,
      }),
    )
  if (!lacksProof(row, known.proven)) return { faults, warnings: of('warning') }
  // Only the filing proof counts, so the message names it.
  const others = faults.filter(({ field }) => field !== 'attachmentIds')
  const proof = captioned({ field: 'attachmentIds', code: 'P-013', message: '请上传项目备案证' })
  return { faults: [...others, proof], warnings: of('warning') }
}

const refusalOf = ({ opinion }: DuplicatePair) =>
  opinion === undefined ? '与已有项目重复' : `主管部门判定与已有项目为同一项目：${opinion}`.slice(0, 500)

/** Evaluates the duplicates found for a submission. */
function repeatJudgement(row: ProjectRow, pairs: DuplicatePair[]): Judgement {
  const refused = pairs.find((pair) => isRefused(pair, row))
  const isSame = refused !== undefined
  const isSuspected = !isSame && pairs.some(needsReason)
  return {
    faults: isSame ? [{ field: 'projectName', code: 'D-001', message: refusalOf(refused) }] : [],
    warnings: isSuspected
      ? [{ field: 'repeatReason', code: 'D-002', message: '与已有项目疑似重复，提交时须填写说明' }]
      : [],
    duplicates: pairs,
    isSuspected,
  }
}

/**
 * Judges projects that are submitted together, in order: faults and warnings of each. Of two similar ones, the first
 * counts as existing for the second unless it is blocked itself. Uses a constant number of queries.
 * @param hasReason whether the caller explained why a suspected duplicate is none
 */
export async function judgeProjects(
  db: Db,
  rows: readonly ProjectRow[],
  today: string,
  hasReason: (row: ProjectRow) => boolean = () => true,
): Promise<Map<number, Judgement>> {
  const divided = await hasDivisions(db, rows.map(deepest))
  const known = { divided, proven: await provenProjects(db, rows), boxes: await currentBoxes(db) }
  const ids = rows.map(({ id }) => id)
  const found = await findDuplicates(db, rows, undefined, ids)
  const going = new Set<number>()
  return new Map(
    rows.map((row, position) => {
      const content = contentJudgement(row, today, known)
      const pairs = (found[position] ?? []).filter(
        ({ projectId, project }) => project.submitted_once || going.has(projectId),
      )
      const repeats = repeatJudgement(row, pairs)
      const faults = inFormOrder([...content.faults, ...repeats.faults])
      if (faults.length === 0 && (!repeats.isSuspected || hasReason(row))) going.add(row.id)
      return [row.id, { ...repeats, faults, warnings: [...content.warnings, ...repeats.warnings] }]
    }),
  )
}
