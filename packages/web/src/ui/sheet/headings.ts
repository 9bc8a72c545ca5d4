import { isPlaceholder } from '@xinchu/validators'
import { type Factor, factorOf, folded, isSameUnit } from '@xinchu/validators/reading'
import { headingParts } from '@xinchu/validators/reading/table'
import type { SheetColumn } from './model.ts'
import { isFigure } from './read-input.ts'

/** Where the cells of a pasted column go. */
export interface HeadedColumn {
  /** What stands above the column, with the unit of a line below. */
  heading: string
  /** Position of the sheet's column; undefined if the sheet has none of this name. */
  at: number | undefined
  /** Converts figures that are headed by another unit, which is `unit`. */
  factor?: Factor
  unit?: string
  /** A unit that is not converted. */
  foreign?: string
  /** Another column of the block goes to the same place. */
  isTwice?: boolean
}

/** A pasted block apart from its headings. */
export interface HeadedBlock {
  /** Number of lines that are headings. */
  heads: number
  /** By position in the block; undefined if there are no headings, so that the order counts. */
  columns: readonly HeadedColumn[] | undefined
  /** Whether the first line may be a heading of other names or a row of words, which moves all rows below. */
  isUnsure: boolean
}

type NamedColumn = SheetColumn & { isRowHeader?: boolean }
type Names = ReadonlyMap<string, number>
type Line = readonly string[]
type Lines = readonly Line[]

const LEAST_NAMED = 2
const HAN = /\p{Script=Han}/u
const DIGIT = /\d/
const PERIODS = /\d+\s*(?:年|季度|月|日)/g
const BRACKETS = /^[（(【[]|[）)】\]]$/g

/** A name as it is compared: without width, blanks, case and marks of required fields. */
export const nameKeyOf = (text: string): string => folded(text).replace(/[\s*]/g, '').toUpperCase()

/** Positions of columns by their names. A name that several columns have names none. */
function namesOf(columns: readonly NamedColumn[]): Names {
  const names = new Map<string, number>()
  const several = new Set<string>()
  for (const [at, { title, caption = title, names: others = [] }] of columns.entries())
    for (const key of new Set([title, caption, ...others].map(nameKeyOf))) {
      if (names.has(key)) several.add(key)
      names.set(key, at)
    }
  for (const key of several) names.delete(key)
  return names
}

const bare = (heading: string): string => heading.replaceAll('*', '')

/** A pasted column as it goes to a column of the sheet, in the unit of its heading. */
export function columnTo(
  heading: string,
  at: number | undefined,
  columns: readonly NamedColumn[],
): HeadedColumn {
  const column = at === undefined ? undefined : columns[at]
  const named = { heading, at: column && at }
  if (column?.kind !== 'number') return named
  for (const { unit } of headingParts(bare(heading))) {
    const factor = unit === undefined ? undefined : factorOf(unit, { name: column.name, unit: column.unit })
    if (unit === undefined || factor === undefined) continue
    if (factor === 'foreign') return { ...named, foreign: unit }
    return isSameUnit(factor) ? named : { ...named, factor, unit }
  }
  return named
}

function headed(heading: string, names: Names, columns: readonly NamedColumn[]): HeadedColumn {
  for (const { name } of headingParts(bare(heading))) {
    const at = names.get(nameKeyOf(name))
    if (at !== undefined) return columnTo(heading, at, columns)
  }
  return { heading, at: undefined }
}

/** Columns of headings in two lines, whose second has units or further names; undefined if that line is data. */
function inTwoLines(
  line: Line,
  next: Line,
  names: Names,
  columns: readonly NamedColumn[],
): HeadedColumn[] | undefined {
  const found: HeadedColumn[] = []
  for (let at = 0; at < Math.max(line.length, next.length); at += 1) {
    const above = headed(line[at] ?? '', names, columns)
    const text = (next[at] ?? '').trim()
    const own = headed(text, names, columns)
    const unit = text.replace(BRACKETS, '')
    const column = above.at === undefined ? undefined : columns[above.at]
    const isUnit = column?.kind === 'number' && factorOf(unit, { name: column.name, unit: column.unit })
    if (text === '') found.push(above)
    else if (own.at !== undefined) found.push(own)
    else if (isUnit) found.push(headed(`${line[at]}（${unit}）`, names, columns))
    else return undefined
  }
  return found
}

/** Whether words stand where the lines below have figures, without being known as headings. */
function isUnsure([first = [], ...below]: Lines, columns: readonly NamedColumn[]): boolean {
  const figures = first.flatMap((text, at) =>
    columns[at]?.kind === 'number' && below.some((line) => isFigure(line[at] ?? '')) ? [text] : [],
  )
  const isWords = (text: string) =>
    HAN.test(text) && !DIGIT.test(text.replace(PERIODS, '')) && !isPlaceholder(text)
  return figures.length > 0 && figures.every(isWords)
}

/** The columns of a block whose first lines are said to be headings. */
export function columnsBelow(
  lines: Lines,
  heads: number,
  columns: readonly NamedColumn[],
): HeadedColumn[] | undefined {
  const [line, next] = lines
  if (heads === 0 || !line) return undefined
  const names = namesOf(columns)
  const both = heads > 1 && next ? inTwoLines(line, next, names, columns) : undefined
  const last = lines[heads - 1] ?? line
  return both ?? last.map((text, at) => headed(text.trim() || (line[at] ?? ''), names, columns))
}

/**
 * Tells the heading lines of a pasted block, which are never data, and what they say of its columns.
 * @param from the column where the block is pasted, if it goes by its order
 */
export function headingsOf(lines: Lines, columns: readonly NamedColumn[], from: number): HeadedBlock {
  const names = namesOf(columns)
  for (const [at, line] of lines.slice(0, 2).entries()) {
    if (line.some(isFigure)) break
    const found = line.map((text) => headed(text, names, columns))
    const count = new Set(found.flatMap(({ at: column }) => column ?? [])).size
    const [next = [], ...others] = lines.slice(at + 1)
    // A column of texts, or one that is empty so far, is known by its name alone.
    const isWhole =
      at + 1 < lines.length && line.every((text, i) => !text.trim() || found[i]?.at !== undefined)
    const isAbove = isWhole || [next, ...others].some((other) => other.some(isFigure))
    if (count < LEAST_NAMED && !(count > 0 && isAbove)) continue
    const isSecond = next.some((text) => text.trim() !== '') && !next.some(isFigure)
    const both = isSecond ? inTwoLines(line, next, names, columns) : undefined
    return { heads: at + (both ? 2 : 1), columns: both ?? found, isUnsure: false }
  }
  return isUnsure(lines, columns.slice(from))
    ? { heads: 1, columns: columnsBelow(lines, 1, columns), isUnsure: true }
    : { heads: 0, columns: undefined, isUnsure: false }
}
