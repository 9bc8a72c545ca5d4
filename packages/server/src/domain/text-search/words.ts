import { type RawBuilder, sql } from 'kysely'
import { all, containing } from '../../db/sql.ts'
import { normalise, searchVector, tokensOf } from './bigrams.ts'
import { searchQuery } from './query.ts'

const INITIALS = /^[a-z]{2,}$/
const DIGITS = /\p{N}/u
const MOST_WORDS = 20
const RUN = 3

/** The words of what was typed, folded: parts between spaces. */
export const wordsOf = (typed: string): string[] => [
  ...new Set(normalise(typed).split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS)),
]

/** Whether a folded word may be pinyin initials. */
const isInitials = (word: string): boolean => INITIALS.test(word)

// Runs of letters are index terms of three each, so that any part of the initials is found by few keys.
const lettersOf = (run: string): string[] =>
  Array.from({ length: Math.max(1, run.length - RUN + 1) }, (_, at) => run.slice(at, at + RUN))

/** Searched texts of a project. */
export interface Searched {
  project_name: string
  company_name: string | null
  project_code: string
  initials: string
}

/** The text in which words are sought, and the literal of its index terms. */
export function searchColumns({ project_name, company_name, project_code, initials }: Searched): {
  text: string
  words: string
} {
  const lines = [project_name, company_name ?? '', project_code].map((line) =>
    normalise(line).replaceAll('\n', ' '),
  )
  const groups = initials.split(' ').flatMap((run) => (run ? [...lettersOf(run), run.slice(1 - RUN)] : []))
  const terms = [...new Set(groups)].map((group) => `'~${group}':4D`).join(' ')
  return {
    text: [...lines, initials].join('\n'),
    words: `${searchVector({ A: lines[0] ?? '', B: lines[1] ?? '', C: lines[2] ?? '' })} ${terms}`.trim(),
  }
}

/**
 * A `tsquery` for a folded word with digits, such as 200mwh or es6420. Its letters are units and beginnings of codes that
 * nearly every project has, so only digits and characters are looked up. Digits that something follows are a whole term.
 */
function termsWithDigits(word: string): string {
  const tokens = tokensOf(word)
  return tokens
    .flatMap(({ kind, text }, at) => {
      if (kind === 'han') return searchQuery(text) ?? []
      if (!DIGITS.test(text)) return []
      return at < tokens.length - 1 ? `'${text}'` : `'${text}':*`
    })
    .join(' & ')
}

/** A `tsquery` for records that may contain a folded word; undefined if the word has no index terms. */
function termsOfWord(word: string): string | undefined {
  if (DIGITS.test(word)) return termsWithDigits(word)
  const text = searchQuery(word)
  if (!isInitials(word)) return text
  const letters = lettersOf(word).map((group) => (group.length < RUN ? `'~${group}':*` : `'~${group}'`))
  return `(${text ?? ''}) | (${letters.join(' & ')})`
}

/** SQL condition: rows of project_search (`s`) that contain all folded words. Undefined if no index can tell. */
export function inSearched(words: readonly string[]): RawBuilder<boolean> | undefined {
  const terms = words.flatMap((word) => termsOfWord(word) ?? []).map((each) => `(${each})`)
  if (terms.length === 0) return undefined
  return sql<boolean>`s.words @@ ${terms.join(' & ')}::tsquery and ${inText(words)}`
}

/** SQL condition: the text of project_search (`s`) contains all folded words. */
export const inText = (words: readonly string[]): RawBuilder<boolean> =>
  all(words.map((word) => sql<boolean>`s.text like ${containing(word)}`))

const folded = (column: string) => sql`lower(normalize(${sql.ref(column)}, nfkc))`

/**
 * SQL condition: each folded word is part of one of these columns. Agrees with `inSearched`, but reads every row.
 * @param initials column of initials, if the rows have one
 */
export function inColumns(
  words: readonly string[],
  columns: readonly string[],
  initials?: string,
): RawBuilder<boolean> {
  return all(
    words.map((word) => {
      const like = containing(word)
      const among = columns.map((column) => sql<boolean>`${folded(column)} like ${like}`)
      if (initials && isInitials(word)) among.push(sql<boolean>`${sql.ref(initials)} like ${like}`)
      return sql<boolean>`coalesce(${sql.join(among, sql` or `)}, false)`
    }),
  )
}
