import { plainFigure } from '@xinchu/validators/reading'
import type { Place } from '../table/keyboard.ts'
import type { CellChange } from './model.ts'

/** A rectangle of cells, both ends inclusive. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

export const rangeOf = (one: Place, other: Place): Range => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})

export const sizeOf = ({ top, bottom, left, right }: Range) => ({
  rows: bottom - top + 1,
  columns: right - left + 1,
})

export const cellCount = (range: Range): number => sizeOf(range).rows * sizeOf(range).columns

/** All cells of a range, row by row. */
export function placesOf({ top, bottom, left, right }: Range): Place[] {
  const places: Place[] = []
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) places.push({ row, column })
  return places
}

/** Sums more cells than this only when asked for by a copy, so that moving a selection stays fast. */
const MOST_SUMMED = 20_000
const DECIMALS = 4

/** Describes the number of selected cells and, if there are figures, their sum. Undefined for a single cell. */
export function selectionText(range: Range, textAt: (place: Place) => string): string | undefined {
  const count = cellCount(range)
  if (count < 2) return undefined
  const selected = `选中 ${count.toLocaleString('zh-CN')} 格`
  if (count > MOST_SUMMED) return selected
  const figures = placesOf(range).flatMap((place) => {
    const figure = plainFigure(textAt(place))
    return figure === undefined ? [] : [figure]
  })
  if (figures.length === 0) return selected
  const sum = figures.reduce((total, figure) => total + figure, 0)
  return `${selected}，合计 ${Number(sum.toFixed(DECIMALS))}`
}

interface FillTarget {
  columns: readonly { name: string; isReadOnly?: boolean }[]
  isOpen: (row: number) => boolean
  valueAt: (place: Place) => string
}

/** Changes that copy the first row of a range to the rows below, or the cell above into a range of one row. */
export function fillDown(range: Range, { columns, isOpen, valueAt }: FillTarget): CellChange[] {
  const source = range.bottom > range.top ? range.top : range.top - 1
  if (source < 0) return []
  return placesOf({ ...range, top: source + 1 }).flatMap(({ row, column }) => {
    const target = columns[column]
    if (!target || target.isReadOnly || !isOpen(row)) return []
    return [{ row, name: target.name, value: valueAt({ row: source, column }) }]
  })
}
