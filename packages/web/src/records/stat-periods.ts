import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../app/query-keys.ts'
import { sdkOf } from '../app/sdk.ts'

/** Finished periods of the statistics with their batches and states, latest first. */
export const statPeriods = queryOptions({
  queryKey: [...queryKeys.statistics, 'periods'],
  queryFn: ({ client, signal }) => sdkOf(client).statistics.listPeriods({ signal }),
  staleTime: 60_000,
})
