import { BLANK_RULE, type ImportPage, type ImportRow, KEPT_RULE } from '@xinchu/sdk'
import type { GridCell, GridColumn } from '../../ui/sheet/grid-model.ts'

/** A staged row with unchecked corrections. */
export interface ShownRow {
  row: ImportRow
  typed: Readonly<Record<string, string>> | undefined
}

type WorkbookColumn = NonNullable<ImportPage['columns']>[number]
type Issue = ImportRow['errors'][number]

/** Frozen columns: row number and project name. */
export const FROZEN = 2

/** Message of an issue without its position, because it is shown at the cell. */
export const wordsOf = ({ message }: Issue): string => message.replace(/^第\d+行(?:【[^】]*】)?：/, '')

/** All findings of a row, errors first, then what has to be confirmed. */
export const issuesOf = ({
  errors,
  questions = [],
  warnings,
}: ImportRow): { issue: Issue; level: 'error' | 'warning' }[] => [
  ...errors.map((issue) => ({ issue, level: 'error' as const })),
  ...questions.map(({ column, field, caption, code, message }) => ({
    issue: { field, caption, code, message, ...(column ? { column } : {}) },
    level: 'warning' as const,
  })),
  ...warnings.map((issue) => ({ issue, level: 'warning' as const })),
]

function cellOf({ row, typed }: ShownRow, name: string): GridCell {
  const isPending = typed?.[name] !== undefined
  const text = typed?.[name] ?? row.raw[name] ?? ''
  const found = issuesOf(row).find(({ issue }) => issue.field === name)
  if (isPending || !found) return { text, isPending }
  return { text, issue: { level: found.level, message: wordsOf(found.issue) } }
}

const TONES: Readonly<Record<ImportRow['state'], GridCell['tone']>> = {
  OK: 'good',
  WARN: 'warning',
  ASK: 'warning',
  ERROR: 'bad',
  REPEAT: 'warning',
  COMMITTED: 'good',
  SKIPPED: 'plain',
}

/** What becomes of the draft that a row replaces. */
function draftCell({ moved, changes, kept = [], blank = [] }: NonNullable<ImportRow['draft']>): GridCell {
  if (moved) return { text: '草稿已变化', tone: 'bad' }
  if (changes.length === 0 && kept.length > 0) return { text: `保留更正 ${kept.length} 项`, tone: 'plain' }
  if (changes.length === 0 && blank.length > 0) return { text: `未清空 ${blank.length} 项`, tone: 'plain' }
  if (changes.length === 0) return { text: '与草稿一致', tone: 'plain' }
  return { text: `变更 ${changes.length} 项`, tone: 'warning' }
}

export function stateCell({ row, typed }: ShownRow): GridCell {
  if (typed) return { text: '待校验', tone: 'plain' }
  if (row.draft && row.errors.length === 0) return draftCell(row.draft)
  const countOf = (rule: string) => row.warnings.filter(({ code }) => code === rule).length
  const [kept, blank] = [countOf(KEPT_RULE), countOf(BLANK_RULE)]
  if (kept > 0) return { text: `保留更正 ${kept} 项`, tone: 'warning' }
  if (blank > 0) return { text: `未清空 ${blank} 项`, tone: 'warning' }
  const count = row.errors.length || (row.questions?.length ?? 0)
  return { text: count > 0 ? `${row.stateLabel} ${count} 处` : row.stateLabel, tone: TONES[row.state] }
}

// Width in characters of a caption and typical content.
const WIDE: Readonly<Record<string, number>> = { address: 220, companyName: 200, remark: 220, recordOrg: 160 }
const widthOf = ({ name, caption, unit = '', numeric }: WorkbookColumn) =>
  WIDE[name] ?? Math.max(numeric ? 110 : 132, (caption.length + (unit ? unit.length / 2 + 2 : 0)) * 12 + 34)

/** Columns whose texts find the rows of a pasted block. */
const KEYS: ReadonlySet<string> = new Set(['projectName', 'nationalCode'])

function workbookColumn(column: WorkbookColumn, isNarrow: boolean): GridColumn<ShownRow> {
  const isName = column.name === 'projectName'
  return {
    name: column.name,
    title: column.caption,
    unit: column.unit,
    kind: column.numeric ? 'number' : 'text',
    required: column.required,
    letter: column.column,
    dict: column.dict,
    isKey: KEYS.has(column.name),
    width: isName ? (isNarrow ? 104 : 230) : widthOf(column),
    cell: (row) => cellOf(row, column.name),
  }
}

/** Columns of the grid: row number, name, state, then workbook order. */
export function rowColumns(columns: readonly WorkbookColumn[], isNarrow: boolean): GridColumn<ShownRow>[] {
  const all = columns.map((column) => workbookColumn(column, isNarrow))
  const isName = ({ name }: GridColumn<ShownRow>) => name === 'projectName'
  return [
    {
      name: '#',
      title: '行号',
      kind: 'number',
      width: isNarrow ? 48 : 64,
      isReadOnly: true,
      isRowHeader: true,
      cell: ({ row }) => ({ text: String(row.rowNo) }),
    },
    ...all.filter(isName),
    { name: '#state', title: '校验结果', kind: 'text', width: 108, isReadOnly: true, cell: stateCell },
    ...all.filter((column) => !isName(column)),
  ]
}
