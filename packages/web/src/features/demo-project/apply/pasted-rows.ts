import { type FieldSpec, isPlaceholder } from '@xinchu/validators'
import { type Factor, factorOf, readCell } from '@xinchu/validators/reading'
import { headingParts } from '@xinchu/validators/reading/table'
import { today } from '../../../lib/beijing.ts'
import type { RowValues } from '../../../ui/form/values.ts'

/** Rows that a paste of several cells adds to a list. */
export interface PastedRows {
  rows: RowValues[]
  /** Columns that were recognised, and captions that were left out. */
  columns: number
  ignored: readonly string[]
  /** Rows that did not fit. */
  left: number
  /** Texts of cells that were left out. */
  leftOut: readonly string[]
}

const plain = (text: string) => text.replace(/[\s（(].*$/u, '').trim()

/** Returns the column of a heading, with or without its unit in brackets. */
const columnOf = (specs: readonly FieldSpec[], heading: string): FieldSpec | undefined =>
  specs.find(({ caption }) => caption === heading.trim() || plain(caption) === plain(heading))

const READ: ReadonlySet<FieldSpec['kind']> = new Set(['number', 'integer', 'date', 'string'])

/** What a heading says of the unit of its figures: a factor, or that they are not converted. */
function unitOf(spec: FieldSpec | undefined, heading: string): Factor | 'foreign' | undefined {
  const unit = headingParts(heading).at(-1)?.unit
  return spec?.unit === undefined || unit === undefined ? undefined : factorOf(unit, spec)
}

/** Reads a cell as the list stores it; undefined for a text that typing refuses, or a figure in a unit that is not converted. */
function readText(spec: FieldSpec, text: string, unit: Factor | 'foreign' | undefined): string | undefined {
  if (!READ.has(spec.kind)) return text.trim()
  if (unit === 'foreign' && text.trim() !== '') return undefined
  const headed = typeof unit === 'object' ? { ...spec, factor: unit } : spec
  const read = readCell({ kind: 'text', text }, headed, { by: 'clipboard', today: today() })
  if (read.level === 'value') return String(read.value)
  if (read.level !== 'empty') return undefined
  // A text may say that there is nothing; a figure or a date cannot.
  return spec.kind === 'string' || !read.note ? text.trim() : undefined
}

/** Minimum number of headings that mark the first line as a heading. */
const LEAST_HEADINGS = 2

type Lines = readonly (readonly string[])[]

const HAN = /\p{Script=Han}/u
const isFigure = (spec: FieldSpec | undefined, text: string): boolean =>
  (spec?.kind === 'number' || spec?.kind === 'integer') &&
  text.trim() !== '' &&
  readText(spec, text, undefined) !== undefined

/** Whether the first line has words wherever the lines below have figures. */
function isAboveFigures([head = [], ...below]: Lines, specs: readonly (FieldSpec | undefined)[]): boolean {
  const figures = head.filter((_, at) => below.some((line) => isFigure(specs[at], line[at] ?? '')))
  return figures.length > 0 && figures.every((text) => HAN.test(text) && !isPlaceholder(text))
}

/** The columns of a block, and whether its first line is a heading. */
function columnsOf(cells: Lines, specs: readonly FieldSpec[]) {
  const [head = []] = cells
  const named = head.map((heading) => columnOf(specs, heading))
  const count = named.filter(Boolean).length
  const inOrder = head.map((_, at) => specs[at])
  if (count >= Math.min(LEAST_HEADINGS, head.length)) return { hasHead: true, columns: named }
  const hasHead = isAboveFigures(
    cells,
    inOrder.map((spec, at) => named[at] ?? spec),
  )
  return { hasHead, columns: hasHead && count > 0 ? named : inOrder }
}

/**
 * Reads pasted cells as rows: by the captions in the first line, otherwise by order.
 * @param room rows that may still be added
 */
export function pastedRows(cells: Lines, specs: readonly FieldSpec[], room: number): PastedRows {
  const [head = []] = cells
  const { hasHead, columns } = columnsOf(cells, specs)
  const lines = (hasHead ? cells.slice(1) : cells).filter((line) => line.some((text) => text.trim() !== ''))
  const units = columns.map((spec, at) => (hasHead ? unitOf(spec, head[at] ?? '') : undefined))
  const leftOut: string[] = []
  const rows = lines.slice(0, room).map(
    (line): RowValues =>
      Object.fromEntries(
        line.flatMap((text, at) => {
          const spec = columns[at]
          const value = spec && readText(spec, text, units[at])
          if (spec && value === undefined) leftOut.push(text.trim())
          return spec ? [[spec.name, value ?? '']] : []
        }),
      ),
  )
  const ignored = head.flatMap((heading, at) => (columns[at] ? [] : [hasHead ? heading : `第 ${at + 1} 列`]))
  return {
    rows,
    columns: columns.filter(Boolean).length,
    ignored,
    left: Math.max(0, lines.length - room),
    leftOut,
  }
}

const MOST_SHOWN = 3

const shown = (texts: readonly string[]): string =>
  `${texts
    .slice(0, MOST_SHOWN)
    .map((text) => `“${text}”`)
    .join('、')}${texts.length > MOST_SHOWN ? ' 等' : ''}`

/** 粘贴 6 行，识别 5 列，忽略 1 列“备注”. */
export function pasteWords({ rows, columns, ignored, left, leftOut }: PastedRows): string {
  const names = ignored.map((name) => `“${name}”`).join('、')
  return [
    `粘贴 ${rows.length} 行`,
    `识别 ${columns} 列`,
    ignored.length > 0 && `忽略 ${ignored.length} 列${names}`,
    left > 0 && `超出上限，${left} 行未贴入`,
    leftOut.length > 0 && `${leftOut.length} 格未贴入${shown(leftOut)}`,
  ]
    .filter(Boolean)
    .join('，')
}
