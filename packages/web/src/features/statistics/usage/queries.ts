import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type {
  StatisticsGetSpreadQuery,
  StatisticsGetTimelinessQuery,
  StatisticsGetUsageQuery,
  StatisticsListOutliersQuery,
  UsageOutlierDecision,
} from '@xinchu/sdk'
import { queryKeys } from '../../../app/query-keys.ts'
import { sdkOf } from '../../../app/sdk.ts'

const FRESH = 60_000

/** All reads of the use of stations. Apart from the other statistics, which the landing loads. */
export const usageQueries = {
  usage: (query: StatisticsGetUsageQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'usage', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getUsage(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  spread: (query: StatisticsGetSpreadQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'spread', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getSpread(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  outliers: (query: StatisticsListOutliersQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'outliers', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.listOutliers(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
  timeliness: (query: StatisticsGetTimelinessQuery) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'timeliness', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getTimeliness(query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: FRESH,
    }),
}

/** Confirms a marked value, or takes that back. */
export const confirmValue = mutationOptions({
  mutationFn: (decision: UsageOutlierDecision, { client }) =>
    sdkOf(client).statistics.confirmOutlier(decision),
  meta: { invalidates: [queryKeys.statistics] },
})
