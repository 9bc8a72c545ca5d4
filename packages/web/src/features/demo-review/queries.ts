import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  AssessIndex,
  DemoReviewGetReceiptQuery,
  DemoReviewListExpertsQuery,
  ReviewBatch,
  ReviewStage,
} from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../app/demo-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { type ScoreDraft, selfAssessmentOf, type Task } from './score/model.ts'

/** Tasks of one expert; an expert has some dozens. */
const ALL_TASKS = 1_000

export const REVIEW = ['demo-review'] as const
const PROJECTS = ['demo-projects'] as const
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
      queryKey: [...PROJECTS, 'material', id],
      queryFn: ({ client, signal }) => sdkOf(client).demoProjects.get({ id }, { signal }),
      staleTime: 600_000,
    }),
  outline: (partType: 'APPLICATION' | 'IMPLEMENTATION') =>
    queryOptions({
      queryKey: [...PROJECTS, 'outline', partType],
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
      queryKey: [...PROJECTS, 'self-assessment', demoProjectId, year],
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
  results: (batch: ReviewBatch) =>
    queryOptions({
      queryKey: [...REVIEW, 'results', batch],
      queryFn: ({ client, signal }) => sdkOf(client).demoReview.getResults(batch, { signal }),
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
  objections: (batch: { batchYear: number; batchNo: number }) =>
    queryOptions({
      queryKey: [...REVIEW, 'objections', batch],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoReview.listObjections({ ...batch, size: 200 }, { signal }),
    }),
  /** The projects of a batch, at any stage of the review. */
  batchProjects: ({ batchYear, batchNo }: { batchYear: number; batchNo: number }) =>
    queryOptions({
      queryKey: [...PROJECTS, 'batch', batchYear, batchNo],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.list({ batchYear, batchNo, size: ALL_TASKS }, { signal }),
    }),
}

/** Saves or submits a sheet. */
export function saveScore(client: QueryClient, stage: ReviewStage, draft: ScoreDraft) {
  const { demoProjects } = sdkOf(client)
  return stage === 'PRIMARY' ? demoProjects.savePrimaryScore(draft) : demoProjects.saveExcellentScore(draft)
}

const ALL = [REVIEW, PROJECTS, queryKeys.review]
const writes = { meta: { invalidates: ALL } }

type Body<Call extends (body: never) => unknown> = Parameters<Call>[0]

/** Writes of the expert review. */
export const reviewWrites = {
  recuse: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['declareRecusal']>, { client }) =>
      sdkOf(client).demoReview.declareRecusal(body),
    ...writes,
  }),
  confirmGroup: mutationOptions({
    mutationFn: (groupId: number, { client }) => sdkOf(client).demoReview.confirmGroupSheets({ groupId }),
    ...writes,
  }),
  saveGroup: mutationOptions({
    mutationFn: (body: Body<Sdk['demoProjects']['createExpertGroup']>, { client }) =>
      sdkOf(client).demoProjects.createExpertGroup(body),
    ...writes,
  }),
  removeExperts: mutationOptions({
    mutationFn: (body: Body<Sdk['demoProjects']['deleteGroupExperts']>, { client }) =>
      sdkOf(client).demoProjects.deleteGroupExperts(body),
    ...writes,
  }),
  computeConflicts: mutationOptions({
    mutationFn: (groupId: number, { client }) => sdkOf(client).demoReview.computeConflicts({ groupId }),
    ...writes,
  }),
  decideConflict: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['decideConflict']>, { client }) =>
      sdkOf(client).demoReview.decideConflict(body),
    ...writes,
  }),
  proposePolicy: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['proposeConflictPolicy']>, { client }) =>
      sdkOf(client).demoReview.proposeConflictPolicy(body),
    ...writes,
  }),
  approvePolicy: mutationOptions({
    mutationFn: (no: number, { client }) => sdkOf(client).demoReview.approveConflictPolicy(no),
    ...writes,
  }),
  saveExpert: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['saveExpert']>, { client }) =>
      sdkOf(client).demoReview.saveExpert(body),
    ...writes,
  }),
  saveAvailability: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['saveOwnAvailability']>, { client }) =>
      sdkOf(client).demoReview.saveOwnAvailability(body),
    ...writes,
  }),
  askSeed: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['askSeed']>, { client }) =>
      sdkOf(client).demoReview.askSeed(body),
    ...writes,
  }),
  decideSeed: mutationOptions({
    mutationFn: (
      { id, ...body }: { id: number } & Parameters<Sdk['demoReview']['decideSeed']>[1],
      { client },
    ) => sdkOf(client).demoReview.decideSeed(id, body),
    ...writes,
  }),
  computePlan: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['computeAssignPlan']>, { client }) =>
      sdkOf(client).demoReview.computeAssignPlan(body),
    ...writes,
  }),
  changePlan: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['changeAssignPlan']>, { client }) =>
      sdkOf(client).demoReview.changeAssignPlan(body),
    ...writes,
  }),
  saveExcellentGroup: mutationOptions({
    mutationFn: (body: Body<Sdk['demoProjects']['createExcellentGroup']>, { client }) =>
      sdkOf(client).demoProjects.createExcellentGroup(body),
    ...writes,
  }),
  remind: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['remindExperts']>, { client }) =>
      sdkOf(client).demoReview.remindExperts(body),
    ...writes,
  }),
  extend: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['extendReviewDeadline']>, { client }) =>
      sdkOf(client).demoReview.extendReviewDeadline(body),
    ...writes,
  }),
  planReassignment: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['planReassignment']>, { client }) =>
      sdkOf(client).demoReview.planReassignment(body),
    meta: { invalidates: [] },
  }),
  reassign: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['applyReassignment']>, { client }) =>
      sdkOf(client).demoReview.applyReassignment(body),
    ...writes,
  }),
  askOpening: mutationOptions({
    mutationFn: (batch: ReviewBatch, { client }) => sdkOf(client).demoReview.askOpening(batch),
    ...writes,
  }),
  confirmOpening: mutationOptions({
    mutationFn: (batch: ReviewBatch, { client }) => sdkOf(client).demoReview.confirmOpening(batch),
    ...writes,
  }),
  revealNames: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['revealExpertNames']>, { client }) =>
      sdkOf(client).demoReview.revealExpertNames(body),
    meta: { invalidates: [] },
  }),
  adjust: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['adjustResult']>, { client }) =>
      sdkOf(client).demoReview.adjustResult(body),
    ...writes,
  }),
  move: mutationOptions({
    mutationFn: (body: Body<Sdk['demoProjects']['updateStatuses']>, { client }) =>
      sdkOf(client).demoProjects.updateStatuses(body),
    ...writes,
  }),
  setPublicity: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['setPublicity']>, { client }) =>
      sdkOf(client).demoReview.setPublicity(body),
    ...writes,
  }),
  answerObjection: mutationOptions({
    mutationFn: (body: Body<Sdk['demoReview']['answerObjection']>, { client }) =>
      sdkOf(client).demoReview.answerObjection(body),
    ...writes,
  }),
}
