import { attributesOf, ElementCutter, unreadable, type XmlElement } from './elements.ts'
import { contentOf } from './text.ts'

/** Longest part of a sheet before its rows, in characters: views and columns. */
const LONGEST_HEAD = 4 * 1024 * 1024

/** Takes a sheet apart while it streams: the columns before the rows, the rows, the merged cells behind them. */
export class SheetSplitter {
  #head = ''
  #rows: ElementCutter | undefined
  #merges: ElementCutter | undefined
  /** Prefix of the sheet's elements, known with the first row. */
  prefix = ''
  /** Numbers of hidden columns, as ranges. */
  readonly hiddenColumns: [first: number, last: number][] = []
  /** Ranges of merged cells, such as J5:J8; complete at the end of the sheet. */
  readonly merged: string[] = []

  /** The rows that are complete with this piece. */
  take(piece: string): XmlElement[] {
    if (this.#merges) {
      this.#takeMerges(piece)
      return []
    }
    if (!this.#rows) {
      this.#head += piece
      return this.#begin()
    }
    const rows = this.#rows.take(piece)
    if (this.#rows.after !== undefined) this.#takeMerges(this.#rows.after)
    return rows
  }

  #begin(): XmlElement[] {
    const head = this.#head
    const start = /<((?:\w+:)?)sheetData(?:\s[^>]*)?>/.exec(head)
    if (!start) {
      if (head.length > LONGEST_HEAD) throw unreadable()
      return []
    }
    const [tag, prefix = ''] = start
    this.prefix = prefix
    this.#head = ''
    const columns = contentOf(head.slice(0, start.index), `${prefix}cols`) ?? ''
    for (const { attributes } of new ElementCutter(`${prefix}col`).take(columns)) {
      const { min, max, hidden } = attributesOf(attributes)
      if (hidden === '1' || hidden === 'true') this.hiddenColumns.push([Number(min), Number(max)])
    }
    const rest = head.slice(start.index + tag.length)
    this.#rows = new ElementCutter(`${prefix}row`, `</${prefix}sheetData`)
    if (!tag.endsWith('/>')) return this.take(rest)
    this.#takeMerges(rest)
    return []
  }

  #takeMerges(piece: string): void {
    this.#merges ??= new ElementCutter(`${this.prefix}mergeCell`)
    for (const { attributes } of this.#merges.take(piece)) {
      const { ref } = attributesOf(attributes)
      if (ref) this.merged.push(ref)
    }
  }
}
