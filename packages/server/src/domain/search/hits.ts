import type { components } from '@xinchu/contract/schema'
import type { Grants } from '../links/grants.ts'
import { normalise } from '../text-search/bigrams.ts'
import { wordHitsIn } from '../text-search/marks.ts'

export type SearchHit = components['schemas']['SearchHit']

/** At most this many hits of a kind are counted and ranked. */
export const MOST_HITS = 500

/** Hits of one kind, of which one page is shown. */
export interface Found {
  total: number
  isBounded: boolean
  hits: SearchHit[]
}

export const NOTHING: Found = { total: 0, isBounded: false, hits: [] }

/** Search conditions of a kind of record, and the page to return. */
export interface Sought {
  words: readonly string[]
  /** The pages that the reader's menus open. */
  grants: Grants
  page: number
  limit: number
}

/** Ranks a title: equal to the words, starts with one, contains one, or contains none. */
export function rankOf(title: string, words: readonly string[]): number {
  const plain = normalise(title)
  if (words.some((word) => plain === word)) return 0
  if (words.some((word) => plain.startsWith(word))) return 1
  return words.some((word) => plain.includes(word)) ? 2 : 3
}

/** Creates a hit with the words marked in its texts. `path` is where the reader opens it. */
export function hitOf(
  { words }: Pick<Sought, 'words'>,
  {
    id,
    title,
    subtitle,
    note,
    path,
  }: Pick<SearchHit, 'id' | 'title' | 'path'> & {
    subtitle?: string | null | undefined
    note?: string | null | undefined
  },
): SearchHit {
  return {
    id,
    title,
    titleMarks: wordHitsIn(title, words),
    ...(subtitle ? { subtitle, subtitleMarks: wordHitsIn(subtitle, words) } : {}),
    ...(note ? { note } : {}),
    path,
  }
}

/** The page of ranked rows that is asked for. */
export function foundOf<Row extends { id: number }>(
  rows: readonly Row[],
  { page, limit }: Sought,
  rank: (row: Row) => number,
): { shown: Row[]; total: number; isBounded: boolean } {
  const counted = rows.slice(0, MOST_HITS)
  const ranks = new Map(counted.map((row) => [row, rank(row)]))
  const ordered = counted.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || b.id - a.id)
  return {
    shown: ordered.slice(page * limit, (page + 1) * limit),
    total: counted.length,
    isBounded: rows.length > MOST_HITS,
  }
}
