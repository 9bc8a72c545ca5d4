import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { resultsPath, SEARCH_KINDS, searchQuery } from '../app/search.ts'
import { useOpenable } from '../app/use-openable.ts'
import type { Found } from './menu-search.ts'

const REST_MS = 250
const EACH = 5

/** Records that contain the words, by kind, after a pause in typing. */
export function useFound(words: string) {
  const typed = words.trim()
  const [q, setQ] = useState(typed)
  const isOpenable = useOpenable()
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const isAsked = typed !== '' && q !== ''
  const { data, error, isFetching, refetch } = useQuery({
    ...searchQuery({ q, limit: EACH }),
    enabled: isAsked,
  })
  const groups = SEARCH_KINDS.map(([kind, name]) => {
    const group = isAsked ? data?.groups.find((each) => each.kind === kind) : undefined
    const found = (group?.hits ?? []).flatMap((hit): Found[] => {
      const { title, path, note } = hit
      return isOpenable(path) ? [{ title: [title], path, hit, ...(note ? { note } : {}) }] : []
    })
    const rest = (group?.total ?? 0) - found.length
    const more: Found = {
      title: [`查看全部 ${group?.total}${group?.isBounded ? '+' : ''} 条`],
      path: resultsPath(q, kind),
      isMore: true,
    }
    return { name, found: found.length > 0 && rest > 0 ? [...found, more] : found }
  })
  return {
    q,
    groups,
    conditions: (isAsked && data?.conditions) || [],
    words: data?.words ?? [],
    error: isAsked ? error : null,
    retry: () => void refetch(),
    isSearching: typed !== q || isFetching,
  }
}
