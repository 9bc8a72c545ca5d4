import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { StatisticsGetPipelineQuery } from '@xinchu/sdk'
import { queryKeys } from '../../../app/query-keys.ts'
import { sdkOf } from '../../../app/sdk.ts'

const FRESH = 60_000

export const pipelineQuery = (query: StatisticsGetPipelineQuery) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, 'pipeline', query],
    queryFn: ({ client, signal }) => sdkOf(client).statistics.getPipeline(query, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  })
