import type { FieldSpec } from '@xinchu/validators'
import type { RowValues } from '../../../ui/form/values.ts'
import { plainFigure } from '../../../ui/sheet/model.ts'

/** Rows that a paste of several cells adds to a list. */
export interface PastedRows {
  rows: RowValues[]
  /** Columns that were recognised, and captions that were left out. */
  columns: number
  ignored: readonly string[]
  /** Rows that did not fit. */
  left: number
}

const plain = (text: string) => text.replace(/[\s（(].*$/u, '').trim()

/** Returns the column of a heading, with or without its unit in brackets. */
const columnOf = (specs: readonly FieldSpec[], heading: string): FieldSpec | undefined =>
  specs.find(({ caption }) => caption === heading.trim() || plain(caption) === plain(heading))

/** Dates as spreadsheets write them: 2027/3/1, 2027.3.1 and 2027年3月1日. */
const SHEET_DATE = /^(\d{4})[/.年-](\d{1,2})[/.月-](\d{1,2})日?$/

function dateText(text: string): string {
  const [, year, month = '', day = ''] = SHEET_DATE.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

function cellValue({ kind }: FieldSpec, text: string): string {
  const trimmed = text.trim()
  if (kind === 'date') return dateText(trimmed)
  return kind === 'number' || kind === 'integer' ? plainFigure(trimmed) : trimmed
}

/** Minimum number of headings that mark the first line as a heading. */
const LEAST_HEADINGS = 2

/**
 * Reads pasted cells as rows: by the captions in the first line, otherwise by order.
 * @param room rows that may still be added
 */
export function pastedRows(
  cells: readonly (readonly string[])[],
  specs: readonly FieldSpec[],
  room: number,
): PastedRows {
  const [head = []] = cells
  const named = head.map((heading) => columnOf(specs, heading))
  const hasHead = named.filter(Boolean).length >= Math.min(LEAST_HEADINGS, head.length)
  const columns = hasHead ? named : head.map((_, at) => specs[at])
  const lines = (hasHead ? cells.slice(1) : cells).filter((line) => line.some((text) => text.trim() !== ''))
  const rows = lines.map(
    (line): RowValues =>
      Object.fromEntries(
        line.flatMap((text, at) => {
          const spec = columns[at]
          return spec ? [[spec.name, cellValue(spec, text)]] : []
        }),
      ),
  )
  const ignored = hasHead
    ? head.filter((_, at) => !named[at])
    : head.flatMap((_, at) => (specs[at] ? [] : [`第 ${at + 1} 列`]))
  return {
    rows: rows.slice(0, room),
    columns: columns.filter(Boolean).length,
    ignored,
    left: Math.max(0, rows.length - room),
  }
}

/** 粘贴 6 行，识别 5 列，忽略 1 列“备注”. */
export function pasteWords({ rows, columns, ignored, left }: PastedRows): string {
  const names = ignored.map((name) => `“${name}”`).join('、')
  return [
    `粘贴 ${rows.length} 行`,
    `识别 ${columns} 列`,
    ignored.length > 0 && `忽略 ${ignored.length} 列${names}`,
    left > 0 && `超出上限，${left} 行未贴入`,
  ]
    .filter(Boolean)
    .join('，')
}
