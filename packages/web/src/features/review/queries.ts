import { type MutationFunctionContext, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { sdkOf } from '../../app/pilot-sdk.ts'
import { refresh } from '../../app/query-client.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { refusalOf } from '../../records/decided.ts'
import { contentQuery, kindQuery, staleOf } from '../../records/list.ts'
import type { Decided, Decision } from '../../records/portal-kind.ts'
import { type ReviewEntity, type ReviewRef, reviewQueries } from '../../records/review.ts'

/** Loads all parts of a record before it is opened. */
export function prefetch(client: QueryClient, ref: ReviewRef): void {
  void client.prefetchQuery(kindQuery(ref.entity))
  void client.prefetchQuery(reviewQueries.record(ref))
  void client.prefetchQuery(reviewQueries.changes(ref))
  void client.prefetchQuery(contentQuery(ref))
}

const REFUSALS: ReadonlySet<string> = new Set(['conflict', 'validation', 'window-closed'])

/**
 * Decides about the version of the record that was shown. Returns a refusal as a value, because the desk shows it in place.
 */
async function decide(decision: Decision, { client }: MutationFunctionContext): Promise<Decided> {
  const kind = await client.ensureQueryData(kindQuery(decision.task.entity))
  try {
    return await kind.decide(sdkOf(client), decision)
  } catch (error) {
    if (isXinchuError(error) && REFUSALS.has(error.kind)) return refusalOf(error)
    throw error
  }
}

/** Refreshes what shows records of a kind: its lists, and the desk. */
export const refreshKind = (client: QueryClient, entity: ReviewEntity): Promise<void> =>
  refresh(client, { meta: { invalidates: [queryKeys.review, ...staleOf(entity)] } })

export const deskMutations = {
  /** The caller opens the next record first and then refreshes the kind. */
  decide: mutationOptions({ mutationFn: decide, meta: { invalidates: [] } }),
  signIn: mutationOptions({
    mutationFn: async ({ entity, entityId }: ReviewRef, { client }) => {
      const kind = await client.ensureQueryData(kindQuery(entity))
      await kind.signIn?.(sdkOf(client), entityId)
      await refreshKind(client, entity)
    },
    meta: { invalidates: [] },
  }),
}
