import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SearchCondition, SearchKind, SearchResult } from '@xinchu/sdk'
import { sdkOf } from './sdk.ts'

/** Kinds of records with their titles, in the order in which they are shown. */
export const SEARCH_KINDS: readonly (readonly [kind: SearchKind, title: string])[] = [
  ['project', '项目'],
  ['demo', '示范项目'],
  ['message', '消息'],
  ['section', '栏目'],
  ['contact', '联系人'],
]

/** Longest text that is searched for. */
export const LONGEST_SEARCH = 100

const LIST = '/esproject/query/index'
const SEARCH_PAGE = '/search'

interface Asked {
  q: string
  kinds?: SearchKind[]
  limit?: number
  page?: number
}

/** All hits for the words. Previous hits stay visible while new ones load. */
export const searchQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['search', asked],
    queryFn: ({ client, signal }) =>
      sdkOf(client).search.all({ ...asked, q: asked.q.slice(0, LONGEST_SEARCH) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

const addressOf = (path: string, search: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(search)}`

/** Address of the page with all hits of a kind. */
export const resultsPath = (q: string, kind: SearchKind) => addressOf(SEARCH_PAGE, { q, kind })

/** Address of the project list with the conditions and words of a search. */
export function projectListPath({ conditions, words }: Pick<SearchResult, 'conditions' | 'words'>): string {
  const filters: Record<string, string> = {}
  for (const condition of conditions)
    for (const [name, value] of Object.entries(condition.filters)) {
      const known = filters[name]
      filters[name] = known === undefined || known === value ? value : `${known},${value}`
    }
  if (words.length > 0) filters['keyword'] = words.join(' ')
  return addressOf(LIST, filters)
}

/** Returns the typed text without one of its conditions. */
export const without = (q: string, { start, end }: Pick<SearchCondition, 'start' | 'end'>): string =>
  `${q.slice(0, start)} ${q.slice(end)}`.replace(/\s+/g, ' ').trim()

const RECENT = 'xinchu-searches'
const MOST_RECENT = 6

/** The last searches of this browser session; logging out clears them. */
export function recentSearches(): string[] {
  try {
    const known: unknown = JSON.parse(sessionStorage.getItem(RECENT) ?? '[]')
    return Array.isArray(known) ? known.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Remembers a search that led somewhere. */
export function rememberSearch(q: string): void {
  const words = q.trim()
  if (words === '') return
  const kept = [words, ...recentSearches().filter((each) => each !== words)].slice(0, MOST_RECENT)
  try {
    sessionStorage.setItem(RECENT, JSON.stringify(kept))
  } catch {
    // Without storage there are no recent searches.
  }
}
