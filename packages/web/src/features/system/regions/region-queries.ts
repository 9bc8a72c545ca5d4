import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { bind, regions } from '@xinchu/sdk'
import { connection } from '../../../app/connection.ts'
import { regionQuery } from '../../../app/session-queries.ts'

// Bound here, so that pages without the tree do not load its calls.
export const sdk = bind(connection, { regions })

export type Overview = Awaited<ReturnType<typeof sdk.regions.listSuccessions>>
export type Succession = Overview['successions'][number]
export type RegionUsage = Overview['usage'][number]
export type SuccessionDraft = Parameters<typeof sdk.regions.recordSuccession>[0]
export type SuccessionPlan = Awaited<ReturnType<typeof sdk.regions.recordSuccession>>

const KEY = ['system', 'regions']

export const overviewQuery = queryOptions({
  queryKey: [...KEY, 'overview'],
  queryFn: ({ signal }) => sdk.regions.listSuccessions({ signal }),
})

export const regionMutations = {
  /** Counts what a succession would move. */
  plan: mutationOptions({
    mutationFn: (draft: SuccessionDraft) => sdk.regions.recordSuccession({ ...draft, dryRun: true }),
    meta: { showsFieldErrors: true },
  }),
  record: mutationOptions({
    mutationFn: (draft: SuccessionDraft) => sdk.regions.recordSuccession(draft, { idempotencyKey: true }),
    meta: { invalidates: [KEY, regionQuery.queryKey], showsFieldErrors: true },
  }),
}
