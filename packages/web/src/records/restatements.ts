import { queryOptions } from '@tanstack/react-query'
import type { StatPeriod } from '@xinchu/sdk'
import { queryKeys } from '../app/query-keys.ts'
import { sdkOf } from '../app/sdk.ts'

/** Restatements of a period's published figures, latest first. */
export const restatementsOf = ({ year, quarter }: Pick<StatPeriod, 'year' | 'quarter'>) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, 'restatements', year, quarter],
    queryFn: ({ client, signal }) => sdkOf(client).statistics.listRestatements({ year, quarter }, { signal }),
    staleTime: 60_000,
  })
