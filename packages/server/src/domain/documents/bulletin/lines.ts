import type { Sheet, TextStyle } from '../official/sheet.ts'
import { type Piece, raisedNumber, type Words } from './model.ts'

type Structure = PDFKit.PDFStructureElement

const LINK = '#1f5fb0'
/** Size and rise of a raised number, relative to the text. */
const RAISED = { size: 0.62, rise: 0.3 }
/** A word or number, or a character, that stays with the number of its source. */
const TOKEN = /[A-Za-z0-9.,:/+%−-]+|./gsu
const CLOSING = /^[，。；：、！？）》」”’%,.;:!?)\]}]/
const OPENING = /[（《「“‘([{]$/

interface Part {
  text: string
  piece: Piece
  /** The number of a source instead of text. */
  isRaised: boolean
  width: number
}
export type Line = readonly Part[]

const small = (style: TextStyle): TextStyle => ({ ...style, size: style.size * RAISED.size, face: 'hei' })

function partsOf(sheet: Sheet, words: Words, style: TextStyle): Part[] {
  return words.flatMap((piece) => {
    const parts = [...piece.text.matchAll(TOKEN)].map(([text]): Part => {
      return { text, piece, isRaised: false, width: text === '\n' ? 0 : sheet.width(text, style) }
    })
    if (piece.source === undefined) return parts
    const text = raisedNumber(piece)
    return [...parts, { text, piece, isRaised: true, width: sheet.width(text, small(style)) + 1 }]
  })
}

/** Divides an address or another word that is wider than the line. */
function divided(sheet: Sheet, parts: readonly Part[], width: number, style: TextStyle): Part[] {
  return parts.flatMap((part) =>
    part.width <= width
      ? [part]
      : [...part.text].map((text) => ({ ...part, text, width: sheet.width(text, style) })),
  )
}

/** A line does not begin with a part that closes what is before it, or end with one that opens what follows. */
const stays = (part: Part) => part.isRaised || CLOSING.test(part.text)

/** Takes the end of a full line that must stand on the next one. */
function carried(line: Part[], next: Part): Part[] {
  let at = line.length
  if (stays(next)) {
    at -= 1
    while (at > 0 && stays(line[at] ?? next)) at -= 1
  }
  while (at > 0 && OPENING.test(line[at - 1]?.text ?? '')) at -= 1
  return at > 0 ? line.splice(at) : []
}

/** A full line is drawn together by a little rather than lose its last word to a mark. */
const spare = (part: Part, { size, align }: TextStyle) => (align === 'full' && stays(part) ? 1.5 * size : 0)

/** Wraps words to lines of a width. The first line leaves `indent` points. */
export function wordLines(
  sheet: Sheet,
  words: Words,
  width: number,
  style: TextStyle,
  indent = 0,
): readonly Line[] {
  const lines: Part[][] = [[]]
  let used = indent
  for (const part of divided(sheet, partsOf(sheet, words, style), width, style)) {
    const line = lines.at(-1) ?? []
    if (part.text === '\n') {
      lines.push([])
      used = 0
    } else if (used + part.width > width + spare(part, style) && line.length > 0) {
      const next = part.text === ' ' ? [] : [...carried(line, part), part]
      if (line.at(-1)?.text === ' ') line.pop()
      lines.push(next)
      used = next.reduce((sum, each) => sum + each.width, 0)
    } else {
      line.push(part)
      used += part.width
    }
  }
  return lines
}

/** Neighbouring parts of one piece, drawn together. */
function runsOf(line: Line): Part[] {
  const runs: Part[] = []
  for (const part of line) {
    const last = runs.at(-1)
    if (last && !last.isRaised && !part.isRaised && last.piece === part.piece)
      runs.splice(-1, 1, { ...last, text: last.text + part.text, width: last.width + part.width })
    else runs.push(part)
  }
  return runs
}

export interface Place {
  left: number
  top: number
  width: number
}

function drawRun(sheet: Sheet, parent: Structure, run: Part, place: Place, style: TextStyle): void {
  const { piece, isRaised } = run
  const isLink = isRaised || piece.address !== undefined
  const element = sheet.doc.struct(isLink ? 'Link' : 'Span')
  parent.add(element)
  element.add(() => {
    const { left, top, width } = place
    if (piece.target !== undefined)
      sheet.doc.addNamedDestination(`source-${piece.target}`, 'XYZ', left, top, null)
    const look = isRaised ? small(style) : style
    const above = isRaised ? top - style.size * (RAISED.rise - 0.2) : top
    sheet.line(run.text, left, above, width, { ...look, align: 'full', ...(isLink ? { color: LINK } : {}) })
  })
  const area = [place.left, place.top, place.width, style.size * 1.2] as const
  // The library's types lack the element that a link belongs to.
  const options = { structParent: element } as PDFKit.Mixins.AnnotationOption
  if (isRaised) sheet.doc.goTo(...area, `source-${piece.source}`, options)
  else if (piece.address !== undefined) sheet.doc.link(...area, piece.address, options)
  element.end()
}

/** Draws one line. A full line is justified over the width, as is one that is too long. */
export function drawLine(
  sheet: Sheet,
  parent: Structure,
  line: Line,
  { left, top, width }: Place,
  style: TextStyle,
): void {
  const used = line.reduce((sum, part) => sum + part.width, 0)
  const count = line.reduce((sum, part) => sum + [...part.text].length, 0)
  const isFull = style.align === 'full' || used > width
  const spacing = isFull && count > 1 ? (width - used) / (count - 1) : 0
  const rest = isFull ? 0 : width - used
  let x = left + (style.align === 'right' ? rest : style.align === 'center' ? rest / 2 : 0)
  for (const run of runsOf(line)) {
    const letters = [...run.text].length
    drawRun(sheet, parent, run, { left: x, top, width: run.width + spacing * (letters - 1) }, style)
    x += run.width + spacing * letters
  }
}
