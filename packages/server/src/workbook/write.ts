import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'
import { safeText } from './cell.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

type Written = string | number | boolean | Date | null

export interface SheetColumn {
  header: string
  /** Width in characters. */
  width?: number
  kind: 'text' | 'number' | 'date' | 'datetime' | 'boolean'
}

/** A sheet whose rows are pulled one by one as they can be sent. */
export interface SheetSource {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
}

const formats: Readonly<Partial<Record<SheetColumn['kind'], string>>> = {
  text: '@',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
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

async function* writtenRows({ columns, rows }: SheetSource): AsyncGenerator<Written[]> {
  for await (const row of rows) yield columns.map(({ kind }, at) => writeCell(row[at], kind))
}

/**
 * Streams a workbook of one sheet in bounded memory. Continues on a new sheet after Excel's last row.
 * Text that might be interpreted as a formula gets a leading apostrophe.
 */
export function workbookStream(sheet: SheetSource): Readable {
  const bytes = writeXlsxStream(writtenRows(sheet), {
    name: sheet.name,
    columns: sheet.columns.map(({ header, width = 16, kind }) => {
      const numFmt = formats[kind]
      return { header: safeText(header), width, ...(numFmt ? { numFmt } : {}) }
    }),
    freezePane: { rows: 1 },
  })
  // The same class, typed by the DOM and by node:stream/web.
  return Readable.fromWeb(bytes as WebStream<Uint8Array>)
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
 */
export function workbookArchive(title: string, sheet: SheetSource, workbookRows: number): Readable {
  async function* workbooks(): AsyncGenerator<ZipPart> {
    const rows = (async function* () {
      yield* sheet.rows
    })()
    for (let number = 1; ; number++) {
      const first = await rows.next()
      if (first.done) return
      const part = { ...sheet, rows: taking(first.value, rows, workbookRows) }
      yield { name: `${title}-${number}.xlsx`, content: workbookStream(part) }
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
  if (typeof target !== 'string') return pipeline(workbookStream(sheet), target, options)
  const unfinished = `${target}.part`
  try {
    await pipeline(workbookStream(sheet), createWriteStream(unfinished), options)
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
}
