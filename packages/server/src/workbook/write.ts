import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { begun } from '../runtime/begun.ts'
import { safeText } from './cell.ts'
import { columnLetter } from './column-letter.ts'
import { packageParts, SHEET_END, sheetPart, sheetStart, styles, xmlText } from './package-xml.ts'
import type { SheetColumn } from './sheet-column.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

type Written = string | number | boolean | Date | null

/** A sheet whose rows are pulled one by one as they can be sent. */
export interface SheetSource {
  name: string
  columns: readonly SheetColumn[]
  /** Lines of text above the heading of each sheet. */
  lead?: readonly string[]
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
}

const dateForm = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/

/** Excel has no time zones, so the wall-clock time is written unchanged. */
function writeDate(text: string): Written {
  const date = new Date(
    dateForm.test(text) ? `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}` : Number.NaN,
  )
  return Number.isNaN(date.getTime()) ? safeText(text) : date
}

function writeCell(value: unknown, kind: SheetColumn['kind']): Written {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && kind !== 'text') return Number.isFinite(value) ? value : null
  const text = Array.isArray(value) ? value.join('、') : String(value)
  return kind === 'date' || kind === 'datetime' ? writeDate(text) : safeText(text)
}

const DEFAULT_WIDTH = 16
/** Rows of a sheet in Excel, with the heading. */
const MOST_ROWS = 1_048_576
const CHUNK = 65_536
const DAY_MS = 86_400_000
// Day 0 of Excel's calendar for days since March 1900.
const DAY_0 = Date.UTC(1899, 11, 30)

function cellXml(value: Written, at: string, style: number): string {
  if (value === null) return ''
  const place = style ? `r="${at}" s="${style}"` : `r="${at}"`
  if (value instanceof Date) return `<c ${place}><v>${(value.getTime() - DAY_0) / DAY_MS}</v></c>`
  if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(String(value))}</t></is></c>`
}

/** Writes one sheet of at most Excel's rows. The rows that are left stay in the iterator. */
async function* sheetXml(
  { columns, lead = [] }: SheetSource,
  rows: AsyncIterator<readonly unknown[]>,
  taken: readonly unknown[] | undefined,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_, at) => columnLetter(at + 1))
  const rowXml = (cells: readonly string[], number: number) => `<row r="${number}">${cells.join('')}</row>`
  const above = lead.map((line, at) => rowXml([cellXml(safeText(line), `A${at + 1}`, styles.text)], at + 1))
  const top = lead.length + 1
  const heading = columns.map(({ header }, at) =>
    cellXml(safeText(header), `${letters[at]}${top}`, styles.text),
  )
  let text = sheetStart(columns, DEFAULT_WIDTH, top) + above.join('') + rowXml(heading, top)
  for (let number = top + 1, next = taken; number <= MOST_ROWS; number++, next = undefined) {
    if (!next) {
      const read = await rows.next()
      if (read.done) break
      next = read.value
    }
    const row = next
    const cells = columns.map(({ kind }, at) =>
      cellXml(writeCell(row[at], kind), `${letters[at]}${number}`, styles[kind]),
    )
    text += rowXml(cells, number)
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text + SHEET_END)
}

async function* iterating(rows: SheetSource['rows']): AsyncGenerator<readonly unknown[]> {
  yield* rows
}

async function* only(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** The parts of a workbook. The sheets come first, because their number is known only after the last row. */
async function* workbookParts(sheets: readonly SheetSource[]): AsyncGenerator<ZipPart> {
  const names: string[] = []
  for (const sheet of sheets) {
    const { name, rows } = sheet
    const source = iterating(rows)
    let following: readonly unknown[] | undefined
    for (let part = 1; part === 1 || following; part++) {
      const content = sheetXml(sheet, source, following)
      names.push(part === 1 ? name : `${name}_${part}`)
      yield { name: sheetPart(names.length - 1), content }
      const next = await source.next()
      following = next.done ? undefined : next.value
    }
  }
  for (const [name, xml] of packageParts(names)) yield { name, content: only(xml) }
}

const begunSheet = async (sheet: SheetSource): Promise<SheetSource> => ({
  ...sheet,
  rows: await begun(sheet.rows),
})

/**
 * Streams a workbook in bounded memory. A sheet continues on a new one after Excel's last row.
 * Text that might be interpreted as a formula gets a leading apostrophe.
 * @throws what the first sheet's source throws for its first row
 */
export async function workbookStream(sheet: SheetSource, ...more: readonly SheetSource[]): Promise<Readable> {
  return Readable.from(zipStream(workbookParts([await begunSheet(sheet), ...more])))
}

/** Yields the next chunk of rows; the first row was already taken. */
async function* taking(first: readonly unknown[], rest: AsyncIterator<readonly unknown[]>, count: number) {
  yield first
  for (let taken = 1; taken < count; taken++) {
    const next = await rest.next()
    if (next.done) return
    yield next.value
  }
}

/**
 * Streams rows as a zip archive of workbooks with a fixed number of rows each, in bounded memory.
 * @param title of the files, which are numbered from 1
 * @param notes further sheets of each workbook
 * @throws what the sheet's source throws for its first row
 */
export async function workbookArchive(
  title: string,
  sheet: SheetSource,
  workbookRows: number,
  notes: readonly SheetSource[] = [],
): Promise<Readable> {
  const started = await begun(sheet.rows)
  async function* workbooks(): AsyncGenerator<ZipPart> {
    const rows = iterating(started)
    for (let number = 1; ; number++) {
      const first = await rows.next()
      if (first.done) return
      const part = { ...sheet, rows: taking(first.value, rows, workbookRows) }
      yield { name: `${title}-${number}.xlsx`, content: await workbookStream(part, ...notes) }
    }
  }
  return Readable.from(zipStream(workbooks()))
}

/**
 * Writes a workbook of one sheet to a stream, or to a file that appears only when complete.
 * @throws any error of the rows, the target or the signal
 */
export async function writeRows(
  target: string | Writable,
  sheet: SheetSource,
  signal?: AbortSignal,
): Promise<void> {
  const options = signal ? { signal } : {}
  if (typeof target !== 'string') return pipeline(await workbookStream(sheet), target, options)
  const unfinished = `${target}.part`
  try {
    await pipeline(await workbookStream(sheet), createWriteStream(unfinished), options)
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
}
