import type { HybridPart, ImportCellIssue, ImportRow } from '../../types.ts'
import type { ImportCell, ImportRecord, RowCheck } from './types.ts'

/** Most rows of a part, by the contract. */
export const PART_ROWS = 2000
// Half of what the server takes, in characters, most of which are three bytes.
const PART_CHARACTERS = 1_200_000
const BEIJING_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** Texts by field name. */
export type Cells = Record<string, string>

export interface Part {
  /** Number of its first row, from 1. */
  firstRow: number
  /** Refused rows are blank, so that the others keep their numbers. */
  rows: Cells[]
  last: boolean
}

/** The day of a date, yyyy-MM-dd. Midnight in UTC is a day that was given without a time. */
function dayOf(date: Date): string {
  const time = date.getTime()
  return new Date(time % DAY_MS === 0 ? time : time + BEIJING_MS).toISOString().slice(0, 10)
}

/** The parts of a mixed station as the contract's rows have them: a line for each, with a tab between its cells. */
const partsText = (parts: readonly HybridPart[]): string =>
  parts.map((part) => [part.techType, part.ratedPower, part.ratedEnergy].join('\t')).join('\n')

function textOf(cell: Exclude<ImportCell, null | undefined>): string {
  if (cell instanceof Date) return dayOf(cell)
  return typeof cell === 'object' ? partsText(cell) : String(cell)
}

function textsOf(record: ImportRecord): Cells {
  const texts: Cells = {}
  for (const [field, cell] of Object.entries(record))
    if (cell !== undefined) texts[field] = cell === null ? '' : textOf(cell)
  return texts
}

/** A row that was refused before it was sent, in the shape of the server's. */
const refusedRow = (rowNo: number, raw: Cells, errors: readonly ImportCellIssue[]): ImportRow => ({
  batchId: 0,
  rowNo,
  state: 'ERROR',
  stateLabel: '有错误',
  raw,
  errors: [...errors],
  warnings: [],
})

const lengthOf = (cells: Cells) => {
  let length = 2
  for (const name in cells) length += name.length + (cells[name]?.length ?? 0) + 6
  return length
}

/**
 * Divides rows into parts. The same rows give the same parts.
 * @param onRow told of each row that was read, and of the error row if the precheck refuses it
 */
export async function* partsOf(
  rows: Iterable<ImportRecord> | AsyncIterable<ImportRecord>,
  { partRows, precheck }: { partRows: number; precheck?: RowCheck | undefined },
  onRow: (refused: ImportRow | undefined) => void,
): AsyncGenerator<Part, void, void> {
  let part: Cells[] = []
  let length = 0
  let rowNo = 0
  for await (const row of rows) {
    rowNo += 1
    let cells = textsOf(row)
    const errors = precheck?.(cells, rowNo) ?? []
    onRow(errors.length > 0 ? refusedRow(rowNo, cells, errors) : undefined)
    if (errors.length > 0) cells = {}
    const size = lengthOf(cells)
    // Hold back one row until another follows, because the last part must be marked as the last.
    if (part.length > 0 && (part.length === partRows || length + size > PART_CHARACTERS)) {
      yield { firstRow: rowNo - part.length, rows: part, last: false }
      part = []
      length = 0
    }
    part.push(cells)
    length += size
  }
  if (part.length > 0) yield { firstRow: rowNo - part.length + 1, rows: part, last: true }
}

/** SHA-256 in hexadecimal; empty where the browser has none, on pages without https. */
export async function digestOf({ rows, last }: Part): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([rows, last]))
  const hash = await globalThis.crypto?.subtle?.digest('SHA-256', bytes)
  return hash ? Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('') : ''
}
