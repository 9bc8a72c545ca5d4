import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Sdk, sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'

export type AnnualReport = Awaited<ReturnType<Sdk['annualReports']['get']>>
export type AnnualCheck = Awaited<ReturnType<Sdk['annualReports']['check']>>
export type AnnualDraft = Parameters<Sdk['annualReports']['save']>[0]
export type AnnualAction = AnnualDraft['action']

export interface AnnualKey {
  demoProjectId: number
  year: number
}

const annual = [...queryKeys.demoReports, 'annual'] as const

/** Every read and write of annual reports. */
export const annualQueries = {
  one: (key: AnnualKey) =>
    queryOptions({
      queryKey: [...annual, 'one', key],
      queryFn: ({ client, signal }) => sdkOf(client).annualReports.get(key, { signal }),
    }),
  check: (key: AnnualKey) =>
    queryOptions({
      queryKey: [...annual, 'check', key],
      queryFn: ({ client, signal }) => sdkOf(client).annualReports.check(key, { signal }),
    }),
}

export const annualMutations = {
  /** Autosave: the caller shows its state. */
  keep: mutationOptions({
    mutationFn: (draft: AnnualDraft, { client }) => sdkOf(client).annualReports.save(draft),
    meta: { invalidates: [[...annual, 'check']], refetch: 'background' },
  }),
  act: mutationOptions({
    mutationFn: (draft: AnnualDraft, { client }) => sdkOf(client).annualReports.save(draft),
    meta: { invalidates: [annual, queryKeys.review] },
  }),
}
