import { createHash } from 'node:crypto'
import { toPlainLine } from '@xinchu/validators'
import { badRequest } from '../../errors.ts'
import type { RawRow } from './check-row.ts'
import { columnNamed, PARTS } from './columns.ts'

/** Rows as JSON text for the database. */
interface Portion {
  /** Number of preceding rows. */
  before: number
  /** A JSON array with a place for each row; null for a blank one. */
  text: string
}

/** Rows of an import in portions small enough not to block the event loop. */
export interface PackedRows {
  /** Number of rows, blank ones included. */
  count: number
  /** Number of rows that are not blank. */
  filled: number
  /** Digest of the rows in order. */
  digest: string
  portions: readonly Portion[]
}

const MOST_ROWS = 200
const MOST_CHARACTERS = 128 * 1024

/** The parts of a mixed station: a line for each, with a tab between its cells. */
const partsText = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(toPlainLine).join('\t'))
    .filter((line) => line.trim() !== '')
    .join('\n')

function rawOf(given: Readonly<Record<string, string>>): RawRow {
  const raw: Record<string, string> = {}
  for (const [name, text] of Object.entries(given)) {
    if (name === PARTS) {
      const parts = partsText(text)
      // Without a part it says no more than a row without the field.
      if (parts !== '') raw[PARTS] = parts
      continue
    }
    const column = columnNamed(name)
    if (!column)
      throw badRequest('F-024', `字段“${name.slice(0, 30)}”不能导入`, [{ field: name, message: '不能导入' }])
    const clean = toPlainLine(text)
    // An empty cell is not the same as a field that the row does not have.
    raw[column.name] = clean
  }
  return raw
}

/** Cleans and packs rows. @throws HttpError 400 for a field that cannot be imported */
export function packRows(rows: readonly Readonly<Record<string, string>>[]): PackedRows {
  const portions: Portion[] = []
  let texts: string[] = []
  let length = 0
  let filled = 0
  const hash = createHash('sha256')
  const close = (at: number) => {
    const text = `[${texts.join()}]`
    portions.push({ before: at - texts.length, text })
    hash.update(text)
    texts = []
    length = 0
  }
  for (const [at, row] of rows.entries()) {
    const raw = rawOf(row)
    const isBlank = Object.values(raw).every((cell) => cell === '')
    if (!isBlank) filled += 1
    const text = isBlank ? 'null' : JSON.stringify(raw)
    const isFull = texts.length === MOST_ROWS || length + text.length > MOST_CHARACTERS
    if (texts.length > 0 && isFull) close(at)
    texts.push(text)
    length += text.length
  }
  if (texts.length > 0) close(rows.length)
  return { count: rows.length, filled, digest: hash.digest('hex'), portions }
}
