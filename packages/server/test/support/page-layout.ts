import type { Piece } from './pdf.ts'

/** Points that two pieces may share: rounding, and the white within the letters' box. */
const TOLERANCE = 0.6

/** What a piece covers: letters reach a little below their base line. */
const boxOf = ({ left, right, bottom, size }: Piece) => ({
  left,
  right,
  bottom: bottom - 0.12 * size,
  top: bottom + 0.76 * size,
})

const shared = (from: number, to: number, otherFrom: number, otherTo: number) =>
  Math.min(to, otherTo) - Math.max(from, otherFrom)

const isBlank = ({ text }: Piece) => text.trim() === ''

/** Pairs of pieces of a page that lie on each other. */
export function overlaps(pieces: readonly Piece[]): string[] {
  const boxes = pieces.filter((piece) => !isBlank(piece)).map((piece) => ({ piece, box: boxOf(piece) }))
  return boxes.flatMap(({ piece, box: a }, at) =>
    boxes
      .slice(at + 1)
      .filter(
        ({ box: b }) =>
          shared(a.left, a.right, b.left, b.right) > TOLERANCE &&
          shared(a.bottom, a.top, b.bottom, b.top) > TOLERANCE,
      )
      .map((other) => `${piece.text} / ${other.piece.text}`),
  )
}

interface Area {
  left: number
  right: number
  bottom: number
  top: number
}

/** Pieces of a page that leave an area. */
export const outside = (pieces: readonly Piece[], area: Area): string[] =>
  pieces
    .filter((piece) => {
      const { left, right, bottom, top } = boxOf(piece)
      const isInside =
        left > area.left - TOLERANCE &&
        right < area.right + TOLERANCE &&
        bottom > area.bottom - TOLERANCE &&
        top < area.top + TOLERANCE
      return !isBlank(piece) && !isInside
    })
    .map(({ text }) => text)

/** The share of an area, from its top down, that pieces of a page reach. */
export function filled(pieces: readonly Piece[], { bottom, top }: Area): number {
  const inArea = pieces.filter((piece) => !isBlank(piece) && piece.bottom > bottom)
  return (top - Math.min(top, ...inArea.map((piece) => boxOf(piece).bottom))) / (top - bottom)
}
