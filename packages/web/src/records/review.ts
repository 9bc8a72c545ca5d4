import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ReviewDraft, ReviewListTasksQuery, ReviewRecord } from '@xinchu/sdk'
import { queryKeys } from '../app/query-keys.ts'
import { sdkOf } from '../app/sdk.ts'

export type ReviewEntity = ReviewDraft['entity']
export type ReviewRef = Pick<ReviewDraft, 'entity' | 'entityId'>
export type Remark = ReviewRecord['remarks'][number]

/** Reads of reviewed records of all kinds. */
export const reviewQueries = {
  /** The queue of the desk. */
  tasks: (query: ReviewListTasksQuery) =>
    queryOptions({
      queryKey: [...queryKeys.review, 'tasks', query],
      queryFn: ({ client, signal }) => sdkOf(client).review.listTasks(query, { signal }),
    }),
  /** Steps, remarks, warnings and the own draft of one record. */
  record: (ref: ReviewRef) =>
    queryOptions({
      queryKey: [...queryKeys.review, 'record', ref],
      queryFn: ({ client, signal }) => sdkOf(client).review.getRecord(ref, { signal }),
    }),
  /** Differences between two submissions; by default the last one with the one before it. */
  changes: (ref: ReviewRef & { from?: number; to?: number }) =>
    queryOptions({
      queryKey: [...queryKeys.review, 'changes', ref],
      queryFn: ({ client, signal }) => sdkOf(client).review.getChanges(ref, { signal }),
    }),
  phrases: () =>
    queryOptions({
      queryKey: ['review-phrases'],
      queryFn: ({ client, signal }) => sdkOf(client).review.listPhrases({ signal }),
    }),
}

/** Number of all that waits for the caller's office. A count that cannot be loaded is not shown. */
export const waitingQuery = queryOptions({
  queryKey: [...queryKeys.review, 'waiting'],
  queryFn: ({ client, signal }) =>
    sdkOf(client)
      .review.listTasks({ size: 1 }, { signal })
      .then(
        ({ waiting }) => waiting,
        () => null,
      ),
  staleTime: 60_000,
})

/** What an undone step may have changed, whichever kind of record it was of. */
const ALL = [
  queryKeys.review,
  queryKeys.projects,
  queryKeys.periodic,
  queryKeys.demos,
  queryKeys.demoReports,
  queryKeys.provincial,
  queryKeys.objections,
]

/** Writes of the review. A decision itself is a write of its kind of record. */
export const reviewMutations = {
  answer: mutationOptions({
    mutationFn: (items: { id: number; answer: string }[], { client }) =>
      sdkOf(client).review.answer({ items }),
    meta: { invalidates: [queryKeys.review] },
  }),
  close: mutationOptions({
    mutationFn: (ids: number[], { client }) => sdkOf(client).review.close(ids),
    meta: { invalidates: [queryKeys.review] },
  }),
  /** Saves the caller's draft while he types. The screen keeps what it shows. */
  saveDraft: mutationOptions({
    mutationFn: (draft: ReviewDraft, { client }) => sdkOf(client).review.saveDraft(draft),
    meta: { invalidates: [] },
  }),
  savePhrases: mutationOptions({
    mutationFn: (phrases: string[], { client }) => sdkOf(client).review.savePhrases(phrases),
    meta: { invalidates: [['review-phrases']] },
  }),
  undo: mutationOptions({
    mutationFn: (undoId: string, { client }) => sdkOf(client).review.undo({ undoId }),
    meta: { invalidates: ALL },
  }),
}
