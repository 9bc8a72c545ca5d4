import type { ShownCard, ShownPart, ShownTable } from '../shown.ts'

/** Rows of a ranking that fit beside the charts of the first page. */
export const FIRST_ROWS = 34
/** Rows of a page that has a ranking or a table alone. */
export const PAGE_ROWS = 44
/** Heights in px: of the body of a page, of a pair's map, and of parts of a chart. */
const BODY_HEIGHT = 920
const LARGE = 340
const MAP = 300
const SMALL_FIRST = 150
/** Rows that a small chart has room for. */
const SMALL_ROWS = 6
const CAPTION = 56
const BAR = 26
const TABLE_ROW = 19
const TABLE_HEAD = 40
/** A table of more columns or rows is not printed beside its neighbour. */
const MOST_COLUMNS = 6
const MOST_ROWS = 10

/** Height of a row of many in a chart of a pair, and the most of such a chart and of one over both columns. */
const FINE_ROW = 14
const [TALL, WIDE] = [620, 300]
/** The most of a map over both columns. */
const WIDE_MAP = 500
/** Width of the body in px. */
export const BODY_WIDTH = 694

export interface Placed {
  card: ShownCard
  height: number
  hasTable: boolean
  /** Over both columns. */
  isWide: boolean
}

export interface Layout {
  /** Charts of the first page, beside the ranking if there is one. */
  first: readonly Placed[]
  /** Charts of the further pages, in pairs. */
  further: readonly (readonly Placed[])[]
}

/** Parts of a sequence of at most a length. */
export const chunked = <Value>(values: readonly Value[], length: number): (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / length) }, (_, at) =>
    values.slice(at * length, (at + 1) * length),
  )

/** Height of a chart in a pair: bars take as much as there are. */
function heightOf(card: ShownCard): number {
  if (card.isWide) return Math.min(card.map === undefined ? WIDE : WIDE_MAP, card.height)
  if (card.map !== undefined) return MAP
  if (card.isCourse) return SMALL_FIRST
  const { length } = card.rows
  return length > MOST_ROWS ? Math.min(TALL, 40 + length * FINE_ROW) : Math.min(230, 20 + length * BAR)
}

function placed(card: ShownCard): Placed {
  const hasTable = card.columns.length <= MOST_COLUMNS && card.rows.length <= MOST_ROWS
  return { card, height: heightOf(card), hasTable, isWide: card.isWide === true }
}

/** Charts in rows: two beside each other, or one over both columns. */
function inRows(cards: readonly Placed[]): Placed[][] {
  const rows: Placed[][] = []
  for (const card of cards) {
    const row = rows.at(-1)
    if (row?.length === 1 && !row[0]?.isWide && !card.isWide) row.push(card)
    else rows.push([card])
  }
  return rows
}

const fullHeight = ({ card, height, hasTable }: Placed) =>
  CAPTION + height + (hasTable ? TABLE_HEAD + card.rows.length * TABLE_ROW : 0)

const GAP = 16

/**
 * Rows over pages: one that does not fit begins a page, so that none is cut.
 * @param first room on the page that has begun; none begins a page
 */
function paged(cards: readonly Placed[], first = 0): (readonly Placed[])[] {
  const pages: Placed[][] = first > 0 ? [[]] : []
  let room = first
  for (const row of inRows(cards)) {
    const height = Math.max(...row.map(fullHeight))
    if (height > room) {
      pages.push([])
      room = BODY_HEIGHT
    }
    room -= height + GAP
    pages.at(-1)?.push(...row)
  }
  return pages
}

/** The parts of a kind. */
export const ofKind = <Kind extends ShownPart['kind']>(parts: readonly ShownPart[], kind: Kind) =>
  parts.filter((part): part is Extract<ShownPart, { kind: Kind }> => part.kind === kind)

const NARROW_SIGN = 0.55

/** Lines that a text of a size in px takes over the width of the body. */
function linesOf(text: string, size: number): number {
  const width = [...text].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1 : NARROW_SIGN), 0)
  return Math.ceil((width * size) / BODY_WIDTH)
}

const TITLE = 40
const FIGURES = 92
const FIGURES_IN_ROW = 6

/** Height of what is above the charts of the first page. */
export function headHeight(parts: readonly ShownPart[], texts: readonly string[]): number {
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  const findings = ofKind(parts, 'finding').map(
    ({ text, support }) => 20 * linesOf(text, 12) + 16 * linesOf(support, 10) + 8,
  )
  const figures = ofKind(parts, 'figures').map(
    (part) => Math.ceil(part.figures.length / FIGURES_IN_ROW) * FIGURES,
  )
  return TITLE + sum(texts.map((text) => 16 * linesOf(text, 10.5))) + 8 + sum(findings) + sum(figures) + 12
}

/** Height of a chart below the large one of the first page: more rows take more, as far as there is room. */
const smallHeight = (card: ShownCard, room: number) =>
  card.rows.length <= SMALL_ROWS ? SMALL_FIRST : Math.max(SMALL_FIRST, Math.min(heightOf(card), room))

/**
 * Spreads charts over pages: the first beside the ranking while they fit, the others in pairs with their tables. Without a
 * ranking the pairs begin on the first page.
 * @param head height of what is above them on the first page
 */
export function layoutOf(cards: readonly ShownCard[], head: number, hasRanking: boolean): Layout {
  if (!hasRanking) {
    const [start = [], ...further] = paged(cards.map(placed), BODY_HEIGHT - head)
    return { first: start, further }
  }
  const first: Placed[] = []
  let room = BODY_HEIGHT - head
  for (const [at, card] of cards.entries()) {
    const isLarge = card.map !== undefined || at === 0
    const height = isLarge ? LARGE : smallHeight(card, room - CAPTION)
    if (height + CAPTION > room) break
    room -= height + CAPTION
    first.push({ card, height, hasTable: false, isWide: false })
  }
  return { first, further: paged(cards.slice(first.length).map(placed)) }
}

/** Rows of a table on a page. */
export interface TablePart {
  table: ShownTable
  from: number
  until: number
}

/** Title, head and distance of a table, and a row of it, in px. */
const [TABLE_FRAME, TABLE_LINE] = [70, 18]

/**
 * Tables over pages. On a page of tables alone short ones follow each other; otherwise each begins a page.
 * @param room on the first page below its head; undefined where charts come before the tables
 */
export function tablesOver(tables: readonly ShownTable[], room: number | undefined): TablePart[][] {
  const pages: TablePart[][] = room === undefined ? [] : [[]]
  let left = room ?? 0
  for (const table of tables)
    for (const [at, rows] of chunked(table.rows, PAGE_ROWS).entries()) {
      const height = TABLE_FRAME + rows.length * TABLE_LINE
      if (room === undefined || height > left) {
        pages.push([])
        left = BODY_HEIGHT
      }
      left -= height
      pages.at(-1)?.push({ table, from: at * PAGE_ROWS, until: at * PAGE_ROWS + rows.length })
    }
  return pages
}

/** Room of the first page below its head. */
export const roomBelow = (head: number): number => BODY_HEIGHT - head

/** Notes of all parts, each once. */
export function notesOf(parts: readonly ShownPart[]): string[] {
  const notes = parts.flatMap((part) => {
    if (part.kind === 'card') return part.card.note ?? []
    if (part.kind === 'ranking') return part.ranking.note ?? []
    if (part.kind === 'table') return part.table.note ?? []
    if (part.kind === 'notes') return part.notes
    return []
  })
  return [...new Set(notes.filter((note) => note !== ''))]
}
