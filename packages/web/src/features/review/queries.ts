import { type MutationFunctionContext, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { ReviewRecord, ReviewTask } from '@xinchu/sdk'
import { isXinchuError } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../app/demo-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import type { DemoPart } from '../../records/demo-parts.ts'
import { type ReviewRef, reviewQueries } from '../../records/review.ts'
import { contentQuery } from './content-query.ts'

export type Goal = ReviewRecord['goals'][number]
export type RemarkDraft = NonNullable<NonNullable<ReviewRecord['draft']>['remarks']>[number]

/** Loads all parts of a record before it is opened. */
export function prefetch(client: QueryClient, ref: ReviewRef): void {
  void client.prefetchQuery(reviewQueries.record(ref))
  void client.prefetchQuery(reviewQueries.changes(ref))
  void client.prefetchQuery(contentQuery(ref))
}

export interface Decision {
  task: ReviewTask
  goal: Goal
  opinion: string
  dueDate?: string | undefined
  remarks?: readonly RemarkDraft[]
  closeRemarks?: boolean
  /** Parts of a demonstration project that a return opens. */
  parts?: readonly DemoPart[]
  /** Reason for passing with an undecided suspected duplicate. */
  passReason?: string
}

export interface Decided {
  undo?: { undoId: string; seconds: number }
  refusal?: { message: string; details: readonly string[] }
}

interface Refused {
  message: string
  errors?: readonly { caption?: string; message: string }[]
}

const refusalOf = ({ message, errors = [] }: Refused): Decided => ({
  refusal: {
    message,
    details: errors.map(({ caption, message: reason }) => (caption ? `${caption}：${reason}` : reason)),
  },
})

interface Offer {
  undoId: string
  seconds?: number
}

const UNDO_SECONDS = 10

const decidedWith = (undo: Offer | undefined): Decided =>
  undo ? { undo: { undoId: undo.undoId, seconds: undo.seconds ?? UNDO_SECONDS } } : {}

const shared = ({ opinion, dueDate, closeRemarks }: Decision) => ({
  ...(opinion ? { opinion } : {}),
  ...(dueDate ? { dueDate } : {}),
  ...(closeRemarks ? { closeRemarks } : {}),
})

async function decideProject(sdk: Sdk, decision: Decision): Promise<Decided> {
  const { task, goal, remarks = [], passReason } = decision
  const { entityId: id, version } = task
  const { failed, undo } = await sdk.projects.submit({
    ...shared(decision),
    ids: [id],
    versions: [{ id, version }],
    action: goal.action as 'PASS', // the goals of a project are its moves
    target: goal.target ?? 'province',
    ...(remarks.length > 0 ? { remarks: [{ id, remarks: [...remarks] }] } : {}),
    ...(passReason ? { passReasons: [{ id, reason: passReason }] } : {}),
  })
  return failed[0] ? refusalOf(failed[0]) : decidedWith(undo)
}

async function decideItem(sdk: Sdk, decision: Decision): Promise<Decided> {
  const { task, goal, remarks = [] } = decision
  const { errors, undo } = await sdk.projects.saveGeneralItems({
    ...shared(decision),
    action: goal.action as 'PASS', // the goals of a report are its actions
    items: [
      {
        id: task.entityId,
        version: task.version,
        itemType: task.entity as 'USAGE', // the desk shows both kinds only
        ...(remarks.length > 0 ? { remarks: [...remarks] } : {}),
      },
    ],
  })
  return errors[0] ? refusalOf({ message: errors[0].message, errors }) : decidedWith(undo)
}

async function decideDemo(sdk: Sdk, decision: Decision): Promise<Decided> {
  const { task, goal, remarks = [], parts, passReason } = decision
  const { entityId: id, version } = task
  const { failed, undo } = await sdk.demoProjects.updateStatuses({
    ...shared(decision),
    ids: [id],
    versions: [{ id, version }],
    action: goal.action as 'PASS', // the goals of a demonstration project are actions of its flow
    ...(remarks.length > 0 ? { remarks: [{ id, remarks: [...remarks] }] } : {}),
    ...(parts ? { parts: [...parts] } : {}),
    ...(passReason ? { passReasons: [{ id, reason: passReason }] } : {}),
  })
  return failed[0] ? refusalOf(failed[0]) : decidedWith(undo)
}

async function decideReport(sdk: Sdk, { task, goal, remarks = [], ...words }: Decision): Promise<Decided> {
  const request = {
    ...shared({ task, goal, ...words }),
    id: task.entityId,
    version: task.version,
    action: goal.action as 'PASS', // the goals of a report are its actions
    ...(remarks.length > 0 ? { remarks: [...remarks] } : {}),
  }
  const { undo } =
    task.entity === 'ANNUAL' ? await sdk.annualReports.save(request) : await sdk.progress.save(request)
  return decidedWith(undo)
}

async function decideProvincial(
  sdk: Sdk,
  { task, goal, remarks = [], ...words }: Decision,
): Promise<Decided> {
  const request = {
    ...shared({ task, goal, ...words }),
    id: task.entityId,
    version: task.version,
    action: goal.action as 'CONFIRM', // the goals of what a province reports are its actions
    ...(remarks.length > 0 ? { remarks: [...remarks] } : {}),
  }
  const { undo } =
    task.entity === 'PROV_DEMO'
      ? await sdk.provincialDemos.update(request)
      : await sdk.workReports.save(request)
  return decidedWith(undo)
}

/** Calls that decide about records, by kind. All other kinds are forms of a period. */
const DECIDE: Readonly<Partial<Record<ReviewTask['entity'], typeof decideItem>>> = {
  PROJECT: decideProject,
  DEMO: decideDemo,
  PROGRESS: decideReport,
  ANNUAL: decideReport,
  PROV_DEMO: decideProvincial,
  WORK_REPORT: decideProvincial,
}

const REFUSALS: ReadonlySet<string> = new Set(['conflict', 'validation', 'window-closed'])

/**
 * Decides about the version of the record that was shown. Returns a refusal as a value, because the desk shows it in place.
 */
async function decide(decision: Decision, { client }: MutationFunctionContext): Promise<Decided> {
  try {
    return await (DECIDE[decision.task.entity] ?? decideItem)(sdkOf(client), decision)
  } catch (error) {
    if (isXinchuError(error) && REFUSALS.has(error.kind)) return refusalOf(error)
    throw error
  }
}

const ALL = [
  queryKeys.review,
  queryKeys.projects,
  queryKeys.periodic,
  queryKeys.demoReports,
  queryKeys.provincial,
]

export const deskMutations = {
  /** The caller opens the next record first and then refreshes the queue. */
  decide: mutationOptions({
    mutationFn: decide,
    meta: { invalidates: ALL, refetch: 'by-caller' },
  }),
  signIn: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).projects.read({ ids: [id] }),
    meta: { invalidates: [queryKeys.review, queryKeys.projects] },
  }),
}
