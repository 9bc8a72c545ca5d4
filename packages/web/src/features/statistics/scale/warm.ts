import type { QueryClient } from '@tanstack/react-query'
import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import { statPeriods } from '../../../records/stat-periods.ts'
import type { OfPlace } from '../page-filter.ts'
import { statisticsQueries } from '../queries.ts'

const CALL = '/api/statistics/scaleLayout?'
const NUMBERS: ReadonlySet<string> = new Set(['year', 'quarter'])
const LISTS: ReadonlySet<string> = new Set(['groupBy'])

const allOf = (search: URLSearchParams, name: string) =>
  [...search].flatMap(([each, value]) => (each === name ? [value] : []))

const readValue = (search: URLSearchParams, name: string) =>
  LISTS.has(name) ? allOf(search, name) : NUMBERS.has(name) ? Number(search.get(name)) : search.get(name)

/** Hands what the document has requested to the cache, so that the first render has the figures. */
export function warmScale(client: QueryClient): void {
  if (!globalThis.early) return
  void client.prefetchQuery(statPeriods)
  for (const url of Object.keys(globalThis.early.replies)) {
    if (!url.startsWith(CALL)) continue
    const search = new URLSearchParams(url.slice(CALL.length))
    const names = [...search.keys(), 'groupBy']
    const query = Object.fromEntries(names.map((name) => [name, readValue(search, name)]))
    // The call was made from such a query.
    void client.prefetchQuery(statisticsQueries.scale(query as OfPlace<StatisticsGetScaleLayoutQuery>))
  }
}
