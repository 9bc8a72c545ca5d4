import { queryOptions } from '@tanstack/react-query'
import { sdk } from '../../app/sdk.ts'

export type { Rule } from '@xinchu/sdk'

/** The rule book. It changes with the platform's version only. */
export const ruleBook = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => sdk.rules.list({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
