import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  ProjectsFindLocationsQuery,
  StatisticsGetScaleLayoutQuery,
  StatisticsGetSpreadQuery,
  StatisticsGetUsageQuery,
  StatisticsListOutliersQuery,
} from '@xinchu/sdk'
import { queryKeys } from '../../app/query-keys.ts'
import { sdk } from '../../app/sdk.ts'

const FRESH = 60_000

/** All reads of statistics. */
export const statisticsQueries = {
  scale: (query: StatisticsGetScaleLayoutQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'scale', query],
      queryFn: ({ signal }) => sdk.statistics.getScaleLayout(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  usage: (query: StatisticsGetUsageQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'usage', query],
      queryFn: ({ signal }) => sdk.statistics.getUsage(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  spread: (query: StatisticsGetSpreadQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'spread', query],
      queryFn: ({ signal }) => sdk.statistics.getSpread(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  outliers: (query: StatisticsListOutliersQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'outliers', query],
      queryFn: ({ signal }) => sdk.statistics.listOutliers(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  locations: (query: ProjectsFindLocationsQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'locations', query],
      queryFn: ({ signal }) => sdk.projects.findLocations(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
}
