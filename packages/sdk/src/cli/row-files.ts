import { createReadStream } from 'node:fs'
import type { ImportRecord } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import { UsageError } from './exit.ts'

/** The text of a file, piece by piece. @throws Error if it is not of this encoding */
async function* textOf(path: string, encoding: string): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw new Error(`${path} 不是 ${encoding} 编码的文本，可用 --encoding 指定，如 --encoding gb18030`, {
        cause,
      })
    }
  }
  for await (const bytes of createReadStream(path)) yield decoded(bytes)
  yield decoded()
}

/** Lines without their ends. */
async function* linesOf(path: string, encoding: string): AsyncGenerator<string, void, void> {
  let rest = ''
  for await (const text of textOf(path, encoding)) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

const isCell = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

function recordOf(line: string, where: string): ImportRecord {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new Error(`${where}不是 JSON`, { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${where}不是 JSON 对象`)
  for (const [field, cell] of Object.entries(value))
    if (!isCell(cell)) throw new Error(`${where}的 ${field} 应为文本、数值、是否或空`)
  return value as ImportRecord // its cells were looked at
}

/** One JSON object a line. A blank line is a blank row. */
async function* jsonRows(path: string, encoding: string): AsyncGenerator<ImportRecord, void, void> {
  let number = 0
  for await (const line of linesOf(path, encoding)) {
    number += 1
    yield line.trim() === '' ? {} : recordOf(line, `${path} 第 ${number} 行`)
  }
}

/** Cells of comma-separated text by RFC 4180: quoted ones may hold commas, line ends and doubled quotes. */
export class CsvReader {
  #cells: string[] = []
  #cell = ''
  #isQuoted = false
  #isAfterQuote = false
  #isAfterReturn = false;

  /** The rows that this text ends. */
  *read(text: string): Generator<string[], void, void> {
    for (const character of text) {
      const isSecond = this.#isAfterReturn && character === '\n'
      this.#isAfterReturn = false
      if (isSecond) continue
      if (this.#isQuoted && !this.#isAfterQuote) {
        if (character === '"') this.#isAfterQuote = true
        else this.#cell += character
      } else if (this.#isAfterQuote && character === '"') {
        this.#cell += '"'
        this.#isAfterQuote = false
      } else if (character === '"' && this.#cell === '' && !this.#isQuoted) this.#isQuoted = true
      else if (character === ',') this.#endCell()
      else if (character === '\n' || character === '\r') {
        this.#isAfterReturn = character === '\r'
        yield this.#endRow()
      } else this.#cell += character
    }
  }

  /** The last row, if no line end follows it. */
  *end(): Generator<string[], void, void> {
    if (this.#isQuoted && !this.#isAfterQuote) throw new Error('引号没有结束')
    if (this.#cell !== '' || this.#cells.length > 0) yield this.#endRow()
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#isQuoted = false
    this.#isAfterQuote = false
  }

  #endRow(): string[] {
    this.#endCell()
    const row = this.#cells
    this.#cells = []
    return row
  }
}

const nameOfCaption = new Map(
  fields.EsProjectFields.filter(({ importColumn }) => importColumn !== undefined).map(({ name, caption }) => [
    caption,
    name,
  ]),
)

/** Field names of a heading, which has them or the captions of the workbook. */
const namesOf = (heading: readonly string[]) =>
  heading.map((text) => {
    const caption = text.replaceAll('*', '').trim()
    return nameOfCaption.get(caption) ?? caption
  })

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

async function* csvRows(path: string, encoding: string): AsyncGenerator<ImportRecord, void, void> {
  const reader = new CsvReader()
  let names: string[] | undefined
  const rowOf = (cells: readonly string[]): ImportRecord | undefined => {
    if (!names) {
      names = namesOf(cells)
      return undefined
    }
    // Columns without a heading hold remarks.
    return isBlank(cells)
      ? {}
      : Object.fromEntries(names.flatMap((name, at) => (name === '' ? [] : [[name, cells[at] ?? '']])))
  }
  async function* rows() {
    for await (const text of textOf(path, encoding)) yield* reader.read(text)
    yield* reader.end()
  }
  for await (const cells of rows()) {
    const record = rowOf(cells)
    if (record) yield record
  }
}

const READERS: Readonly<Record<string, typeof jsonRows>> = { ndjson: jsonRows, jsonl: jsonRows, csv: csvRows }

/**
 * The rows of a file, read as they are needed; undefined for a file of another kind.
 * @throws UsageError for an unknown encoding
 */
export function rowsIn(
  path: string,
  encoding = 'utf-8',
): AsyncGenerator<ImportRecord, void, void> | undefined {
  try {
    new TextDecoder(encoding)
  } catch {
    throw new UsageError(`没有编码 ${encoding}`)
  }
  return READERS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']?.(path, encoding)
}
