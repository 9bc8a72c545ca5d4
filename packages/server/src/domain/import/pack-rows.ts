import { toPlainLine } from '@xinchu/validators'
import { badRequest } from '../../errors.ts'
import type { RawRow } from './check-row.ts'
import { columnNamed } from './columns.ts'

/** Some rows as JSON text, which the database takes as it is. */
interface Portion {
  /** How many rows stand before them. */
  before: number
  text: string
}

/** Rows of an import in portions that are small enough to be handed on without holding up anything. */
export interface PackedRows {
  count: number
  portions: readonly Portion[]
}

const MOST_ROWS = 200
const MOST_CHARACTERS = 128 * 1024

function rawOf(given: Readonly<Record<string, string>>): RawRow {
  const raw: Record<string, string> = {}
  for (const [name, text] of Object.entries(given)) {
    const column = columnNamed(name)
    if (!column)
      throw badRequest(`字段“${name.slice(0, 30)}”不能导入`, [{ field: name, message: '不能导入' }])
    const clean = toPlainLine(text)
    if (clean !== '') raw[column.name] = clean
  }
  return raw
}

/** Cleans and packs rows. @throws HttpError 400 when a row has a field that cannot be imported */
export function packRows(rows: readonly Readonly<Record<string, string>>[]): PackedRows {
  const portions: Portion[] = []
  let texts: string[] = []
  let length = 0
  const close = (at: number) => {
    portions.push({ before: at - texts.length, text: `[${texts.join()}]` })
    texts = []
    length = 0
  }
  for (const [at, row] of rows.entries()) {
    const text = JSON.stringify(rawOf(row))
    const isFull = texts.length === MOST_ROWS || length + text.length > MOST_CHARACTERS
    if (texts.length > 0 && isFull) close(at)
    texts.push(text)
    length += text.length
  }
  if (texts.length > 0) close(rows.length)
  return { count: rows.length, portions }
}
