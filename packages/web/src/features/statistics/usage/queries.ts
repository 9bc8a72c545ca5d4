import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type {
  StatisticsGetPipelineQuery,
  StatisticsGetSpreadQuery,
  StatisticsGetTimelinessQuery,
  StatisticsGetUsageQuery,
  StatisticsListOutliersQuery,
  UsageOutlierDecision,
} from '@xinchu/sdk'
import { inLists } from '@xinchu/validators'
import { queryKeys } from '../../../app/query-keys.ts'
import { sdkOf } from '../../../app/sdk.ts'
import type { OfPlace } from '../page-filter.ts'

const FRESH = 60_000

/** All reads of the use of stations. Apart from the other statistics, which the landing loads. */
export const usageQueries = {
  usage: (query: OfPlace<StatisticsGetUsageQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'usage', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getUsage(inLists(query), { signal }),
      placeholderData: keepPreviousData,
      meta: { showsRefusals: true },
      staleTime: FRESH,
    }),
  spread: (query: OfPlace<StatisticsGetSpreadQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'spread', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getSpread(inLists(query), { signal }),
      placeholderData: keepPreviousData,
      meta: { showsRefusals: true },
      staleTime: FRESH,
    }),
  outliers: (query: OfPlace<StatisticsListOutliersQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'outliers', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.listOutliers(inLists(query), { signal }),
      placeholderData: keepPreviousData,
      meta: { showsRefusals: true },
      staleTime: FRESH,
    }),
  timeliness: (query: OfPlace<StatisticsGetTimelinessQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'timeliness', query],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getTimeliness(inLists(query), { signal }),
      placeholderData: keepPreviousData,
      meta: { showsRefusals: true },
      staleTime: FRESH,
    }),
}

/** Confirms a marked value, or takes that back. */
export const confirmValue = mutationOptions({
  mutationFn: (decision: UsageOutlierDecision, { client }) =>
    sdkOf(client).statistics.confirmOutlier(decision),
  meta: { invalidates: [queryKeys.statistics] },
})

/** The stages of projects. Beside the reads of use, so that the drawer of both, which the landing names, is no further file. */
export const pipelineQuery = (query: OfPlace<StatisticsGetPipelineQuery>) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, 'pipeline', query],
    queryFn: ({ client, signal }) => sdkOf(client).statistics.getPipeline(inLists(query), { signal }),
    placeholderData: keepPreviousData,
    meta: { showsRefusals: true },
    staleTime: FRESH,
  })
