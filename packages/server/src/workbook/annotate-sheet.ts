import { safeText } from './cell.ts'
import { columnLetter, columnNumber } from './column-letter.ts'

/** One column to write into an existing sheet. */
export interface Annotation {
  /** The column, counted from 1. */
  column: number
  /** Width in characters, if the sheet sets none. */
  width: number
  /** Returns the text for a row. Called in sheet order. */
  textOf(rowNo: number): Promise<string | undefined>
}

const ROW_START = /<((?:\w+:)?)row\b/g
const CELL_START = /<((?:\w+:)?)c\b/g
const SHEET_DATA = /<((?:\w+:)?)sheetData\b/
// Longest row that is parsed, in characters. Anything after a longer row is copied unchanged.
const LONGEST_ROW = 4 * 1024 * 1024

const escaped = (text: string): string =>
  safeText(text)
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)

interface Element {
  prefix: string
  start: number
  end: number
  attributes: string
  content: string
}

/** Finds the next complete element of a kind, or the start of an incomplete one. Scans each position once. */
function elementFrom(
  xml: string,
  kind: RegExp,
  name: string,
  from: number,
): Element | { start: number } | undefined {
  kind.lastIndex = from
  const found = kind.exec(xml)
  if (!found) return undefined
  const { index: start } = found
  const [tag, prefix = ''] = found
  const open = xml.indexOf('>', start)
  if (open === -1) return { start }
  const isEmpty = xml[open - 1] === '/'
  const attributes = xml.slice(start + tag.length, isEmpty ? open - 1 : open)
  if (isEmpty) return { prefix, start, end: open + 1, attributes, content: '' }
  const closing = `</${prefix}${name}>`
  const close = xml.indexOf(closing, open)
  if (close === -1) return { start }
  return { prefix, start, end: close + closing.length, attributes, content: xml.slice(open + 1, close) }
}

/** Inserts a cell in column order, replacing an existing one. */
function withCell(cells: string, column: number, cell: string): string {
  for (let at = 0; ; ) {
    const found = elementFrom(cells, CELL_START, 'c', at)
    if (!found || !('end' in found)) return cells + cell
    const place = columnNumber(/\sr="([A-Z]{1,3})\d+"/.exec(found.attributes)?.[1] ?? '')
    if (place >= column)
      return cells.slice(0, found.start) + cell + cells.slice(place === column ? found.end : found.start)
    at = found.end
  }
}

/** Rewrites the part before the rows: drops the sheet's extent and sets the column's width. */
function heading(xml: string, { column, width }: Annotation): string {
  const open = xml.replace(/<(?:\w+:)?dimension\b[^<>]*\/>/, '')
  const isSaid = [...open.matchAll(/<(?:\w+:)?col\b[^<>]*?\bmax="(\d+)"/g)].some(
    ([, max]) => Number(max) >= column,
  )
  if (isSaid) return open
  const col = (prefix: string) =>
    `<${prefix}col min="${column}" max="${column}" width="${width}" customWidth="1"/>`
  if (/<\/(?:\w+:)?cols>/.test(open))
    return open.replace(/<\/((?:\w+:)?)cols>/, (end, prefix) => `${col(prefix)}${end}`)
  return open.replace(SHEET_DATA, (start, prefix) => `<${prefix}cols>${col(prefix)}</${prefix}cols>${start}`)
}

/** Writes into the rows of a sheet while it streams. */
class RowWriter {
  readonly #annotation: Annotation
  #lastRow = 0

  constructor(annotation: Annotation) {
    this.#annotation = annotation
  }

  /** Returns the rewritten complete rows of a chunk and its incomplete end. */
  async take(xml: string): Promise<[done: string, rest: string]> {
    let done = ''
    for (let at = 0; ; ) {
      const row = elementFrom(xml, ROW_START, 'row', at)
      if (row && 'end' in row) {
        done += xml.slice(at, row.start) + (await this.#written(row, xml.slice(row.start, row.end)))
        at = row.end
      } else {
        // Without a row, the chunk may still end in the start of a tag.
        const whole = row?.start ?? Math.max(xml.lastIndexOf('<'), at)
        return [done + xml.slice(at, whole), xml.slice(whole)]
      }
    }
  }

  async #written({ prefix, attributes, content }: Element, row: string): Promise<string> {
    const { column, textOf } = this.#annotation
    this.#lastRow = Number(/\sr="(\d+)"/.exec(attributes)?.[1] ?? this.#lastRow + 1)
    const text = await textOf(this.#lastRow)
    if (text === undefined) return row
    const place = `${columnLetter(column)}${this.#lastRow}`
    const words = `<${prefix}is><${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t></${prefix}is>`
    const cell = `<${prefix}c r="${place}" t="inlineStr">${words}</${prefix}c>`
    const open = attributes.replace(/\sspans="[^"]*"/, '')
    return `<${prefix}row${open}>${withCell(content, column, cell)}</${prefix}row>`
  }
}

/** Streams the XML of a sheet with one column written. Everything else is copied unchanged. */
export async function* annotatedSheet(
  xml: AsyncIterable<Buffer>,
  annotation: Annotation,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder()
  const writer = new RowWriter(annotation)
  let rest = ''
  let hasBegun = false
  for await (const piece of xml) {
    rest += decoder.decode(piece, { stream: true })
    if (!hasBegun) {
      const start = SHEET_DATA.exec(rest)
      if (!start && rest.length < LONGEST_ROW) continue
      if (start) {
        const end = start.index + start[0].length
        yield Buffer.from(heading(rest.slice(0, end), annotation))
        rest = rest.slice(end)
      }
      hasBegun = true
    }
    const [done, left] = rest.length > LONGEST_ROW ? [rest, ''] : await writer.take(rest)
    rest = left
    if (done !== '') yield Buffer.from(done)
  }
  yield Buffer.from(rest + decoder.decode())
}
