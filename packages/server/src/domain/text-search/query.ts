import { normalise, pairsOf, tokensOf } from './bigrams.ts'

/** Longest part of what was typed that is searched for. */
const LONGEST_QUERY = 100

/** Parts of what a person typed that are searched for: runs of Han characters and words, without repetition. */
export const soughtIn = (typed: string) => [
  ...new Map(tokensOf(normalise(typed.slice(0, LONGEST_QUERY))).map((token) => [token.text, token])).values(),
]

/**
 * Returns a literal for a `tsquery`: records that hold everything that was typed, in any order. Words match by their
 * beginning. Undefined if nothing that can be searched for was typed.
 */
export function searchQuery(typed: string): string | undefined {
  const terms = soughtIn(typed).flatMap(({ kind, text }) => {
    const pairs = kind === 'han' ? pairsOf(text) : []
    return pairs.length > 0 ? pairs.map((pair) => `'${pair}'`) : [`'${text}':*`]
  })
  return terms.length > 0 ? [...new Set(terms)].join(' & ') : undefined
}
