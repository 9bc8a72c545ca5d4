import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BatchResult, DemoProject, DemoProjectDraft, DemoProjectUpdate } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { saveFile } from '../../lib/save-file.ts'

export type PilotListQuery = NonNullable<Parameters<Sdk['demoProjects']['list']>[0]>
export type DemoFlowRequest = Parameters<Sdk['demoProjects']['updateStatuses']>[0]

/** Maximum number of rows in one page. */
const ALL = 1000

/** Every read of demonstration projects. */
export const pilotQueries = {
  list: (query: PilotListQuery) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.list(query, { signal }),
    }),
  /** All submitted projects in the caller's scope. */
  submitted: () =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'submitted'],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).demoProjects.getSubmitted({ size: ALL }, { signal })).content,
    }),
  /** The caller's open tasks, the most urgent first. */
  tasks: () =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'tasks'],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).demoProjects.getTasks({ tab: 'todo', size: ALL }, { signal })).content,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'one', id],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.get({ id }, { signal }),
    }),
  /** Completeness of projects. */
  statuses: (projectIds: number[]) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'statuses', projectIds],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.getSubmitStatus({ projectIds }, { signal }),
    }),
  /** Places of recommenders in a batch: the caller's own, or all. */
  quotas: (batch: { batchYear: number; batchNo: number }) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'quotas', batch],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.listQuotas(batch, { signal }),
    }),
  /** The points of the formal check with their verdicts. */
  formalCheck: (projectId: number) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'formal-check', projectId],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.getFormalCheck({ projectId }, { signal }),
    }),
  outline: (partType: 'APPLICATION' | 'IMPLEMENTATION', techType?: string) =>
    queryOptions({
      queryKey: ['demo-outline', partType, techType],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.getOutline({ partType, ...(techType ? { techType } : {}) }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** Own earlier applications with the sections that can be copied. */
  copySources: (projectId: number) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'copy-sources', projectId],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.listCopySources({ projectId }, { signal }),
    }),
  /** Own projects of the register, which an application can be linked to. */
  linkable: () =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'linkable'],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).projects.list({ own: true, size: ALL }, { signal })).content.map((project) => ({
          value: String(project.id),
          label: project.projectName,
          provinceCode: project.provinceCode,
        })),
    }),
}

export type CopyRequest = Parameters<Sdk['demoProjects']['copyParts']>[0]

/** Saves a list under its filters as a workbook. */
export async function exportPilots(
  { page: _page, size: _size, afterId: _afterId, ...filters }: PilotListQuery,
  client: QueryClient,
): Promise<void> {
  const { blob, fileName } = await sdkOf(client).demoProjects.exportList(filters)
  saveFile(blob, fileName ?? '示范项目.xlsx')
}

const LISTS = [
  [...queryKeys.demos, 'list'],
  [...queryKeys.demos, 'statuses'],
]

export const pilotMutations = {
  create: mutationOptions({
    mutationFn: (
      { draft, unsavedSlot }: { draft: DemoProjectDraft; unsavedSlot: string | undefined },
      { client },
    ): Promise<DemoProject> =>
      sdkOf(client).demoProjects.create(draft, { idempotencyKey: true, unsavedSlot }),
    meta: { invalidates: [queryKeys.demos] },
  }),
  remove: mutationOptions({
    mutationFn: (ids: number[], { client }) => sdkOf(client).demoProjects.delete(ids),
    meta: { invalidates: [queryKeys.demos] },
  }),
  restore: mutationOptions({
    mutationFn: (ids: number[], { client }) => sdkOf(client).demoProjects.restore({ ids }),
    meta: { invalidates: [queryKeys.demos] },
  }),
  /** Saves one part of an open form: only lists become stale. */
  saveMaster: mutationOptions({
    mutationFn: (draft: DemoProjectUpdate, { client }) => sdkOf(client).demoProjects.update(draft),
    meta: { invalidates: LISTS, refetch: 'on-show' },
  }),
  saveApplication: mutationOptions({
    mutationFn: (draft: Parameters<Sdk['demoProjects']['saveApplication']>[0], { client }) =>
      sdkOf(client).demoProjects.saveApplication(draft),
    meta: { invalidates: LISTS, refetch: 'on-show' },
  }),
  saveImplementation: mutationOptions({
    mutationFn: (draft: Parameters<Sdk['demoProjects']['saveImplementation']>[0], { client }) =>
      sdkOf(client).demoProjects.saveImplementation(draft),
    meta: { invalidates: LISTS, refetch: 'on-show' },
  }),
  saveBrief: mutationOptions({
    mutationFn: (draft: Parameters<Sdk['demoProjects']['saveBrief']>[0], { client }) =>
      sdkOf(client).demoProjects.saveBrief(draft),
    meta: { invalidates: LISTS, refetch: 'on-show' },
  }),
  /** Copies sections of an earlier application. The caller then reloads the form. */
  copy: mutationOptions({
    mutationFn: (request: CopyRequest, { client }) => sdkOf(client).demoProjects.copyParts(request),
    meta: { invalidates: LISTS, refetch: 'on-show' },
  }),
  /** Judges points of the formal check. The reply updates the screen immediately. */
  judge: mutationOptions({
    mutationFn: (judgement: Parameters<Sdk['demoProjects']['judgeFormalCheck']>[0], { client }) =>
      sdkOf(client).demoProjects.judgeFormalCheck(judgement),
    meta: { invalidates: [[...queryKeys.demos, 'formal-check'], queryKeys.review], refetch: 'background' },
  }),
  /** Puts the recommended projects of a batch in order. */
  order: mutationOptions({
    mutationFn: (ids: number[], { client }) => sdkOf(client).demoProjects.setRecommendOrder({ ids }),
    meta: { invalidates: [[...queryKeys.demos, 'submitted']] },
  }),
  setQuotas: mutationOptions({
    mutationFn: (draft: Parameters<Sdk['demoProjects']['setQuotas']>[0], { client }) =>
      sdkOf(client).demoProjects.setQuotas(draft),
    meta: { invalidates: [[...queryKeys.demos, 'quotas']] },
  }),
  /** Moves projects along the flow. */
  act: mutationOptions({
    mutationFn: (request: DemoFlowRequest, { client }): Promise<BatchResult> =>
      sdkOf(client).demoProjects.updateStatuses(request),
    meta: { invalidates: [queryKeys.demos, queryKeys.review] },
  }),
}
