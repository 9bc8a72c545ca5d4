import type { ShownCard, ShownPart } from '../shown.ts'

/** Rows of a ranking that fit beside the charts of the first page. */
export const FIRST_ROWS = 34
/** Rows of a page that has a ranking or a table alone. */
export const PAGE_ROWS = 44
/** Heights in px: of the charts beside the ranking, of the body of a further page, and of parts of a chart. */
const FIRST_HEIGHT = 775
const BODY_HEIGHT = 900
const LARGE = 340
const SMALL_FIRST = 150
const CAPTION = 44
const BAR = 26
const TABLE_ROW = 19
const TABLE_HEAD = 40
/** A table of more columns or rows is not printed beside its neighbour. */
const MOST_COLUMNS = 6
const MOST_ROWS = 10

export interface Placed {
  card: ShownCard
  height: number
  hasTable: boolean
}

export interface Layout {
  /** Charts beside the ranking. */
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
  if (card.map !== undefined) return 210
  return card.isCourse ? SMALL_FIRST : Math.min(230, 20 + card.rows.length * BAR)
}

function inPair(card: ShownCard): Placed {
  const hasTable = card.columns.length <= MOST_COLUMNS && card.rows.length <= MOST_ROWS
  return { card, height: heightOf(card), hasTable }
}

const fullHeight = ({ card, height, hasTable }: Placed) =>
  CAPTION + height + (hasTable ? TABLE_HEAD + card.rows.length * TABLE_ROW : 0)

/** Pairs over pages: a pair that does not fit begins a page, so that none is cut. */
function paged(cards: readonly Placed[]): (readonly Placed[])[] {
  const pages: Placed[][] = []
  let room = 0
  for (const pair of chunked(cards, 2)) {
    const height = Math.max(...pair.map(fullHeight))
    if (height > room) {
      pages.push([])
      room = BODY_HEIGHT
    }
    room -= height
    pages.at(-1)?.push(...pair)
  }
  return pages
}

/** Spreads charts over pages: the first beside the ranking while they fit, the others in pairs with their tables. */
export function layoutOf(cards: readonly ShownCard[]): Layout {
  const first: Placed[] = []
  let room = FIRST_HEIGHT
  for (const [at, card] of cards.entries()) {
    const height = card.map !== undefined || at === 0 ? LARGE : SMALL_FIRST
    if (height + CAPTION > room) break
    room -= height + CAPTION
    first.push({ card, height, hasTable: false })
  }
  return { first, further: paged(cards.slice(first.length).map(inPair)) }
}

/** The parts of a kind. */
export const ofKind = <Kind extends ShownPart['kind']>(parts: readonly ShownPart[], kind: Kind) =>
  parts.filter((part): part is Extract<ShownPart, { kind: Kind }> => part.kind === kind)

/** Notes of all parts, each once. */
export function notesOf(parts: readonly ShownPart[]): string[] {
  const notes = parts.flatMap((part) => {
    if (part.kind === 'card') return part.card.note ?? []
    if (part.kind === 'ranking') return part.ranking.note ?? []
    return []
  })
  return [...new Set(notes.filter((note) => note !== ''))]
}
