import { columnNumber } from '../column-letter.ts'
import { limits } from '../limits.ts'
import type { ScannedRow, SheetCell } from './row.ts'

/** A range of merged cells. Rows and columns count from 1, both ends included. */
export interface MergedRange {
  ref: string
  top: number
  bottom: number
  left: number
  right: number
}

const REF = /^\$?([A-Z]{1,3})\$?(\d+):\$?([A-Z]{1,3})\$?(\d+)$/

/** Reads ranges such as J5:J8. Others name no cells and are left out. */
export const mergedRanges = (refs: readonly string[]): MergedRange[] =>
  refs.flatMap((ref) => {
    const [, left = '', top = '', right = '', bottom = ''] = REF.exec(ref) ?? []
    if (left === '') return []
    return [
      { ref, top: Number(top), bottom: Number(bottom), left: columnNumber(left), right: columnNumber(right) },
    ]
  })

/** A cell that is merged with others: the value that all of them show. */
export interface MergedCell {
  range: MergedRange
  value: SheetCell
}

/** Tells the merged cells of rows that come in order. */
export class MergedCells {
  readonly #ranges: readonly MergedRange[]
  readonly #values = new Map<MergedRange, SheetCell>()
  #next = 0
  #open: MergedRange[] = []

  constructor(ranges: readonly MergedRange[]) {
    this.#ranges = ranges
      .filter(({ top, bottom, left, right }) => bottom > top || right > left)
      .toSorted((a, b) => a.top - b.top)
  }

  /** The merged cells of a row by their column, from 1; the first one of a range included. */
  in({ rowNo, cells }: ScannedRow): ReadonlyMap<number, MergedCell> {
    if (this.#ranges.length === 0) return NONE
    this.#open = this.#open.filter(({ bottom }) => bottom >= rowNo)
    for (
      let range = this.#ranges[this.#next];
      range && range.top <= rowNo;
      range = this.#ranges[this.#next]
    ) {
      this.#next += 1
      if (range.bottom < rowNo) continue
      this.#open.push(range)
      // Rows without any cell are not read, so a range may begin in one.
      this.#values.set(range, range.top === rowNo ? (cells[range.left - 1] ?? null) : null)
    }
    const found = new Map<number, MergedCell>()
    for (const range of this.#open)
      for (let column = range.left; column <= Math.min(range.right, limits.columns); column++)
        found.set(column, { range, value: this.#values.get(range) ?? null })
    return found
  }
}

const NONE: ReadonlyMap<number, MergedCell> = new Map()
