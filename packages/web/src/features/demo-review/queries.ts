import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type {
  AssessIndex,
  DemoReviewGetReceiptQuery,
  DemoReviewListExpertsQuery,
  ReviewBatch,
  ReviewStage,
} from '@xinchu/sdk'
import { sdk } from '../../app/demo-sdk.ts'
import { queryClient } from '../../app/query-client.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { type ScoreDraft, selfAssessmentOf, type Task } from './score/model.ts'

/** Tasks of one expert; an expert has some dozens. */
const ALL_TASKS = 1_000

export const REVIEW = ['demo-review'] as const
const PROJECTS = ['demo-projects'] as const
const catalogueKey = (stage: ReviewStage, techType: string | undefined, version?: number) =>
  ['assess-catalogue', stage, techType, version] as const

const { demoProjects, demoReview } = sdk

/** Reads of the expert review. */
export const reviewQueries = {
  /** The expert's own tasks of a stage. */
  tasks: (stage: ReviewStage) =>
    queryOptions({
      queryKey: [...REVIEW, 'tasks', stage],
      queryFn: async ({ signal }): Promise<readonly Task[]> => {
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
      queryFn: ({ signal }) => demoProjects.get({ id }, { signal }),
      staleTime: 600_000,
    }),
  outline: (partType: 'APPLICATION' | 'IMPLEMENTATION') =>
    queryOptions({
      queryKey: [...PROJECTS, 'outline', partType],
      queryFn: ({ signal }) => demoProjects.getOutline({ partType }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The catalogue of a stage: the version that a sheet was begun with, or the one in force. */
  catalogue: (stage: ReviewStage, techType: string | undefined, version?: number) =>
    queryOptions({
      queryKey: catalogueKey(stage, techType, version),
      queryFn: ({ signal }) =>
        sdk.assessment.getCatalogue(
          { stage, ...(techType ? { techType } : {}), ...(version ? { version } : {}) },
          { signal },
        ),
      // A sheet is begun with the catalogue in force and has its version from the first save on. The same catalogue is not
      // asked for again: a connection that breaks just then would take the sheet away.
      initialData: () => {
        const inForce = queryClient.getQueryData<AssessIndex[]>(catalogueKey(stage, techType))
        return inForce?.[0]?.version === version ? inForce : undefined
      },
      staleTime: 600_000,
    }),
  /** The applicant's self-assessment by index; null if nothing was submitted. */
  selfAssessment: (demoProjectId: number, year: number) =>
    queryOptions({
      queryKey: [...PROJECTS, 'self-assessment', demoProjectId, year],
      async queryFn({ signal }) {
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
      queryFn: ({ signal }) => demoReview.getReceipt(query, { signal }),
    }),
  experts: (query: DemoReviewListExpertsQuery) =>
    queryOptions({
      queryKey: [...REVIEW, 'experts', query],
      queryFn: ({ signal }) => demoReview.listExperts(query, { signal }),
    }),
  /** The expert's own profile. */
  ownExpert: queryOptions({
    queryKey: [...REVIEW, 'own-expert'],
    queryFn: ({ signal }) => demoReview.getOwnExpert({ signal }),
  }),
  seedRequests: (groupId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'seed-requests', groupId],
      queryFn: ({ signal }) => demoReview.listSeedRequests({ groupId }, { signal }),
    }),
  groups: (stage: ReviewStage) =>
    queryOptions({
      queryKey: [...REVIEW, 'groups', stage],
      queryFn: ({ signal }) => demoProjects.findGroupExperts({ stage }, { signal }),
    }),
  excellentGroups: () =>
    queryOptions({
      queryKey: [...REVIEW, 'excellent-groups'],
      queryFn: ({ signal }) => demoProjects.getExcellentGroupPage({ size: ALL_TASKS }, { signal }),
    }),
  conflicts: (groupId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'conflicts', groupId],
      queryFn: ({ signal }) => demoReview.getGroupConflicts({ groupId }, { signal }),
    }),
  policies: () =>
    queryOptions({
      queryKey: [...REVIEW, 'policies'],
      queryFn: ({ signal }) => demoReview.listConflictPolicies({ signal }),
    }),
  plan: (groupId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'plan', groupId],
      queryFn: ({ signal }) => demoReview.getAssignPlan({ groupId }, { signal }),
    }),
  progress: (batch: ReviewBatch) =>
    queryOptions({
      queryKey: [...REVIEW, 'progress', batch],
      queryFn: ({ signal }) => demoReview.getReviewProgress(batch, { signal }),
    }),
  results: (batch: ReviewBatch) =>
    queryOptions({
      queryKey: [...REVIEW, 'results', batch],
      queryFn: ({ signal }) => demoReview.getResults(batch, { signal }),
    }),
  details: (id: number, stage: ReviewStage) =>
    queryOptions({
      queryKey: [...REVIEW, 'details', id, stage],
      queryFn: ({ signal }) => demoProjects.getPreferredDetails(id, { stage }, { signal }),
    }),
  seal: (batch: ReviewBatch, projectId: number) =>
    queryOptions({
      queryKey: [...REVIEW, 'seal', batch, projectId],
      queryFn: ({ signal }) => demoReview.checkSeal({ ...batch, projectId }, { signal }),
    }),
  publicList: (query: { batchYear?: number; batchNo?: number } = {}) =>
    queryOptions({
      queryKey: [...REVIEW, 'public', query],
      queryFn: ({ signal }) => demoReview.listPublic(query, { signal }),
    }),
  objections: (batch: { batchYear: number; batchNo: number }) =>
    queryOptions({
      queryKey: [...REVIEW, 'objections', batch],
      queryFn: ({ signal }) => demoReview.listObjections({ ...batch, size: 200 }, { signal }),
    }),
  /** The projects of a batch, at any stage of the review. */
  batchProjects: ({ batchYear, batchNo }: { batchYear: number; batchNo: number }) =>
    queryOptions({
      queryKey: [...PROJECTS, 'batch', batchYear, batchNo],
      queryFn: ({ signal }) => demoProjects.list({ batchYear, batchNo, size: ALL_TASKS }, { signal }),
    }),
}

/** Saves or submits a sheet. */
export const saveScore = (stage: ReviewStage, draft: ScoreDraft) =>
  stage === 'PRIMARY' ? demoProjects.savePrimaryScore(draft) : demoProjects.saveExcellentScore(draft)

const ALL = [REVIEW, PROJECTS, queryKeys.review]
const writes = { meta: { invalidates: ALL } }

type Body<Call extends (body: never) => unknown> = Parameters<Call>[0]

/** Writes of the expert review. */
export const reviewWrites = {
  recuse: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.declareRecusal>) => demoReview.declareRecusal(body),
    ...writes,
  }),
  confirmGroup: mutationOptions({
    mutationFn: (groupId: number) => demoReview.confirmGroupSheets({ groupId }),
    ...writes,
  }),
  saveGroup: mutationOptions({
    mutationFn: (body: Body<typeof demoProjects.createExpertGroup>) => demoProjects.createExpertGroup(body),
    ...writes,
  }),
  removeExperts: mutationOptions({
    mutationFn: (body: Body<typeof demoProjects.deleteGroupExperts>) => demoProjects.deleteGroupExperts(body),
    ...writes,
  }),
  computeConflicts: mutationOptions({
    mutationFn: (groupId: number) => demoReview.computeConflicts({ groupId }),
    ...writes,
  }),
  decideConflict: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.decideConflict>) => demoReview.decideConflict(body),
    ...writes,
  }),
  proposePolicy: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.proposeConflictPolicy>) =>
      demoReview.proposeConflictPolicy(body),
    ...writes,
  }),
  approvePolicy: mutationOptions({
    mutationFn: (no: number) => demoReview.approveConflictPolicy(no),
    ...writes,
  }),
  saveExpert: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.saveExpert>) => demoReview.saveExpert(body),
    ...writes,
  }),
  saveAvailability: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.saveOwnAvailability>) => demoReview.saveOwnAvailability(body),
    ...writes,
  }),
  askSeed: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.askSeed>) => demoReview.askSeed(body),
    ...writes,
  }),
  decideSeed: mutationOptions({
    mutationFn: ({ id, ...body }: { id: number } & Parameters<typeof demoReview.decideSeed>[1]) =>
      demoReview.decideSeed(id, body),
    ...writes,
  }),
  computePlan: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.computeAssignPlan>) => demoReview.computeAssignPlan(body),
    ...writes,
  }),
  changePlan: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.changeAssignPlan>) => demoReview.changeAssignPlan(body),
    ...writes,
  }),
  saveExcellentGroup: mutationOptions({
    mutationFn: (body: Body<typeof demoProjects.createExcellentGroup>) =>
      demoProjects.createExcellentGroup(body),
    ...writes,
  }),
  remind: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.remindExperts>) => demoReview.remindExperts(body),
    ...writes,
  }),
  extend: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.extendReviewDeadline>) => demoReview.extendReviewDeadline(body),
    ...writes,
  }),
  planReassignment: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.planReassignment>) => demoReview.planReassignment(body),
    meta: { invalidates: [] },
  }),
  reassign: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.applyReassignment>) => demoReview.applyReassignment(body),
    ...writes,
  }),
  askOpening: mutationOptions({
    mutationFn: (batch: ReviewBatch) => demoReview.askOpening(batch),
    ...writes,
  }),
  confirmOpening: mutationOptions({
    mutationFn: (batch: ReviewBatch) => demoReview.confirmOpening(batch),
    ...writes,
  }),
  revealNames: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.revealExpertNames>) => demoReview.revealExpertNames(body),
    meta: { invalidates: [] },
  }),
  adjust: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.adjustResult>) => demoReview.adjustResult(body),
    ...writes,
  }),
  move: mutationOptions({
    mutationFn: (body: Body<typeof demoProjects.updateStatuses>) => demoProjects.updateStatuses(body),
    ...writes,
  }),
  setPublicity: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.setPublicity>) => demoReview.setPublicity(body),
    ...writes,
  }),
  answerObjection: mutationOptions({
    mutationFn: (body: Body<typeof demoReview.answerObjection>) => demoReview.answerObjection(body),
    ...writes,
  }),
}
