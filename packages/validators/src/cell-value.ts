import type { RuleCode } from './book/texts.ts'
import { codes } from './messages.ts'
import type { FieldKind } from './record.ts'

/** The value of a workbook cell, or why it has none. */
export type CellValue = { value: unknown } | { code?: RuleCode; message: string }

const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const NUMBER = /^-?\d+(?:\.\d+)?$/
const WITH_UNIT = /^(-?\d+(?:\.\d+)?)\s*[a-z%℃万千百元瓦时天年次]+$/i
const SERIAL = /^\d{5}(?:\.\d+)?$/
const SEPARATED = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:\s\d{1,2}:\d{2}(?::\d{2})?)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DAY_MS = 86_400_000
// Day 0 of the workbook calendar, shifted by its false leap day in 1900.
const EPOCH_MS = Date.UTC(1899, 11, 30)

const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

function numberOf(text: string): CellValue {
  const written = text.normalize('NFKC').replace(/\s/g, '')
  const digits = GROUPED.test(written) ? written.replaceAll(',', '') : written
  if (NUMBER.test(digits)) return { value: Number(digits) }
  if (WITH_UNIT.test(digits))
    return { code: codes.decimal, message: '必须输入数字且最多4位小数，不要填写单位' }
  // The field's own rule reports the error.
  return { value: text }
}

const pad = (part: string | undefined): string => (part ?? '').padStart(2, '0')

/** Converts a date in any common workbook format to yyyy-MM-dd. Other text is returned unchanged for its rule to reject. */
function dateOf(text: string): CellValue {
  const written = text.normalize('NFKC').trim()
  if (SERIAL.test(written))
    return { value: new Date(EPOCH_MS + Math.floor(Number(written)) * DAY_MS).toISOString().slice(0, 10) }
  const found = SEPARATED.exec(written) ?? COMPACT.exec(written)
  return { value: found ? `${found[1]}-${pad(found[2])}-${pad(found[3])}` : written }
}

const FLAGS: Readonly<Record<string, boolean>> = {
  是: true, 否: false, 1: true, 0: false, TRUE: true, FALSE: false, Y: true, N: false,
} // biome-ignore format: a table

/** Reads a cell's text for a field without a dictionary. */
export function cellValue(text: string, kind: FieldKind): CellValue {
  switch (kind) {
    case 'number':
    case 'integer':
      return numberOf(text)
    case 'date':
      return dateOf(text)
    case 'boolean': {
      const value = FLAGS[plain(text)]
      return value === undefined ? { code: 'P-018', message: '请填写“是”或“否”' } : { value }
    }
    default:
      return { value: text }
  }
}
