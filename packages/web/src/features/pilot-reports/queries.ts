import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import { type Sdk, sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'

export type AssessIndex = Awaited<ReturnType<Sdk['assessment']['getCatalogue']>>[number]
export type AssessVersion = Awaited<ReturnType<Sdk['assessment']['listVersions']>>[number]
export type VersionDraft = Parameters<Sdk['assessment']['saveVersion']>[0]
export type IndexDraft = VersionDraft['indices'][number]
export type AssessStage = AssessIndex['stage']
export type IndexValueDraft = Parameters<Sdk['indexValues']['save']>[0]
export type IndexValue = Awaited<ReturnType<Sdk['indexValues']['save']>>
export type IndexItem = IndexValue['values'][number]

type VersionKey = Pick<AssessVersion, 'stage' | 'version'>
type ValueQuery = Parameters<Sdk['indexValues']['getDraft']>[0]

const { announced, draft, returnedByRecommender, returnedByNation } = DemoStatus
const CHOICES = {
  announced: [announced],
  drafts: [draft, returnedByRecommender, returnedByNation],
} as const
export type ProjectChoice = keyof typeof CHOICES

const catalogue = [...queryKeys.demoReports, 'catalogue'] as const
const values = [...queryKeys.demoReports, 'values'] as const

/** Every read of the catalogue and of reports of announced projects. */
export const pilotReportQueries = {
  versions: (stage: AssessStage) =>
    queryOptions({
      queryKey: [...catalogue, 'versions', stage],
      queryFn: ({ client, signal }) => sdkOf(client).assessment.listVersions({ stage }, { signal }),
    }),
  catalogue: (query: Partial<VersionKey> & { techType?: string }) =>
    queryOptions({
      queryKey: [...catalogue, 'tree', query],
      queryFn: ({ client, signal }) => sdkOf(client).assessment.getCatalogue(query, { signal }),
    }),
  /** The outline of the application, whose sections the indices refer to. */
  outline: queryOptions({
    queryKey: [...catalogue, 'outline'],
    queryFn: ({ client, signal }) =>
      sdkOf(client).demoProjects.getOutline({ partType: 'APPLICATION' }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }),
  /** Projects in the user's scope: announced ones, or drafts of applications. */
  projects: (of: ProjectChoice) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, 'projects', of],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.getNameIdList({ status: [...CHOICES[of]] }, { signal }),
    }),
  project: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, 'project', id],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.get({ id }, { signal }),
    }),
  periods: (demoProjectId: number) =>
    queryOptions({
      queryKey: [...values, 'periods', demoProjectId],
      queryFn: ({ client, signal }) => sdkOf(client).indexValues.getOrderTime({ demoProjectId }, { signal }),
    }),
  /** Stored values; null if there are none. */
  values: (query: ValueQuery) =>
    queryOptions({
      queryKey: [...values, 'one', query],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).indexValues.getDraft(query, { signal })) ?? null,
    }),
}

const meta = { invalidates: [catalogue] }

export const pilotReportMutations = {
  createVersion: mutationOptions({
    mutationFn: (key: VersionKey, { client }) =>
      sdkOf(client).assessment.createVersion(key, { idempotencyKey: true }),
    meta,
  }),
  publishVersion: mutationOptions({
    mutationFn: (key: VersionKey, { client }) =>
      sdkOf(client).assessment.publishVersion(key, { idempotencyKey: true }),
    meta,
  }),
  /** Autosave: the caller shows its state. */
  saveVersion: mutationOptions({
    mutationFn: (draft: VersionDraft, { client }) => sdkOf(client).assessment.saveVersion(draft),
    meta: { ...meta, refetch: 'on-show' },
  }),
  keepValues: mutationOptions({
    mutationFn: (draft: IndexValueDraft, { client }) => sdkOf(client).indexValues.save(draft),
    meta: { invalidates: [values], refetch: 'on-show' },
  }),
  submitValues: mutationOptions({
    mutationFn: (draft: IndexValueDraft, { client }) => sdkOf(client).indexValues.save(draft),
    meta: { invalidates: [values] },
  }),
}
