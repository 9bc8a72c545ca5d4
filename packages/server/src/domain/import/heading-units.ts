import {
  type Factor,
  factorOf,
  isSameUnit,
  type RawCell,
  readCell,
  type Source,
  wordsOf,
} from '@xinchu/validators/reading'
import type { ImportColumn } from './columns.ts'

/** Unit of a column that is headed by another one than its field has. */
export interface HeadingUnit {
  heading: string
  unit: string
  own: string
  factor: Factor
  /** Number of cells that were converted so far. */
  count: number
}

const HEADING_LENGTH = 40

/** The unit of a column, if it is another than that of the field. One that is not converted is asked about before. */
export function headedUnit(text: string, unit: string, { spec }: ImportColumn): HeadingUnit | undefined {
  const factor = factorOf(unit, spec)
  const heading = text.slice(0, HEADING_LENGTH)
  if (factor === 'foreign' || factor === undefined || isSameUnit(factor)) return undefined
  return { heading, unit, own: spec.unit ?? '', factor, count: 0 }
}

// These say more about the text than that its unit is missing, or it has one.
const KEPT: ReadonlySet<string> = new Set(['C-001', 'C-006', 'C-009', 'C-010', 'C-023', 'C-032', 'C-071'])

/** Converts a cell to the unit of its field, and counts it. A text that asks keeps the unit beside it. */
export function inOwnUnit(
  cell: RawCell,
  headed: HeadingUnit,
  { spec }: ImportColumn,
  source: Source,
): string {
  const read = readCell(cell, { ...spec, factor: headed.factor }, source)
  if (read.level === 'empty') return cell.text
  if (read.level !== 'value') return KEPT.has(read.finding.code) ? cell.text : `${cell.text}${headed.unit}`
  headed.count += 1
  return String(read.value)
}

const timesOf = ([times, per]: Factor): string =>
  per === 1 ? String(times) : String(Number((times / per).toPrecision(6)))

/** The conversions in words, with the number of their cells. */
export const conversionNotes = (units: readonly (HeadingUnit | undefined)[]): string[] =>
  units.flatMap((headed) => {
    if (!headed || headed.count === 0) return []
    const { heading, own, factor, count } = headed
    const args = { own, times: timesOf(factor), count: String(count) }
    return [wordsOf({ code: 'C-070', original: heading, args })]
  })
