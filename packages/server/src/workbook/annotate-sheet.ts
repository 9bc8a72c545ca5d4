import { safeText } from './cell.ts'
import { columnLetter } from './column-letter.ts'

/** What is written into one column of a sheet beside what stands there. */
export interface Annotation {
  /** The column, counted from 1. */
  column: number
  /** Width of the column in characters, where the sheet says nothing of it. */
  width: number
  /** The text for a row; asked for in the order of the sheet. */
  textOf(rowNo: number): Promise<string | undefined>
}

const ROW_START = /<((?:\w+:)?)row\b/g
const CELL_START = /<((?:\w+:)?)c\b/g
const SHEET_DATA = /<((?:\w+:)?)sheetData\b/
// No honest row is longer, in characters; what follows a longer one stays as it is.
const LONGEST_ROW = 4 * 1024 * 1024

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

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

/** The next element of a kind, or where one begins that is not whole; each place is looked at once. */
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

/** Puts a cell where its column stands among the others, in the place of one that is there. */
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

/** The part before the rows: its extent is left to readers to find, and the column gets its width. */
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

/** Writes into the rows of a sheet as they pass. */
class RowWriter {
  readonly #annotation: Annotation
  #lastRow = 0

  constructor(annotation: Annotation) {
    this.#annotation = annotation
  }

  /** The rows of a piece with what is written into them, and the end of it that is no whole row yet. */
  async take(xml: string): Promise<[done: string, rest: string]> {
    let done = ''
    for (let at = 0; ; ) {
      const row = elementFrom(xml, ROW_START, 'row', at)
      if (row && 'end' in row) {
        done += xml.slice(at, row.start) + (await this.#written(row, xml.slice(row.start, row.end)))
        at = row.end
      } else {
        // Without a row the beginning of a tag may yet stand at the end.
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

/** The XML of a sheet with one column written, all else as it is; in pieces, as it comes. */
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
