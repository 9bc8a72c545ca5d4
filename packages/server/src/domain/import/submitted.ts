import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { BatchRow } from './batch-row.ts'
import { issueOf, type RawRow } from './check-row.ts'
import { draftsOf, isEditable } from './drafts.ts'

type Draft = NonNullable<components['schemas']['ImportRow']['draft']>

interface SubmittedRow {
  row_no: number
  raw: RawRow
  project_name: string
}

const MOST_NAMED = 5

const NOTHING = '（空）'

/** The first differences in words. */
function differences(changes: Draft['changes']): string {
  const named = changes
    .slice(0, MOST_NAMED)
    .map(({ caption, oldValue = NOTHING, newValue = NOTHING }) => `${caption} ${oldValue}→${newValue}`)
  const more = changes.length > MOST_NAMED ? `等 ${changes.length} 项` : ''
  return named.join('、') + more
}

/** What is said of a row of a submitted project. */
function wordsFor(name: string, { submitted, changes }: Draft): string {
  const which = `与本单位已提交的项目“${name}”（${submitted?.statusLabel}）`
  if (changes.length === 0) return `${which}一致，不写入`
  return `${which}相同而内容不同：${differences(changes)}；须修改的，请先撤回该项目`
}

/**
 * Compares these rows, and none between them, with the projects that the office has submitted: a row that equals its project has nothing to write, one
 * that differs is refused with what differs.
 */
export async function compareSubmitted(
  db: Db,
  { id, letters }: Pick<BatchRow, 'id' | 'letters'>,
  rowNos: readonly number[],
  user: Caller,
): Promise<void> {
  const isOne = sql`r.batch_id = ${id} and r.row_no = any(${[...rowNos]}::int[])`
  const { rows } = await sql<SubmittedRow>`
    select r.row_no, r.raw, p.project_name from import_row r join es_project p on p.id = r.project_id
    where ${isOne} and r.state = 'WARN' and not ${isEditable}`.execute(db)
  const batch = { id, letters, clear_blank: false }
  const drafts = await draftsOf(
    db,
    batch,
    rows.map(({ row_no }) => row_no),
    user,
  )
  const compared = rows.flatMap(({ row_no, raw, project_name }) => {
    const draft = drafts.get(row_no)
    if (!draft?.submitted) return []
    const message = wordsFor(project_name, draft)
    const issue = issueOf(row_no, { field: 'projectName', code: 'D-012', message }, raw, letters)
    const isEqual = draft.changes.length === 0
    return [{ row_no, errors: isEqual ? [] : [issue], warnings: isEqual ? [issue] : [] }]
  })
  if (compared.length === 0) return
  await sql`
    update import_row r set errors = r.errors || x.errors, warnings = r.warnings || x.warnings,
      state = case when jsonb_array_length(x.errors) > 0 then 'ERROR' else r.state end
    from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as x(row_no int, errors jsonb, warnings jsonb)
    where ${isOne} and r.row_no = x.row_no`.execute(db)
}
