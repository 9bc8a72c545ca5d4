import { normalise } from '../text-search/bigrams.ts'
import { readAmount, readCommission, type Said } from './measures.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A part of the input that is a condition on projects. */
export interface Condition {
  start: number
  end: number
  label: string
  filters: Readonly<Record<string, string>>
}

export interface Understood {
  conditions: Condition[]
  /** Folded words that are no conditions. */
  words: string[]
  /** All words, those of conditions included. The search for records other than projects uses them. */
  all: string[]
}

interface Chunk {
  start: number
  text: string
  isQuoted: boolean
}

const CHUNKS = /"(?<straight>[^"]+)"|“(?<curled>[^”]+)”|[^\s,，、;；]+/gu
const QUOTES = /["“”]/gu
// A noun without a meaning of its own belongs to the condition before it: 独立储能项目.
const NOUN = /^(?:储能)?(?:项目|电站)/u
const JOINT = /^[/+]/u
/** Filters that take several values. */
const LISTS: ReadonlySet<string> = new Set(['techType', 'techSubType', 'appSubScenario', 'buildStatus'])
const LONGEST_WORD = 30

const chunksOf = (typed: string): Chunk[] =>
  [...typed.matchAll(CHUNKS)].map((match) => {
    const quoted = match.groups?.['straight'] ?? match.groups?.['curled']
    return { start: match.index, text: quoted ?? match[0], isQuoted: quoted !== undefined }
  })

/** Folds a text character by character where that keeps its length, so that places in it stay the same. */
const folded = (text: string): string =>
  [...text]
    .map((character) => {
      const plain = normalise(character)
      return plain.length === character.length ? plain : character
    })
    .join('')

/** The longest condition at the beginning of a folded text. */
function conditionAt(text: string, vocabulary: Vocabulary, today: string): Said | undefined {
  const measured = readCommission(text, today) ?? readAmount(text)
  if (measured) return measured
  for (let length = Math.min(LONGEST_WORD, text.length); length > 1; length -= 1) {
    const meaning = vocabulary.get(text.slice(0, length))
    if (meaning) return { length, meaning }
  }
  return undefined
}

/** Returns the conditions that make up a whole chunk. Undefined if a part is none: then the chunk is a word. */
function conditionsOf(
  { text, start }: Chunk,
  vocabulary: Vocabulary,
  today: string,
): Condition[] | undefined {
  const plain = folded(text)
  const found: Condition[] = []
  for (let at = 0; at < plain.length; ) {
    // A joint at the beginning is left over from a removed condition.
    const joint = JOINT.exec(plain.slice(at))?.[0].length ?? 0
    const said = conditionAt(plain.slice(at + joint), vocabulary, today)
    if (!said) return undefined
    const end = at + joint + said.length
    const noun = NOUN.exec(plain.slice(end))?.[0].length ?? 0
    found.push({ start: start + at, end: start + end + noun, ...said.meaning })
    at = end + noun
  }
  return found
}

/** Merges filters. Returns undefined if one of them already has another value. */
function joined(
  filters: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const result: Record<string, string> = { ...filters }
  for (const [name, value] of Object.entries(more)) {
    const known = result[name]
    if (known === undefined) result[name] = value
    else if (LISTS.has(name))
      result[name] = [...new Set([...known.split(','), ...value.split(',')])].join(',')
    else if (known !== value) return undefined
  }
  return result
}

/** The filters of all conditions together. */
export const filtersOf = (conditions: readonly Condition[]): Record<string, string> =>
  conditions.reduce<Record<string, string>>((all, { filters }) => joined(all, filters) ?? all, {})

/**
 * Parses a search input. Chunks between spaces that consist of conditions, in the words of the platform's dictionaries,
 * are conditions. Everything else, and quoted text, stays a word.
 * @param today `yyyy-MM-dd`, for 今年
 */
export function understand(typed: string, vocabulary: Vocabulary, today: string): Understood {
  const conditions: Condition[] = []
  const words: string[] = []
  const all: string[] = []
  for (const chunk of chunksOf(typed)) {
    const word = normalise(chunk.text.replace(QUOTES, '') || chunk.text)
    all.push(word)
    const said = chunk.isQuoted ? undefined : conditionsOf(chunk, vocabulary, today)
    const filters = said?.reduce<Record<string, string> | undefined>(
      (known, each) => known && joined(known, each.filters),
      filtersOf(conditions),
    )
    if (said && filters) conditions.push(...said)
    else words.push(word)
  }
  return { conditions, words: [...new Set(words)], all: [...new Set(all)] }
}
