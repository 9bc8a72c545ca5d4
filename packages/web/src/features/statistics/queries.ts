import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  ProjectsFindLocationsQuery,
  StatisticsGetScaleLayoutQuery,
  StatisticsGetScaleRankQuery,
} from '@xinchu/sdk'
import { queryKeys } from '../../app/query-keys.ts'
import { sdkOf } from '../../app/sdk.ts'

const FRESH = 60_000

/** All reads of statistics. */
export const statisticsQueries = {
  scale: (query: StatisticsGetScaleLayoutQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'scale', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getScaleLayout(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  rank: (query: StatisticsGetScaleRankQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'rank', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getScaleRank(query, { signal }),
      staleTime: FRESH,
    }),
  locations: (query: ProjectsFindLocationsQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'locations', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.findLocations(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
}
