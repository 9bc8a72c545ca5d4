import { queryOptions } from '@tanstack/react-query'
import { rules } from '@xinchu/sdk'
import { callsOf } from '../../app/query-client.ts'

const sdkOf = callsOf({ rules })

/** The rule book. It changes with the platform's version only. */
export const ruleBook = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ client, signal }) => sdkOf(client).rules.list({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
