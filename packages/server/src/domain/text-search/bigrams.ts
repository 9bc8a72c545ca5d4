/** Weights of PostgreSQL's text search, from the most to the least important part of a record. */
export type Weight = 'A' | 'B' | 'C' | 'D'

export interface Token {
  kind: 'han' | 'word'
  text: string
}

// A number and a unit are two words, so that 200MW is found by 200 and by MW.
const RUNS = /\p{Script=Han}+|\p{N}+|[^\p{Script=Han}\P{L}]+/gu
const HAN = /^\p{Script=Han}/u
/** Longest word in an index. Longer runs of letters are no words. */
const LONGEST_WORD = 60

/** Folds full-width, compatibility and upper-case forms, which people type alike. */
export const normalise = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Splits normalised text into runs of Han characters, of letters and of digits. Everything else separates. */
export function tokensOf(normalised: string): Token[] {
  return (normalised.match(RUNS) ?? []).map((text) =>
    HAN.test(text) ? { kind: 'han', text } : { kind: 'word', text: text.slice(0, LONGEST_WORD) },
  )
}

/** Pairs of neighbouring characters. A single character has none. */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((each, index) => `${characters[index] ?? ''}${each}`)
}

/**
 * Index terms of a text: the words, the pairs of each run of Han characters, and the last character of each run, so that
 * every character begins a term.
 */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>()
  for (const token of tokensOf(normalise(text)))
    if (token.kind === 'word') terms.add(token.text)
    else {
      for (const pair of pairsOf(token.text)) terms.add(pair)
      terms.add([...token.text].at(-1) ?? token.text)
    }
  return terms
}

const WEIGHTS: readonly Weight[] = ['A', 'B', 'C', 'D']

/**
 * Returns the texts of a record as a literal for a `tsvector` column. The cast uses no parser, so every engine and locale
 * stores the same terms. Positions are not places in the text; they only carry the weights.
 */
export function searchVector(texts: Readonly<Partial<Record<Weight, string>>>): string {
  const weights = new Map<string, string[]>()
  for (const [index, weight] of WEIGHTS.entries())
    for (const term of termsOf(texts[weight] ?? ''))
      weights.set(term, [...(weights.get(term) ?? []), `${index + 1}${weight}`])
  return [...weights].map(([term, places]) => `'${term}':${places.join(',')}`).join(' ')
}
