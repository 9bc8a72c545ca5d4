import { queryOptions } from '@tanstack/react-query'
import { bind, rules } from '@xinchu/sdk'
import { connection } from '../../app/connection.ts'

const sdk = bind(connection, { rules })

/** The rule book. It changes with the platform's version only. */
export const ruleBook = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => sdk.rules.list({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
