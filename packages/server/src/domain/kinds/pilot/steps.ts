import { DemoStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { conflict, notFound, staleVersion } from '../../../errors.ts'
import { labelIn } from '../../dict/label.ts'
import type { Finder } from '../../flow/kind.ts'
import type { Step, StepContext, StepItem, Taken } from '../../flow/step.ts'
import type { FlowAction } from '../../flow/table.ts'
import type { Target } from '../../links/link-to.ts'
import type { AnyMessage, Recipients } from '../../messages/tell.ts'
import { storeFeedback } from '../../pilot-project/feedback.ts'
import { findPilots } from '../../pilot-project/query.ts'
import { storeRepeatReasons } from '../../pilot-project/repeats.ts'
import { REVIEW_STATES } from '../../pilot-project/sight.ts'
import { isStoppedByReceipt, stepBy } from '../../pilot-project/states.ts'
import { announcedNews } from '../../pilot-project/tell-announced.ts'
import { type LivePilot, reviewedPilot } from './record.ts'

/** The part of a request that concerns one project. */
export interface PilotItem extends StepItem {
  id: number
  /** The request with what it says of all its projects. */
  said: components['schemas']['DemoFlowRequest']
  /** Whether those concerned read of the step in the answer to an objection. */
  isTold?: boolean
}

export type PilotStep = Step<LivePilot, PilotItem>

/** Finds projects in the version that the caller saw, or in any if he does not say. */
export async function pilotFinder(
  trx: Trx,
  items: readonly PilotItem[],
  { user, now }: StepContext,
): Promise<Finder<LivePilot, PilotItem>> {
  const ids = items.map(({ id }) => id)
  const rows = await findPilots(trx, ids, user, { now, lock: true })
  // Steps leave the content as it is; what the review keeps of it is read after them.
  const records = new Map(rows.map((row) => [row.id, reviewedPilot({ row, content: {} }, user)]))
  const find = ({ id, version }: PilotItem): LivePilot => {
    const record = records.get(id)
    if (!record) throw notFound('示范项目')
    if (version !== undefined && version !== record.version) throw staleVersion()
    return record
  }
  return { find }
}

/** @throws HttpError for a withdrawal after the office above has signed the project in */
export function assertUnread(action: FlowAction, { row, party }: LivePilot): void {
  if (isStoppedByReceipt(party, row, action)) throw conflict('M-014', '上级已签收，不能撤回')
}

export const lineOf = ({ row, party }: LivePilot, _item: PilotItem, action: FlowAction) =>
  stepBy(party, row, action)

/**
 * Whether a step stays within the review before its result is public. Such steps keep version and time, because both would
 * reveal them.
 */
export const isHidden = ({ record: { row }, line }: Pick<PilotStep, 'record' | 'line'>): boolean =>
  !row.is_published && REVIEW_STATES.includes(row.status) && REVIEW_STATES.some((state) => state === line.to)

/** Notes the moment at which the batches of these projects were announced. It ends the review of all their projects. */
async function noteAnnounced(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`update demo_publicity b set announced_at = now() where b.announced_at is null and exists (
    select from demo_project p where p.id = any(${[...ids]}::bigint[])
      and p.batch_year = b.batch_year and p.batch_no = b.batch_no)`.execute(trx)
}

/** Stores what was said of projects that failed, why projects passed that may repeat others, and announcements. */
export async function afterPilots(
  trx: Trx,
  steps: readonly Taken<LivePilot, PilotItem>[],
  { user }: StepContext,
): Promise<void> {
  const [first] = steps
  if (!first) return
  const ids = steps.map(({ id }) => id)
  const { said } = first.item
  await storeFeedback(trx, ids, said, user)
  if (said.action === 'ANNOUNCE') await noteAnnounced(trx, ids)
  if (said.action === 'PASS') await storeRepeatReasons(trx, ids, said, user)
}

/** The steps before the experts' review. Those of the review are told when it is opened. */
const TOLD: readonly FlowAction[] = ['SUBMIT', 'PASS', 'ACCEPT', 'WITHDRAW']

export const isQuiet = ({ request }: PilotStep): boolean => !TOLD.includes(request.action)

export const verbOf = ({ request: { action } }: PilotStep): string =>
  action === 'PASS' ? '推荐' : labelIn('flow_action', action)

export const pilotLinks = (record: { id: number } | undefined): Target =>
  record ? { kind: 'DEMO', purpose: 'read' } : { kind: 'DEMO', purpose: 'list' }

const valuesOf = ({ record, request }: PilotStep, { user }: StepContext) => ({
  ...{ id: record.id, name: record.title, office: user.orgName },
  ...{ dueDate: request.dueDate, opinion: request.opinion ?? '' },
})

/** Tells the applicant of a returned project. */
export const returnedPilot = (step: PilotStep, office: number | null, ctx: StepContext): AnyMessage => ({
  code: 'demo.returned',
  to: { offices: [office] },
  values: valuesOf(step, ctx),
})

/**
 * Tells applicant, recommender and platform that a project leaves its batch. Before the publicity only the platform: the
 * others read the result and the reason in the history once it begins, as for all projects that are not selected.
 */
function leftNews(step: PilotStep): AnyMessage[] {
  const { record, request, item } = step
  const { action, opinion = '' } = request
  if ((action !== 'CANCEL' && action !== 'QUIT') || item.isTold) return []
  const { org_id, recommend_org_id, project_name: project } = record.row
  const values = { id: record.id, project, action, reason: opinion }
  const toPlatform: AnyMessage = { code: 'pilot.left', to: { kinds: [deptKinds.platform] }, values }
  if (isHidden(step)) return [toPlatform]
  return [{ code: 'pilot.left', to: { offices: [org_id, recommend_org_id] }, values }, toPlatform]
}

/**
 * Tells recommenders of returned projects, the nation of what the platform returned, all whom an announcement concerns, and
 * those whose project leaves its batch.
 */
export async function tellsOfPilots(
  trx: Trx,
  steps: readonly PilotStep[],
  ctx: StepContext,
): Promise<AnyMessage[]> {
  const [first] = steps
  if (!first) return []
  const byNation = steps.filter(({ to }) => to === DemoStatus.returnedByNation)
  const isForNation = ctx.user.deptId === deptKinds.platform
  const notices = byNation.flatMap((step) => {
    const readers: Recipients[] = [
      { offices: [step.record.row.recommend_org_id] },
      ...(isForNation ? [{ kinds: [deptKinds.nation] }] : []),
    ]
    const values = valuesOf(step, ctx)
    return readers.map((to): AnyMessage => ({ code: 'demo.returned.notice', to, values }))
  })
  const rows = steps.map(({ record }) => record.row)
  return [...notices, ...steps.flatMap(leftNews), ...(await announcedNews(trx, rows, first.item.said))]
}
