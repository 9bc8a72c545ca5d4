import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  ProjectsFindLocationsQuery,
  StatisticsGetScaleLayoutQuery,
  StatisticsGetScaleQuartersQuery,
  StatisticsGetScaleRankQuery,
} from '@xinchu/sdk'
import { inLists } from '@xinchu/validators'
import { queryKeys } from '../../app/query-keys.ts'
import { sdkOf } from '../../app/sdk.ts'
import type { OfPlace } from './page-filter.ts'

const FRESH = 60_000

/** Figures of the former conditions stay until those of the new ones come, or their refusal is shown in place. */
const SHOWN = { placeholderData: keepPreviousData, meta: { showsRefusals: true }, staleTime: FRESH }

/** All reads of statistics. */
export const statisticsQueries = {
  scale: (query: OfPlace<StatisticsGetScaleLayoutQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'scale', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getScaleLayout(inLists(query), { signal }),
      ...SHOWN,
    }),
  quarters: (query: OfPlace<StatisticsGetScaleQuartersQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'quarters', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getScaleQuarters(inLists(query), { signal }),
      ...SHOWN,
    }),
  rank: (query: StatisticsGetScaleRankQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'rank', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getScaleRank(query, { signal }),
      staleTime: FRESH,
    }),
  locations: (query: OfPlace<ProjectsFindLocationsQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'locations', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.findLocations(inLists(query), { signal }),
      ...SHOWN,
    }),
}
