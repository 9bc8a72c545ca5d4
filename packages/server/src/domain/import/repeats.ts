import { numberKey, type RuleCode, repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { type DuplicatePair, findDuplicates } from '../es-project/duplicates/find.ts'
import { hasSameName, nationalKeyOf } from '../es-project/duplicates/subject.ts'
import { visibleProjects } from '../scope.ts'
import type { CheckContext } from './check-context.ts'
import type { StagedSubject } from './check-protocol.ts'
import { issueOf } from './check-row.ts'
import { isEditable } from './drafts.ts'
import { type Finding, keep, type Range } from './finding.ts'
import { compareSubmitted } from './submitted.ts'

interface Standing {
  id: number
  project_name: string
  version: number
  /** A draft of the caller's office, which a row may replace. */
  is_own: boolean
  /** A project that the caller's office has submitted. */
  is_submitted: boolean
  is_visible: boolean
}

async function standingOf(db: Db, ids: readonly number[], user: Caller): Promise<Map<number, Standing>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Standing>`
    select p.id, p.project_name, p.version, (p.org_id = ${user.orgId} and ${isEditable}) as is_own,
      (p.org_id = ${user.orgId} and not ${isEditable}) as is_submitted,
      (${visibleProjects(user)}) as is_visible
    from es_project p where p.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const MOST_SHOWN = 5

/** The field that a pair rests on: R1 is one number, of the two that a project may have, given as its detail. */
function fieldOf({ signals: [first] }: DuplicatePair, row: StagedSubject): string {
  if (first?.rule !== 'R1') return 'projectName'
  return numberKey(first.detail) === nationalKeyOf(row) ? 'nationalCode' : 'recordNo'
}

/** Rule and message for the highest-scoring pair. Projects invisible to the caller are not named. */
function reasonOf(pair: DuplicatePair, standing: Standing | undefined): { code: RuleCode; message: string } {
  const which = standing?.is_visible ? `“${standing.project_name}”` : ''
  const [first] = pair.signals
  if (standing?.is_own && first?.rule === 'R1')
    return { code: 'D-002', message: `与本单位的${which}${first.label}，名称或期次不同，不更新该草稿` }
  if (pair.score >= repeatScores.same) return { code: 'D-001', message: `与已有项目${which}重复` }
  const why = `（${pair.score}分：${pair.signals.map(({ label }) => label).join('、')}）`
  return pair.score >= repeatScores.suspected
    ? { code: 'D-002', message: `疑似与已有项目${which}重复${why}` }
    : { code: 'D-003', message: `与已有项目${which}相近${why}` }
}

function findingOf(
  row: StagedSubject,
  pairs: readonly DuplicatePair[],
  standing: ReadonlyMap<number, Standing>,
  letters: CheckContext['letters'],
): Finding[] {
  // A number alone replaces nothing: it may be shared by phases, mistyped, or have lost digits.
  const isSame = ({ score, project }: DuplicatePair) =>
    score >= repeatScores.same && hasSameName(row, project)
  const isOwn = (pair: DuplicatePair) => {
    const { is_own = false, is_submitted = false } = standing.get(pair.projectId) ?? {}
    return (is_own || is_submitted) && isSame(pair)
  }
  // A submitted project of others takes precedence over an own draft.
  const [first] = pairs.toSorted((a, b) => b.score - a.score || Number(isOwn(a)) - Number(isOwn(b)))
  if (!first) return []
  const raw = {
    projectName: row.project_name,
    ...(row.record_no ? { recordNo: row.record_no } : {}),
    ...(row.national_code ? { nationalCode: row.national_code } : {}),
  }
  const isSubmitted = isOwn(first) && standing.get(first.projectId)?.is_submitted === true
  const reason = isOwn(first)
    ? ({ code: 'D-005', message: '与本单位的草稿相同，写入时更新该草稿' } as const)
    : reasonOf(first, standing.get(first.projectId))
  return [
    {
      row_no: row.row_no,
      state: !isOwn(first) && first.score >= repeatScores.suspected ? 'REPEAT' : 'WARN',
      errors: [],
      // What is said of a submitted project depends on what differs.
      warnings: isSubmitted
        ? []
        : [issueOf(row.row_no, { field: fieldOf(first, row), ...reason }, raw, letters)],
      repeats: pairs.slice(0, MOST_SHOWN).map(({ projectId, score }) => {
        const known = standing.get(projectId)
        return { projectId, ...(known?.is_visible ? { projectName: known.project_name } : {}), score }
      }),
      project_id: isOwn(first) ? first.projectId : null,
      version: isOwn(first) ? (standing.get(first.projectId)?.version ?? null) : null,
    },
  ]
}

/**
 * Finds stored projects that rows repeat. A row equal to a draft of the same office will replace it; one of a project that the
 * office has submitted must not differ from it. One equal to another project, or a suspected duplicate, is set aside. A
 * similar one gets a hint.
 */
export async function markRepeats(
  db: Db,
  range: Range,
  rows: readonly StagedSubject[],
  letters: CheckContext['letters'],
  user: Caller,
): Promise<void> {
  const found = await findDuplicates(db, rows, user)
  const ids = new Set(found.flat().map(({ projectId }) => projectId))
  const standing = await standingOf(db, [...ids], user)
  await keep(
    db,
    range,
    rows.flatMap((row, at) => findingOf(row, found[at] ?? [], standing, letters)),
  )
  if ([...standing.values()].some(({ is_submitted }) => is_submitted)) {
    const rowNos = rows.map(({ row_no }) => row_no)
    await compareSubmitted(db, { id: range.batchId, letters }, rowNos, user)
  }
}
