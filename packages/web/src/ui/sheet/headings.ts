import { type Factor, factorOf, folded, isSameUnit } from '@xinchu/validators/reading'
import { headingParts } from '@xinchu/validators/reading/table'
import { readFigure } from '../../lib/read-figure.ts'
import type { SheetColumn } from './model.ts'

/** Where the cells of a pasted column go. */
export interface HeadedColumn {
  /** Position of the sheet's column; undefined if the sheet has none of this name. */
  at: number | undefined
  /** Converts figures that are headed by another unit. */
  factor?: Factor
  /** A unit that is not converted. */
  foreign?: string
}

/** A pasted block apart from its headings. */
export interface HeadedBlock {
  /** Number of lines that are headings. */
  heads: number
  /** By position in the block; undefined if the headings name no column, so that the order counts. */
  columns: readonly HeadedColumn[] | undefined
}

type Lines = readonly (readonly string[])[]

const LEAST_NAMED = 2
const HAN = /\p{Script=Han}/u
const DIGIT = /\d/

const keyOf = (text: string): string => folded(text).replace(/[\s*]/g, '').toUpperCase()

const isFigure = (text: string): boolean => {
  const read = readFigure(text)
  return 'digits' in read && read.digits !== ''
}

/** Positions of columns by their names. A name that several columns have names none. */
function namesOf(columns: readonly SheetColumn[]): Map<string, number> {
  const names = new Map<string, number>()
  const several = new Set<string>()
  for (const [at, { title, caption }] of columns.entries())
    for (const key of new Set([keyOf(title), keyOf(caption ?? title)])) {
      if (names.has(key)) several.add(key)
      names.set(key, at)
    }
  for (const key of several) names.delete(key)
  return names
}

function headed(
  text: string,
  names: ReadonlyMap<string, number>,
  columns: readonly SheetColumn[],
): HeadedColumn {
  for (const { name, unit } of headingParts(text.replaceAll('*', ''))) {
    const at = names.get(keyOf(name))
    const column = at === undefined ? undefined : columns[at]
    if (at === undefined || !column) continue
    if (unit === undefined || column.kind !== 'number') return { at }
    const factor = factorOf(unit, { name: column.name, unit: column.unit })
    if (factor === 'foreign') return { at, foreign: unit }
    return factor && !isSameUnit(factor) ? { at, factor } : { at }
  }
  return { at: undefined }
}

/** Whether a line stands above figures without being one of them: words where the lines below have figures. */
function isAboveFigures(line: readonly string[], below: Lines): boolean {
  const columns = line.flatMap((_, at) => (below.some((other) => isFigure(other[at] ?? '')) ? [at] : []))
  return columns.length > 0 && columns.every((at) => HAN.test(line[at] ?? '') && !DIGIT.test(line[at] ?? ''))
}

/** Tells the heading lines of a pasted block, which are never data, and what they say of its columns. */
export function headingsOf(lines: Lines, columns: readonly SheetColumn[]): HeadedBlock {
  const names = namesOf(columns)
  for (const [at, line] of lines.slice(0, 2).entries()) {
    if (line.some(isFigure)) break
    const found = line.map((text) => headed(text, names, columns))
    const count = new Set(found.flatMap(({ at: column }) => column ?? [])).size
    const below = lines.slice(at + 1)
    const isNamed = count >= LEAST_NAMED || (count > 0 && below.some((other) => other.some(isFigure)))
    if (isNamed) return { heads: at + 1, columns: found }
  }
  const [first = [], ...below] = lines
  return { heads: isAboveFigures(first, below) ? 1 : 0, columns: undefined }
}
