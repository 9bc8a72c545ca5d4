import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { DemoObjection } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'

/** Callers who may list objections. */
export const OBJECTION_READERS = ['ENT', 'PRV', 'CEN', 'PLT', 'NAT', 'NQ'] as const

/** Most objections that one list shows. */
const MOST = 200

export type PaperDraft = Parameters<Sdk['demoReview']['registerPaperObjection']>[0]
export type ObjectionStep = Parameters<Sdk['demoReview']['stepObjection']>[0]

/** Reads of objections. */
export const objectionQueries = {
  of: (query: { batchYear?: number; batchNo?: number; projectId?: number }) =>
    queryOptions({
      queryKey: [...queryKeys.objections, 'list', query],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoReview.listObjections({ ...query, size: MOST }, { signal }),
    }),
}

const STALE = [queryKeys.objections, queryKeys.review, queryKeys.demos, ['demo-review']]

/** Writes about objections. */
export const objectionWrites = {
  step: mutationOptions({
    mutationFn: (body: ObjectionStep, { client }) => sdkOf(client).demoReview.stepObjection(body),
    meta: { invalidates: STALE, showsFieldErrors: true },
  }),
  register: mutationOptions({
    mutationFn: (draft: PaperDraft, { client }) => sdkOf(client).demoReview.registerPaperObjection(draft),
    meta: { invalidates: STALE, showsFieldErrors: true },
  }),
  reveal: mutationOptions({
    mutationFn: (body: { id: number; purpose: string }, { client }) =>
      sdkOf(client).demoReview.revealObjector(body),
    meta: { invalidates: [] },
  }),
}

/** Whether an objection is neither answered nor withdrawn. */
export const isOpenObjection = ({ status }: DemoObjection): boolean =>
  status !== 'ANSWERED' && status !== 'WITHDRAWN'
