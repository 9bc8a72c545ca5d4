import { DeclareStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { conflict, type HttpError, notFound, STALE } from '../../../errors.ts'
import { storePairs } from '../../es-project/duplicates/store.ts'
import { stateNamed, statusesOf } from '../../es-project/flow-table.ts'
import { type OpenPair, openPairs, storePassReasons } from '../../es-project/pass-reasons.ts'
import { findProjects, type ProjectRow } from '../../es-project/query.ts'
import { type FlowTarget, stepAt } from '../../es-project/states.ts'
import { countSubmitted, takeBackSubmitted } from '../../es-project/submitted.ts'
import type { Checker, Finder } from '../../flow/kind.ts'
import type { Step, StepContext, StepItem, Taken } from '../../flow/step.ts'
import type { FlowAction } from '../../flow/table.ts'
import type { Target } from '../../links/link-to.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import { touchProjects } from '../../revisions/statistics.ts'
import { indexProjects } from '../../text-search/project-index.ts'
import { judgedSubmissions, type Submission } from './judge.ts'
import { type LiveProject, reviewedProject } from './record.ts'

type ReviewWarning = components['schemas']['ReviewWarning']
type WarningReason = components['schemas']['WarningReason']

/** The part of a request that concerns one project. */
export interface ProjectItem extends StepItem {
  id: number
  target: FlowTarget
  repeatReason: string | undefined
  /** Why it passes though a pair of it is undecided. */
  passReason: string | undefined
  warningReasons: readonly WarningReason[]
  /** Result of the check of a submission. */
  submission?: Submission
}

export type TakenProject = Step<LiveProject, ProjectItem>

const rowsOf = (steps: readonly TakenProject[]): ProjectRow[] => steps.map(({ record: { row } }) => row)
const idsOf = (steps: readonly TakenProject[]): number[] => steps.map(({ record: { id } }) => id)

/** Finds projects in the version that the caller saw, or in any if he does not say. */
export async function projectFinder(
  trx: Trx,
  items: readonly ProjectItem[],
  { user }: StepContext,
): Promise<Finder<LiveProject, ProjectItem>> {
  const ids = items.map(({ id }) => id)
  const rows = await findProjects(trx, ids, user, true)
  const records = new Map(rows.map((row) => [row.id, reviewedProject(row, user)]))
  const find = ({ id, version }: ProjectItem): LiveProject => {
    const record = records.get(id)
    if (!record) throw notFound('项目')
    if (version !== undefined && version !== record.version)
      throw conflict(STALE.code, '打开之后内容已变化，请核对后再办理')
    return record
  }
  return { find }
}

/** The line of an action at the place that the request names. */
export const lineOf = ({ row, parties }: LiveProject, { target }: ProjectItem, action: FlowAction) =>
  stepAt(parties, row, action, target)

/** The refusal of a pass that does not say why a project of an undecided pair is none. */
function unexplained({ other_name: name, score }: OpenPair): HttpError {
  const message = `与“${name}”疑似重复（${score} 分）未判定，请先判定，或写明通过的理由`
  return conflict('W-030', message, [{ field: 'passReasons', message }])
}

/** Checks submissions, and that passes say why a project of an undecided pair is none. */
export async function projectChecker(
  trx: Trx,
  steps: readonly TakenProject[],
  { now }: StepContext,
): Promise<Checker<LiveProject, ProjectItem>> {
  const sent = steps.filter(isHandedIn)
  const reasons = new Map(sent.map(({ record, item }) => [record.id, item.repeatReason]))
  const submissionOf = await judgedSubmissions(trx, rowsOf(sent), reasons, now)
  const passing = steps.filter(({ request }) => request.action === 'PASS')
  const pairs = passing.length > 0 ? await openPairs(trx, idsOf(passing)) : new Map<number, OpenPair[]>()
  const check = (step: TakenProject): ProjectItem => {
    const { item, record } = step
    const [pair] = pairs.get(record.id) ?? []
    if (pair && !item.passReason) throw unexplained(pair)
    return isHandedIn(step) ? { ...item, submission: submissionOf(record.row) } : item
  }
  return { check }
}

/** Whether an author submits. The province sends up what its authors submitted. */
const isHandedIn = ({ request, item }: TakenProject): boolean =>
  request.action === 'SUBMIT' && item.target === 'province'

/** Counts other versions in the statistics: only authors that submit or withdraw change which. */
async function recount(trx: Trx, steps: readonly TakenProject[]): Promise<void> {
  const sent = steps.filter(isHandedIn)
  // Of all withdrawals, only an author's makes a draft.
  const back = steps.filter(({ request, to }) => request.action === 'WITHDRAW' && to === DeclareStatus.draft)
  if (sent.length > 0) await countSubmitted(trx, idsOf(sent))
  if (back.length > 0) await takeBackSubmitted(trx, idsOf(back))
  // Statistics do not tell apart the states of a version that counts.
  await touchProjects(
    trx,
    rowsOf([...sent, ...back]).map((row) => row.province_code),
  )
}

/** Writes the states of steps in one statement, which versions count, and the pairs that submissions have. */
export async function moveProjectStates(
  trx: Trx,
  steps: readonly TakenProject[],
  { user }: StepContext,
): Promise<void> {
  const found = steps.flatMap(({ record: { row }, item: { submission } }) =>
    submission ? [{ row, pairs: submission.pairs }] : [],
  )
  if (found.length > 0) await storePairs(trx, found)
  await recount(trx, steps)
  const moves = steps.map(({ to, record: { row } }) => statusesOf(stateNamed(to), row))
  await sql`
    update es_project p set declare_status = x.declare, country_status = x.country, read_flag = false,
      submitted_once = true, first_plan_grid_date = coalesce(p.first_plan_grid_date, p.plan_grid_date),
      waiting_since = now(), version = p.version + 1, update_by = ${user.username}, update_time = now(),
      last_opinion = coalesce(x.opinion, p.last_opinion), repeat_reason = coalesce(x.reason, p.repeat_reason)
    from unnest(${idsOf(steps)}::bigint[], ${rowsOf(steps).map((row) => row.province_code)}::text[],
      ${moves.map(({ declare }) => declare)}::text[], ${moves.map(({ country }) => country)}::text[],
      ${steps.map(({ request }) => request.opinion || null)}::text[],
      ${steps.map(({ item }) => item.repeatReason || null)}::text[])
      as x(id, province_code, declare, country, opinion, reason)
    where p.province_code = x.province_code and p.id = x.id`.execute(trx)
  await indexProjects(
    trx,
    rowsOf(steps).flatMap((row) => (row.submitted_once ? [] : [row.id])),
  )
}

/** State code in the history: those of the nation's review have the prefix C, at its steps alone. */
export function notedState(state: string, { target }: ProjectItem): string {
  if (target === 'country') return state.slice(0, 2)
  return state.startsWith('C') ? DeclareStatus.passed : state
}

/** Warnings of a submission, with the reasons of its author. */
export const warnedProject = (_record: LiveProject, item: ProjectItem): ReviewWarning[] =>
  (item.submission?.warnings ?? []).map(({ field, caption, code, message }) => {
    const reason = item.warningReasons.find((each) => each.field === field)?.reason
    return {
      field,
      message,
      ...(caption ? { fieldLabel: caption } : {}),
      ...(code ? { code } : {}),
      ...(reason ? { reason } : {}),
    }
  })

/** Stores why projects were passed. */
export const afterProjects = (
  trx: Trx,
  steps: readonly Taken<LiveProject, ProjectItem>[],
  { user }: StepContext,
): Promise<void> => {
  const reasons = steps.flatMap(({ id, request, item: { passReason } }) =>
    request.action === 'PASS' && passReason ? [[id, passReason] as const] : [],
  )
  return storePassReasons(trx, new Map(reasons), user)
}

export const projectLinks = (record: { id: number } | undefined): Target =>
  record ? { kind: 'PROJECT', purpose: 'read' } : { kind: 'PROJECT', purpose: 'list' }

const VERBS: Readonly<Record<string, string>> = { PASS: '通过', SUBMIT: '提交' }

export const verbOf = ({ request: { action }, item: { target } }: TakenProject): string =>
  action === 'SUBMIT' && target === 'country' ? '上报国家' : (VERBS[action] ?? '')

/** Tells the office that gets a returned project. */
export const returnedProject = (
  { record: { id, title: name }, request: { opinion = '' } }: TakenProject,
  office: number | null,
  { user }: StepContext,
): AnyMessage => ({
  code: 'project.returned',
  to: { offices: [office] },
  values: { id, name, office: user.orgName, opinion },
})
