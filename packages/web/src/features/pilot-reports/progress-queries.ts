import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Sdk, sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'

export type ProgressQuery = NonNullable<Parameters<Sdk['progress']['list']>[0]>
export type Progress = Awaited<ReturnType<Sdk['progress']['list']>>['content'][number]
export type ProgressDraft = Parameters<Sdk['progress']['save']>[0]
export type Implementation = Awaited<ReturnType<Sdk['demoProjects']['getImplementation']>>
export type Milestone = NonNullable<Implementation['milestones']>[number]

const progress = [...queryKeys.demoReports, 'progress'] as const
// More quarters than any project reports.
const MOST = 200

export const progressQueries = {
  list: (query: ProgressQuery) =>
    queryOptions({
      queryKey: [...progress, 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).progress.list(query, { signal }),
    }),
  /** Every report of a project. */
  ofProject: (demoProjectId: number) =>
    queryOptions({
      queryKey: [...progress, 'project', demoProjectId],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).progress.list({ demoProjectId, size: MOST }, { signal })).content,
    }),
  plan: (projectId: number) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, 'plan', projectId],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.getImplementation({ projectId }, { signal }),
    }),
}

export const progressMutations = {
  /** Autosave: the caller shows its state. */
  keep: mutationOptions({
    mutationFn: (draft: ProgressDraft, { client }) => sdkOf(client).progress.save(draft),
    meta: { invalidates: [progress], refetch: 'on-show' },
  }),
  act: mutationOptions({
    mutationFn: (draft: ProgressDraft, { client }) => sdkOf(client).progress.save(draft),
    meta: { invalidates: [progress, queryKeys.review] },
  }),
}
