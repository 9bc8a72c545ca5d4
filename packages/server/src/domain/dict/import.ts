import { createHash } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import { codes } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, unprocessable } from '../../errors.ts'
import { cellProblems, issuesOf, type Problem as ProblemOf, problem } from '../sheet-list/problems.ts'
import { usageOf } from './references.ts'
import { type ColumnName, type DictLine, type DictSheet, dictForm } from './workbook.ts'

type Schemas = components['schemas']
type Plan = Schemas['DictImport']
type Problem = ProblemOf<ColumnName>
type Entry = Row<'dict_entry'>
type Dict = Row<'dict'>

/** A checked row: what would be stored, or the errors. */
interface Checked {
  line: DictLine
  stored: Entry | undefined
  next: Pick<Entry, 'value' | 'label' | 'parent' | 'dict_sort' | 'enabled'>
  problems: Problem[]
}

const LAST = 999

/** Words of the workbook for true and false. */
const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['是', true],
  ['否', false],
])

/** Refuses changes to built-in dictionaries, which keep their values. */
function closedProblems({ stored, next }: Omit<Checked, 'problems'>): Problem[] {
  if (!stored) return [problem('value', 'W-018', '该字典由系统固定，不能增加取值')]
  return stored.enabled === next.enabled
    ? []
    : [problem('enabled', 'W-018', '该字典由系统固定，不能启用或停用')]
}

function check({ lines, letters }: DictSheet, dict: Dict, entries: readonly Entry[]): Checked[] {
  const byValue = new Map(entries.map((entry) => [entry.value, entry]))
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { rowNo, cells } = line
    const value = cells.value ?? ''
    const stored = byValue.get(value)
    const before = seen.get(value)
    seen.set(value, before ?? rowNo)
    const next = {
      value,
      label: cells.label ?? '',
      // A workbook without the column says nothing of parents.
      parent: letters.parent === undefined ? (stored?.parent ?? null) : (cells.parent ?? null),
      dict_sort: cells.sort === undefined ? (stored?.dict_sort ?? LAST) : Number(cells.sort),
      enabled: YES_NO.get(cells.enabled ?? '') ?? stored?.enabled ?? true,
    }
    const row = { line, stored, next }
    const { enabled } = cells
    const own = [
      ...cellProblems(dictForm.columns, cells),
      ...(enabled !== undefined && !YES_NO.has(enabled)
        ? [problem<ColumnName>('enabled', codes.choice, '请填写“是”或“否”')]
        : []),
    ]
    return {
      ...row,
      problems: [
        ...own,
        ...(before !== undefined && value !== ''
          ? [problem<ColumnName>('value', 'W-018', `与第${before}行重复`)]
          : []),
        ...(dict.closed && own.length === 0 ? closedProblems(row) : []),
      ],
    }
  })
}

/** Describes the effect of a row; '' for none. */
function effectOf({ stored, next, problems }: Checked, uses: number): string {
  if (problems.length > 0) return ''
  if (!stored) return next.enabled ? '新增' : '新增（停用）'
  const off = uses > 0 ? `停用（已被${uses}条记录引用，已有记录不变）` : '停用'
  return [
    stored.label === next.label ? '' : `名称：${stored.label} → ${next.label}`,
    stored.parent === next.parent ? '' : `上级取值：${stored.parent ?? '空'} → ${next.parent ?? '空'}`,
    stored.dict_sort === next.dict_sort ? '' : `排序：${stored.dict_sort} → ${next.dict_sort}`,
    stored.enabled === next.enabled ? '' : next.enabled ? '启用' : off,
  ]
    .filter(Boolean)
    .join('；')
}

/** Checks a workbook against a dictionary with a constant number of queries. */
async function planOf(db: Db, dict: Dict, sheet: DictSheet) {
  const entries = await db.selectFrom('dict_entry').selectAll().where('dict_id', '=', dict.id).execute()
  const checked = check(sheet, dict, entries)
  const retired = checked.filter(({ stored, next }) => stored?.enabled && !next.enabled)
  const usage = await usageOf(
    db,
    dict.name,
    retired.map(({ next }) => next.value),
  )
  const usesOf = (value: string) => (usage.get(value) ?? []).reduce((sum, { count }) => sum + count, 0)
  const rows = checked.map((row) => ({
    rowNo: row.line.rowNo,
    value: row.line.cells.value ?? '',
    label: row.line.cells.label ?? '',
    effect: effectOf(row, usesOf(row.next.value)),
    errors: issuesOf(dictForm, sheet, row.line.rowNo, row.problems),
  }))
  const digest = createHash('sha256')
    .update(JSON.stringify([dict.id, rows]))
    .digest('hex')
  const plan: Plan = { digest, rows }
  return { checked, plan }
}

/** Lists the changes that a workbook would make to a dictionary. */
export const planImport = async (db: Db, dict: Dict, sheet: DictSheet): Promise<Plan> =>
  (await planOf(db, dict, sheet)).plan

/**
 * Stores a workbook whose plan the caller has seen, all rows or none.
 * @throws HttpError 409 if the plan is another one by now; 422 if a row has errors or nothing changes
 */
export async function applyImport(trx: Trx, dict: Dict, sheet: DictSheet, digest: string): Promise<Plan> {
  await sql`select 1 from dict where id = ${dict.id} for update`.execute(trx)
  const { checked, plan } = await planOf(trx, dict, sheet)
  if (plan.digest !== digest) throw conflict('W-018', '字典或工作簿已变化，请重新核对')
  if (plan.rows.some(({ errors }) => errors.length > 0))
    throw unprocessable('W-018', '工作簿有错误，未导入', 'file')
  const changed = checked.filter((_row, at) => plan.rows[at]?.effect !== '')
  if (changed.length === 0) throw unprocessable('W-018', '工作簿与字典一致，没有可导入的内容', 'file')
  await trx
    .insertInto('dict_entry')
    .values(changed.map(({ next }) => ({ dict_id: dict.id, ...next })))
    .onConflict((same) =>
      same.columns(['dict_id', 'value']).doUpdateSet({
        label: sql`excluded.label`,
        parent: sql`excluded.parent`,
        dict_sort: sql`excluded.dict_sort`,
        enabled: sql`excluded.enabled`,
        version: sql`dict_entry.version + 1`,
      }),
    )
    .execute()
  return plan
}
