import type { Readable } from 'node:stream'
import type { Db } from '../../../db/database.ts'
import { type SheetColumn, workbookStream, writeTemplate } from '../../../workbook/index.ts'
import { listLine } from '../../list-line.ts'
import { shownOf } from './apply.ts'
import { readOwners } from './check.ts'
import { choices, MOST_ROWS, type OwnerColumn, ownerColumns, SHEET } from './form.ts'

const RULES = `请从第6行起填写，每行一个业主，每次至多${MOST_ROWS}个；带*的列必填；灰色示例行不会导入；请勿改动表头与隐藏行。`

const SAMPLE: Readonly<Partial<Record<OwnerColumn['name'], string>>> = {
  value: '【示例】XNJT',
  label: '新能集团有限公司',
  shortName: '新能集团',
  enabled: '启用',
}

/** Builds the blank workbook for importing owners. */
export const ownerTemplate = (): Promise<Uint8Array> =>
  writeTemplate({
    sheet: SHEET,
    title: '业主与集团名单',
    rules: RULES,
    version: 'templateVersion=2026.1',
    regions: [],
    withSample: true,
    columns: ownerColumns.map(({ name, caption, group, isRequired, width, hint }) => ({
      name,
      caption,
      group,
      isRequired,
      kind: 'text' as const,
      width,
      hint,
      ...(choices[name] ? { choices: choices[name] } : {}),
      sample: SAMPLE[name] ?? '',
    })),
  })

const COUNTS: readonly SheetColumn[] = [
  { header: '项目数', kind: 'number', width: 10 },
  { header: '账号数', kind: 'number', width: 10 },
]

/** Writes all owners, in columns that can be imported again, with their use. */
export async function ownerExport(db: Db, now: Date): Promise<Readable> {
  const owners = await readOwners(db)
  return workbookStream({
    name: SHEET,
    lead: [listLine('业主与集团', owners.length, now, '个')],
    columns: [
      ...ownerColumns.map(({ caption, width }) => ({ header: caption, kind: 'text' as const, width })),
      ...COUNTS,
    ],
    rows: owners.map((owner) => [
      ...ownerColumns.map(({ name }) => shownOf(owner, name)),
      owner.projects,
      owner.accounts,
    ]),
  })
}
