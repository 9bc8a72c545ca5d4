import { createHash } from 'node:crypto'
import type { components } from '@xinchu/sdk/schema'
import { codes, messages, type RuleCode } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, unprocessable } from '../../errors.ts'
import { usageOf } from './references.ts'
import { COLUMNS, type ColumnName, type SheetLine } from './workbook.ts'

type Schemas = components['schemas']
type Plan = Schemas['DictImport']
type Issue = Schemas['ImportCellIssue']
type Entry = Row<'dict_entry'>
type Dict = Row<'dict'>

/** A checked row: what would be stored, or the errors. */
interface Checked {
  line: SheetLine
  stored: Entry | undefined
  next: Pick<Entry, 'value' | 'label' | 'parent' | 'dict_sort' | 'enabled'>
  errors: Issue[]
}

const LONGEST = { value: 40, label: 100, parent: 40 } as const
const MOST_SORT = 99_999
const LAST = 999

const captionOf = (name: ColumnName) => COLUMNS.find((column) => column.name === name)?.header ?? ''

const issue = (rowNo: number, name: ColumnName, code: RuleCode, message: string): Issue => ({
  field: name,
  caption: captionOf(name),
  code,
  message: `第${rowNo}行【${captionOf(name)}】：${message}`,
})

/** Words of the workbook for true and false. */
const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['是', true],
  ['否', false],
])

/** Problems of single cells. */
function cellIssues({ rowNo, cells }: SheetLine): Issue[] {
  const { sort, enabled } = cells
  return [
    ...(['value', 'label'] as const)
      .filter((name) => cells[name] === undefined)
      .map((name) => issue(rowNo, name, codes.nonEmpty, messages.nonEmpty)),
    ...(['value', 'label', 'parent'] as const)
      .filter((name) => (cells[name]?.length ?? 0) > LONGEST[name])
      .map((name) => issue(rowNo, name, codes.length, `长度不能超过${LONGEST[name]}个字`)),
    ...(sort !== undefined && !(/^\d+$/.test(sort) && Number(sort) <= MOST_SORT)
      ? [issue(rowNo, 'sort', codes.nonNegativeInteger, `请填写 0 至 ${MOST_SORT} 的整数`)]
      : []),
    ...(enabled !== undefined && !YES_NO.has(enabled)
      ? [issue(rowNo, 'enabled', codes.choice, '请填写“是”或“否”')]
      : []),
  ]
}

/** Refuses changes to built-in dictionaries, which keep their values. */
function closedIssues({ line: { rowNo }, stored, next }: Omit<Checked, 'errors'>): Issue[] {
  if (!stored) return [issue(rowNo, 'value', 'W-018', '该字典由系统固定，不能增加取值')]
  return stored.enabled === next.enabled
    ? []
    : [issue(rowNo, 'enabled', 'W-018', '该字典由系统固定，不能启用或停用')]
}

function check(lines: readonly SheetLine[], dict: Dict, entries: readonly Entry[]): Checked[] {
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
      parent: cells.parent ?? null,
      dict_sort: cells.sort === undefined ? (stored?.dict_sort ?? LAST) : Number(cells.sort),
      enabled: YES_NO.get(cells.enabled ?? '') ?? stored?.enabled ?? true,
    }
    const row = { line, stored, next }
    const own = cellIssues(line)
    return {
      ...row,
      errors: [
        ...own,
        ...(before !== undefined && value !== ''
          ? [issue(rowNo, 'value', 'W-018', `与第${before}行重复`)]
          : []),
        ...(dict.closed && own.length === 0 ? closedIssues(row) : []),
      ],
    }
  })
}

/** Describes the effect of a row; '' for none. */
function effectOf({ stored, next, errors }: Checked, uses: number): string {
  if (errors.length > 0) return ''
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
async function planOf(db: Db, dict: Dict, lines: readonly SheetLine[]) {
  const entries = await db.selectFrom('dict_entry').selectAll().where('dict_id', '=', dict.id).execute()
  const checked = check(lines, dict, entries)
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
    errors: row.errors,
  }))
  const digest = createHash('sha256')
    .update(JSON.stringify([dict.id, rows]))
    .digest('hex')
  const plan: Plan = { digest, rows }
  return { checked, plan }
}

/** Says what a workbook would change in a dictionary. */
export const planImport = async (db: Db, dict: Dict, lines: readonly SheetLine[]): Promise<Plan> =>
  (await planOf(db, dict, lines)).plan

/**
 * Stores a workbook whose plan the caller has seen, all rows or none.
 * @throws HttpError 409 if the plan is another one by now; 422 if a row has errors or nothing changes
 */
export async function applyImport(
  trx: Trx,
  dict: Dict,
  lines: readonly SheetLine[],
  digest: string,
): Promise<Plan> {
  await sql`select 1 from dict where id = ${dict.id} for update`.execute(trx)
  const { checked, plan } = await planOf(trx, dict, lines)
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
