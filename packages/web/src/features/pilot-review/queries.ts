import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  AssessIndex,
  DemoReviewGetReceiptQuery,
  DemoReviewListExpertsQuery,
  ReviewBatch,
  ReviewStage,
} from '@xinchu/sdk'
import { sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type ScoreDraft, selfAssessmentOf, type Task } from './score/model.ts'

/** Tasks of one expert; an expert has some dozens. */
const ALL_TASKS = 1_000

export const REVIEW = ['demo-review'] as const
const catalogueKey = (stage: ReviewStage, techType: string | undefined, version?: number) =>
  ['assess-catalogue', stage, techType, version] as const

/** Reads of the expert review. */
export const reviewQueries = {
  /** The expert's own tasks of a stage. */
  tasks: (stage: ReviewStage) =>
    queryOptions({
      queryKey: [...REVIEW, 'tasks', stage],
      queryFn: async ({ client, signal }): Promise<readonly Task[]> => {
        const { demoProjects } = sdkOf(client)
        const query = { size: ALL_TASKS }
        const { content } =
          stage === 'PRIMARY'
            ? await demoProjects.getPrimaryExpertList(query, { signal })
            : await demoProjects.getExcellentExpertList(query, { signal })
        return content
      },
    }),
  material: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'material', id],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.get({ id }, { signal }),
      staleTime: 600_000,
    }),
  outline: (partType: 'APPLICATION' | 'IMPLEMENTATION') =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'outline', partType],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.getOutline({ partType }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The catalogue of a stage: the version that a sheet was begun with, or the one in force. */
  catalogue: (client: QueryClient, stage: ReviewStage, techType: string | undefined, version?: number) =>
    queryOptions({
      queryKey: catalogueKey(stage, techType, version),
      queryFn: ({ client, signal }) =>
        sdkOf(client).assessment.getCatalogue(
          { stage, ...(techType ? { techType } : {}), ...(version ? { version } : {}) },
          { signal },
        ),
      // A sheet is begun with the catalogue in force and has its version from the first save on. The same catalogue is not
      // asked for again: a connection that breaks just then would take the sheet away.
      initialData: () => {
        const inForce = client.getQueryData<AssessIndex[]>(catalogueKey(stage, techType))
        return inForce?.[0]?.version === version ? inForce : undefined
      },
      staleTime: 600_000,
    }),
  /** The applicant's self-assessment by index; null if nothing was submitted. */
  selfAssessment: (demoProjectId: number, year: number) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'self-assessment', demoProjectId, year],
      async queryFn({ client, signal }) {
        const sdk = sdkOf(client)
        const value = await sdk.indexValues.getDraft({ demoProjectId, stage: 'PRIMARY', year }, { signal })
        if (!value) return null
        const { catalogueVersion: version = 1, values = [], evidenceFiles = [] } = value
        const catalogue = await sdk.assessment.getCatalogue({ stage: 'PRIMARY', version }, { signal })
        return selfAssessmentOf(catalogue, values, evidenceFiles)
      },
      staleTime: 600_000,
    }),
  receipt: (query: DemoReviewGetReceiptQuery) =>
    queryOptions({
      queryKey: [...REVIEW, 'receipt', query],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.getReceipt(query, { signal }),
    }),
  experts: (query: DemoReviewListExpertsQuery) =>
    queryOptions({
      queryKey: [...REVIEW, 'experts', query],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.listExperts(query, { signal }),
    }),
  /** The expert's own profile. */
  ownExpert: queryOptions({
    queryKey: [...REVIEW, 'own-expert'],
    queryFn: ({ client, signal }) => sdkOf(client).demoReview.getOwnExpert({ signal }),
  }),
  seedRequests: (groupId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'seed-requests', groupId],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.listSeedRequests({ groupId }, { signal }),
    }),
  groups: (stage: ReviewStage) =>
    queryOptions({
      queryKey: [...REVIEW, 'groups', stage],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.findGroupExperts({ stage }, { signal }),
    }),
  excellentGroups: () =>
    queryOptions({
      queryKey: [...REVIEW, 'excellent-groups'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.getExcellentGroupPage({ size: ALL_TASKS }, { signal }),
    }),
  conflicts: (groupId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'conflicts', groupId],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.getGroupConflicts({ groupId }, { signal }),
    }),
  policies: () =>
    queryOptions({
      queryKey: [...REVIEW, 'policies'],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.listConflictPolicies({ signal }),
    }),
  plan: (groupId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'plan', groupId],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.getAssignPlan({ groupId }, { signal }),
    }),
  progress: (batch: ReviewBatch) =>
    queryOptions({
      queryKey: [...REVIEW, 'progress', batch],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.getReviewProgress(batch, { signal }),
    }),
  /** The results of a stage with what the experts wrote. */
  results: (batch: ReviewBatch) =>
    queryOptions({
      queryKey: [...REVIEW, 'results', batch],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoReview.getResults({ ...batch, opinions: true }, { signal }),
    }),
  details: (id: number, stage: ReviewStage) =>
    queryOptions({
      queryKey: [...REVIEW, 'details', id, stage],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.getPreferredDetails(id, { stage }, { signal }),
    }),
  seal: (batch: ReviewBatch, projectId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'seal', batch, projectId],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoReview.checkSeal({ ...batch, projectId }, { signal }),
    }),
  publicList: (query: { batchYear?: number; batchNo?: number } = {}) =>
    queryOptions({
      queryKey: [...REVIEW, 'public', query],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.listPublic(query, { signal }),
    }),
  /** The projects of a batch, at any stage of the review. */
  batchProjects: ({ batchYear, batchNo }: { batchYear: number; batchNo: number }) =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'batch', batchYear, batchNo],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.list({ batchYear, batchNo, size: ALL_TASKS }, { signal }),
    }),
}

/** Saves the expert pool under its filters as a workbook. */
export async function exportExperts(
  { page: _page, size: _size, ...filters }: DemoReviewListExpertsQuery,
  client: QueryClient,
): Promise<void> {
  const { blob, fileName } = await sdkOf(client).demoReview.exportExperts(filters)
  saveFile(blob, fileName ?? '专家库.xlsx')
}

/** Saves the conflicts of interest of a group as a workbook. */
export const conflictsFile = mutationOptions({
  async mutationFn(groupId: number, { client }) {
    const { blob, fileName } = await sdkOf(client).demoReview.exportConflicts({ groupId })
    saveFile(blob, fileName ?? '利益冲突.xlsx')
  },
})

/** Saves or submits a sheet. */
export function saveScore(client: QueryClient, stage: ReviewStage, draft: ScoreDraft) {
  const { demoProjects } = sdkOf(client)
  return stage === 'PRIMARY' ? demoProjects.savePrimaryScore(draft) : demoProjects.saveExcellentScore(draft)
}
