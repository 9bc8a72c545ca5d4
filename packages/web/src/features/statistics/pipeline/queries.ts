import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { StatisticsGetPipelineQuery } from '@xinchu/sdk'
import { inLists } from '@xinchu/validators'
import { queryKeys } from '../../../app/query-keys.ts'
import { sdkOf } from '../../../app/sdk.ts'
import type { OfPlace } from '../page-filter.ts'

const FRESH = 60_000

export const pipelineQuery = (query: OfPlace<StatisticsGetPipelineQuery>) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, 'pipeline', query],
    queryFn: ({ client, signal }) => sdkOf(client).statistics.getPipeline(inLists(query), { signal }),
    placeholderData: keepPreviousData,
    meta: { showsRefusals: true },
    staleTime: FRESH,
  })
