/** One entry of the search: the part of a page below a heading. */
export interface Found {
  title: string
  page: string
  /** Address below the site's root. */
  href: string
  text: string
  /** Written by hand: it explains, where generated pages list. */
  isGuide?: true
}

export interface Match extends Found {
  /** Piece of the text around the first word. */
  excerpt: string
}

const EXCERPT = 90

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** The words of a query. Chinese is written without spaces, so the browser's dictionary divides it. */
export function wordsOf(query: string): string[] {
  const folded = fold(query).trim()
  if (!('Segmenter' in Intl)) return folded.split(/\s+/).filter(Boolean)
  const segmenter = new Intl.Segmenter('zh-CN', { granularity: 'word' })
  const words = [...folded.split(/\s+/)].flatMap((part) =>
    // A name in Latin letters stays whole: `projects.list`, `P-007`.
    /^[\x21-\x7e]+$/.test(part)
      ? [part]
      : [...segmenter.segment(part)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment),
  )
  return [...new Set(words)].filter(Boolean)
}

function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text)
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 24)
  const piece = text.slice(start, start + EXCERPT)
  return `${start > 0 ? '…' : ''}${piece}${start + EXCERPT < text.length ? '…' : ''}`
}

/** How well an entry answers: 0 if a word is missing. A whole query beats its words, a title beats the text. */
function scoreOf({ title, page, text, isGuide }: Found, query: string, words: readonly string[]): number {
  const [head, of, body] = [fold(title), fold(page), fold(text)]
  let score = head === query ? 400 : head.includes(query) ? 120 : body.includes(query) ? 40 : 0
  for (const word of words) {
    const found = (head.includes(word) ? 30 : 0) + (of.includes(word) ? 8 : 0) + (body.includes(word) ? 4 : 0)
    if (found === 0) return 0
    score += found
  }
  return isGuide ? score * 2 : score
}

/** Finds the entries that have every word of the query, best first. */
export function find(entries: readonly Found[], query: string, limit = 30): Match[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const whole = fold(query).trim()
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, whole, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, [whole, ...words]) }))
}
