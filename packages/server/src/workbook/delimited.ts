import { readFile, stat } from 'node:fs/promises'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'
import type { ScannedRow } from './scan/row.ts'

/** A text file taken apart, with how it was understood. */
export interface DelimitedFile {
  rows: ScannedRow[]
  /** Encoding and delimiter as users call them. */
  encoding: string
  delimiter: string
  /** Whether it is as most are: UTF-8 and commas. */
  isPlain: boolean
}

const DELIMITERS = [
  [',', '逗号'],
  ['\t', '制表符'],
  [';', '分号'],
  ['|', '竖线'],
] as const

const MOST_BYTES = 64 * 1024 * 1024
const SAMPLE_LINES = 50
const SAMPLE_BYTES = 4096
// A share of zero bytes by which UTF-16 is known, also of a Chinese text with few Latin characters.
const ZEROS = 0.05

const decode = (bytes: Buffer, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a file without a mark is of two bytes a character, and which comes first. */
function wideIn(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let even = 0
  let odd = 0
  for (const [at, byte] of sample.entries()) if (byte === 0) at % 2 === 0 ? even++ : odd++
  if (odd > sample.length * ZEROS && even === 0) return 'utf-16le'
  return even > sample.length * ZEROS && odd === 0 ? 'utf-16be' : undefined
}

const NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gb18030: 'GB18030',
}

function decoded(bytes: Buffer): { text: string; encoding: string } {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : wideIn(bytes)
  for (const encoding of wide ? [wide] : ['utf-8', 'gb18030']) {
    // A program may have put the mark of UTF-8 before a text of another encoding.
    const body = isMarked && encoding === 'gb18030' ? bytes.subarray(3) : bytes
    const text = decode(body, encoding)
    if (text === undefined || text.includes('\0')) continue
    const odd = isMarked && encoding === 'gb18030' ? '（文件头标为 UTF-8）' : ''
    return { text, encoding: `${NAMES[encoding]}${odd}` }
  }
  throw new WorkbookError('无法认出文件的编码，请另存为 .xlsx 或 UTF-8 编码的 CSV 后再导入')
}

/** Cuts a text into rows of cells. Quoted cells may hold delimiters, line breaks and doubled quotes. */
export function delimitedRows(
  text: string,
  delimiter: string,
  maxRows = Number.POSITIVE_INFINITY,
): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length && rows.length < maxRows) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCellAt(text, at, delimiter)
    row.push(cell)
    const sign = text[end]
    if (sign === delimiter) {
      at = end + 1
      if (at < text.length) continue
      row.push('')
    } else at = end + (sign === '\r' && text[end + 1] === '\n' ? 2 : 1)
    rows.push(row)
    row = []
  }
  return rows
}

function plainCellAt(text: string, from: number, delimiter: string): [cell: string, end: number] {
  let end = from
  for (; end < text.length; end++) {
    const sign = text[end]
    if (sign === delimiter || sign === '\n' || sign === '\r') break
  }
  return [text.slice(from, end), end]
}

function quotedCell(text: string, from: number, delimiter: string): [cell: string, end: number] {
  let cell = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return [cell + text.slice(at), text.length]
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      // What stands between the closing quote and the delimiter belongs to the cell.
      const [rest, end] = plainCellAt(text, quote + 1, delimiter)
      return [cell + rest, end]
    }
    cell += '"'
    at = quote + 2
  }
}

/** The delimiter that a line names, as some programs write it first. */
const NAMED = /^sep=(.)\r?\n/

const widthOf = (rows: readonly string[][]): number => {
  const widths = rows.map((row) => row.filter((cell) => cell !== '').length)
  return Math.max(0, ...widths)
}

/**
 * Reads a text file as a table.
 * @throws WorkbookError if its encoding is not known, or it is too large
 */
export async function readDelimited(path: string): Promise<DelimitedFile> {
  if ((await stat(path)).size > MOST_BYTES)
    throw new WorkbookError(`文本文件超过 ${MOST_BYTES / 1024 / 1024} MB，请拆分后分别导入`)
  const { text, encoding } = decoded(await readFile(path))
  const [line = '', named] = NAMED.exec(text) ?? []
  const body = text.slice(line.length)
  const sampled = DELIMITERS.map(([sign, name]) => ({
    sign: sign as string,
    name: name as string,
    width: widthOf(delimitedRows(body, sign, SAMPLE_LINES)),
  }))
  const found =
    sampled.find(({ sign }) => sign === named) ?? sampled.reduce((a, b) => (b.width > a.width ? b : a))
  const rows: ScannedRow[] = []
  for (const [at, cells] of delimitedRows(body, found.sign).entries()) {
    if (rows.length >= limits.rows) throw new WorkbookError(`文件超过 ${limits.rows} 行，请拆分后分别导入`)
    const filled = cells.slice(0, limits.columns).map((cell) => (cell === '' ? null : cell))
    if (filled.some((cell) => cell !== null && cell.trim() !== ''))
      rows.push({ rowNo: at + 1 + (line === '' ? 0 : 1), cells: filled })
  }
  return { rows, encoding, delimiter: found.name, isPlain: encoding === NAMES['utf-8'] && found.sign === ',' }
}
