import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { regions } from '@xinchu/sdk'
import { callsOf } from '../../../app/query-client.ts'
import { regionQuery } from '../../../app/session-queries.ts'

// Bound here, so that pages without the tree do not load its calls.
export const sdkOf = callsOf({ regions })
type Sdk = ReturnType<typeof sdkOf>

export type Overview = Awaited<ReturnType<Sdk['regions']['listSuccessions']>>
export type Succession = Overview['successions'][number]
export type RegionUsage = Overview['usage'][number]
export type SuccessionDraft = Parameters<Sdk['regions']['recordSuccession']>[0]
export type SuccessionPlan = Awaited<ReturnType<Sdk['regions']['recordSuccession']>>

const KEY = ['system', 'regions']

export const overviewQuery = queryOptions({
  queryKey: [...KEY, 'overview'],
  queryFn: ({ client, signal }) => sdkOf(client).regions.listSuccessions({ signal }),
})

export const regionMutations = {
  /** Counts what a succession would move. */
  plan: mutationOptions({
    mutationFn: (draft: SuccessionDraft, { client }) =>
      sdkOf(client).regions.recordSuccession({ ...draft, dryRun: true }),
    meta: { showsFieldErrors: true },
  }),
  record: mutationOptions({
    mutationFn: (draft: SuccessionDraft, { client }) =>
      sdkOf(client).regions.recordSuccession(draft, { idempotencyKey: true }),
    meta: { invalidates: [KEY, regionQuery.queryKey], showsFieldErrors: true },
  }),
}
