import { normalise, pairsOf } from './bigrams.ts'
import { soughtIn } from './query.ts'

/** A piece of a text; `hit` if it is one of the words searched for. */
export interface MarkedPiece {
  text: string
  hit?: true
}

interface Range {
  start: number
  end: number
}

/** Normalised text with the index in the original of each of its UTF-16 units. */
function folded(text: string): { text: string; origin: number[] } {
  const pieces: string[] = []
  const origin: number[] = []
  let index = 0
  for (const character of text) {
    const piece = normalise(character)
    pieces.push(piece)
    for (let unit = 0; unit < piece.length; unit += 1) origin.push(index)
    index += character.length
  }
  origin.push(index)
  return { text: pieces.join(''), origin }
}

function placesOf(text: string, sought: string): Range[] {
  const places: Range[] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length))
    places.push({ start: at, end: at + sought.length })
  return places
}

// Records are found by pairs, so a longer run may be missing as a whole.
const placesOfRun = (text: string, run: string): Range[] => {
  const whole = placesOf(text, run)
  return whole.length > 0 ? whole : pairsOf(run).flatMap((pair) => placesOf(text, pair))
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}

/** Ranges of a text that are one of these normalised words as a whole, in order, none touching another. */
export function wordHitsIn(text: string, words: readonly string[]): Range[] {
  const { text: plain, origin } = folded(text)
  return unfolded(
    words.flatMap((word) => placesOf(plain, word)),
    text,
    origin,
  )
}

/** Ranges of a text that are hits of what was typed, in order, none touching another. */
export function hitsIn(text: string, typed: string): Range[] {
  const { text: plain, origin } = folded(text)
  const ranges = soughtIn(typed).flatMap(({ kind, text: sought }) =>
    kind === 'han' ? placesOfRun(plain, sought) : placesOf(plain, sought),
  )
  return unfolded(ranges, text, origin)
}

/** Ranges of folded text as ranges of its original. */
function unfolded(ranges: readonly Range[], text: string, origin: readonly number[]): Range[] {
  // A folded character that is longer than its original is marked as a whole.
  return merged(
    ranges.map(({ start, end }) => ({
      start: origin[start] ?? 0,
      end: Math.max(origin[end] ?? text.length, (origin[end - 1] ?? 0) + 1),
    })),
  )
}

/** Cuts a text into pieces, its hits marked. */
export function marked(text: string, typed: string): MarkedPiece[] {
  const pieces: MarkedPiece[] = []
  let done = 0
  for (const { start, end } of hitsIn(text, typed)) {
    if (start > done) pieces.push({ text: text.slice(done, start) })
    pieces.push({ text: text.slice(start, end), hit: true })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

/** The part of a text around its first hit, its hits marked; nothing if it has none. */
export function excerpt(text: string, typed: string, length = 120): MarkedPiece[] {
  const [first] = hitsIn(text, typed)
  if (!first) return []
  const start = Math.max(0, Math.min(first.start - Math.floor(length / 4), text.length - length))
  const end = Math.min(text.length, start + length)
  const part = `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`
  return marked(part, typed)
}
