import { mutationOptions } from '@tanstack/react-query'
import type { ReviewBatch } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { REVIEW } from './queries.ts'

const ALL = [REVIEW, queryKeys.demos, queryKeys.review]
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
  createExpert: mutationOptions({
    mutationFn: (
      {
        draft,
        unsavedSlot,
      }: { draft: Body<Sdk['demoReview']['createExpert']>; unsavedSlot: string | undefined },
      { client },
    ) => sdkOf(client).demoReview.createExpert(draft, { idempotencyKey: true, unsavedSlot }),
    meta: { invalidates: ALL, showsFieldErrors: true },
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
}
