import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { workbookStream } from '../../workbook/index.ts'
import { listLine } from '../list-line.ts'
import type { ListForm } from '../sheet-list/form.ts'
import type { ListLine, SheetList } from '../sheet-list/read.ts'

export type ColumnName = 'value' | 'label' | 'parent' | 'sort' | 'enabled'
export type DictLine = ListLine<ColumnName>
export type DictSheet = SheetList<ColumnName>

const MOST_ROWS = 2000
const ENTRY = '字典项'

/** The workbook of a dictionary's entries. Its columns are those of the export. */
export const dictForm: ListForm<ColumnName> = {
  sheet: ENTRY,
  columns: [
    { name: 'value', caption: '取值', group: ENTRY, isRequired: true, width: 16, maxLength: 40, rule: 'nonEmpty', hint: '' },
    { name: 'label', caption: '名称', group: ENTRY, isRequired: true, width: 40, maxLength: 100, rule: 'nonEmpty', hint: '' },
    { name: 'parent', caption: '上级取值', group: ENTRY, isRequired: false, width: 14, maxLength: 40, hint: '' },
    { name: 'sort', caption: '排序', group: ENTRY, isRequired: false, width: 10, maxLength: 5, rule: 'nonNegativeInteger', hint: '' },
    { name: 'enabled', caption: '启用', group: ENTRY, isRequired: false, width: 10, maxLength: 40, hint: '' },
  ], // biome-ignore format: a table
  key: 'value',
  maxRows: MOST_ROWS,
  code: 'W-018',
  empty: '工作簿中没有字典项',
  tooMany: `每次至多导入${MOST_ROWS}项，请拆分`,
  advice: '请在导出的工作簿上修改',
}

/** Writes all entries of a dictionary. */
export async function exportDict(
  db: Db,
  { id, title }: { id: number; title: string },
  now: Date,
): Promise<Readable> {
  const { rows } = await sql<{
    value: string
    label: string
    parent: string | null
    dict_sort: number
    enabled: boolean
  }>`
    select value, label, parent, dict_sort, enabled from dict_entry where dict_id = ${id}
    order by dict_sort, id`.execute(db)
  return workbookStream({
    name: ENTRY,
    lead: [listLine(title, rows.length, now, '项')],
    columns: dictForm.columns.map(({ name, caption, width }) => ({
      name,
      header: caption,
      kind: name === 'sort' ? ('number' as const) : ('text' as const),
      width,
    })),
    rows: rows.map((row) => [row.value, row.label, row.parent, row.dict_sort, row.enabled]),
  })
}
