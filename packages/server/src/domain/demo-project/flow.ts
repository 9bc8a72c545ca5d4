import { DemoStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { CLOSED, windowClosed } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { noteFlow } from '../flow-notes.ts'
import { tellEach } from '../messages/tell.ts'
import { reply } from '../reply.ts'
import type { ReviewDraft } from '../review/drafts.ts'
import { keepForUndo, offerUndo, type Undoable, WAY_SECONDS } from '../review/undo.ts'
import { stateOf } from '../review/undo-state.ts'
import { storeFeedback } from './feedback.ts'
import { assertRequest, type PlannedStep, planSteps } from './flow-plan.ts'
import type { DemoFlowRequest, DemoRefusal } from './flow-request.ts'
import { writeReview } from './flow-review.ts'
import { findDemos } from './query.ts'
import { storeRepeatReasons } from './repeats.ts'
import { REVIEW_STATES } from './sight.ts'
import { tellAnnounced } from './tell-announced.ts'
import { tellMoves } from './tell-moves.ts'

type BatchResult = components['schemas']['BatchResult']

const ABSENT: DemoRefusal = { code: 'W-002', message: '示范项目不存在' }

/**
 * Whether a step stays within the review before its result is public. Such steps keep version and time, because both would
 * reveal them.
 */
const isHidden = ({ row, step }: PlannedStep): boolean =>
  !row.is_published &&
  REVIEW_STATES.includes(row.status) &&
  step.to !== undefined &&
  REVIEW_STATES.includes(step.to)

/** Returns the column values that a step writes to a project, unchanged ones included. */
function changesOf({ row, step }: PlannedStep, request: DemoFlowRequest) {
  const { action } = request
  const isReturn = action === 'RETURN'
  return {
    id: row.id,
    status: step.to ?? row.status,
    excellent_type_status: step.excellent ?? row.excellent_type_status,
    excellent_type: request.excellentType ?? row.excellent_type,
    // Setting it back would tell outsiders of a hidden step.
    read_flag: action === 'READ' || (isHidden({ row, step }) && row.read_flag),
    submitted_once: row.submitted_once || action === 'SUBMIT',
    opened_parts: isReturn ? (request.parts ?? null) : row.opened_parts,
    due_date: isReturn ? (request.dueDate ?? row.due_date) : action === 'ACCEPT' ? null : row.due_date,
    recommend_order: isReturn || action === 'WITHDRAW' ? null : row.recommend_order,
    announce_no: request.announceNo?.trim() ?? row.announce_no,
    announce_date: request.announceDate ?? row.announce_date,
    is_hidden: isHidden({ row, step }),
  }
}

/** Writes the states of planned steps, in one statement. */
async function writeSteps(
  trx: Trx,
  moves: readonly PlannedStep[],
  request: DemoFlowRequest,
  user: Caller,
): Promise<void> {
  const changes = moves.map((move) => changesOf(move, request))
  const isRead = request.action === 'READ'
  await sql`
    update demo_project p set status = x.status, excellent_type_status = x.excellent_type_status,
      excellent_type = x.excellent_type, read_flag = x.read_flag, submitted_once = x.submitted_once,
      opened_parts = x.opened_parts, due_date = x.due_date,
      recommend_order = x.recommend_order, announce_no = x.announce_no, announce_date = x.announce_date,
      last_opinion = coalesce(${request.opinion?.trim() || null}, p.last_opinion),
      waiting_since = case when ${isRead} then p.waiting_since else now() end,
      version = case when x.is_hidden or ${isRead} then p.version else p.version + 1 end,
      update_by = case when x.is_hidden or ${isRead} then p.update_by else ${user.username} end,
      update_time = case when x.is_hidden or ${isRead} then p.update_time else now() end
    from jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb) as x(id bigint, status text,
      excellent_type_status text, excellent_type text, read_flag boolean, submitted_once boolean, opened_parts text[],
      due_date date, recommend_order integer, announce_no text, announce_date date, is_hidden boolean)
    where p.id = x.id`.execute(trx)
  if (request.action === 'PASS') await appendToOrder(trx, moves)
}

/** Puts newly recommended projects at the end of their recommender's order. */
async function appendToOrder(trx: Trx, moves: readonly PlannedStep[]): Promise<void> {
  await sql`
    update demo_project p set recommend_order = x.place + coalesce((select max(o.recommend_order) from demo_project o
        where o.recommend_org_id = p.recommend_org_id and o.batch_year = p.batch_year and o.batch_no = p.batch_no
          and not o.deleted), 0)
    from unnest(${moves.map(({ row }) => row.id)}::bigint[]) with ordinality as x(id, place)
    where p.id = x.id`.execute(trx)
}

async function noteSteps(
  trx: Trx,
  moves: readonly PlannedStep[],
  request: DemoFlowRequest,
  user: Caller,
): Promise<void> {
  const notes = moves.map(({ row, step }) => ({
    provinceCode: row.province_code,
    id: row.id,
    action: request.action,
    from: row.status,
    to: step.to ?? row.status,
    opinion: request.opinion?.trim(),
    isSealed: isHidden({ row, step }),
    ...(request.action === 'RETURN'
      ? {
          dueDate: request.dueDate,
          remarkCount: request.remarks?.find(({ id }) => id === row.id)?.remarks.length || 1,
        }
      : {}),
  }))
  await noteFlow(trx, 'DEMO', notes, user)
}

/** Notifies the applicants of returned projects; if the nation returned them, the recommenders too. */
async function tellReturns(
  trx: Trx,
  moves: readonly PlannedStep[],
  request: DemoFlowRequest,
  { user, after }: { user: Caller; after: number },
): Promise<number[]> {
  if (request.action !== 'RETURN') return []
  const told = (row: PlannedStep['row'], office: number | null) => ({
    to: { offices: [office] },
    values: {
      ...{ id: row.id, name: row.project_name, office: user.orgName },
      ...{ dueDate: request.dueDate, opinion: request.opinion ?? '' },
    },
  })
  const byNation = moves.filter(({ step }) => step.to === DemoStatus.returnedByNation)
  const toApplicants = moves.map(({ row }) => told(row, row.org_id))
  const toRecommenders = byNation.map(({ row }) => told(row, row.recommend_org_id))
  return [
    ...(await tellEach(trx, 'demo.returned', toApplicants, { after })),
    ...(await tellEach(trx, 'demo.returned.notice', toRecommenders, { after })),
  ]
}

/** A project before its step, with its reviewer's draft. */
const undoable = (
  { row }: PlannedStep,
  { opinion, dueDate, remarks, action }: DemoFlowRequest,
): Undoable => ({
  id: row.id,
  provinceCode: row.province_code,
  version: row.version,
  state: stateOf('DEMO', { ...row }),
  ...(action === 'SUBMIT'
    ? {}
    : {
        draft: reply<Omit<ReviewDraft, 'entity' | 'entityId' | 'savedAt'>>({
          opinion,
          dueDate,
          remarks: remarks?.find(({ id }) => id === row.id)?.remarks,
        }),
      }),
})

/** Writes planned steps with all their effects. */
async function writePlan(
  trx: Trx,
  moves: readonly PlannedStep[],
  request: DemoFlowRequest,
  { user, now, undoSeconds }: { user: Caller; now: Date; undoSeconds: number },
): Promise<BatchResult['undo']> {
  // Undoing changes version and time, too.
  const isUndoable = undoSeconds > 0 && moves.every((move) => move.step.undo && !isHidden(move))
  const before = isUndoable ? moves.map((move) => undoable(move, request)) : []
  const kept = isUndoable ? await keepForUndo(trx, 'DEMO', before) : []
  const ids = moves.map(({ row }) => row.id)
  await writeReview(trx, ids, request, { user, now })
  await storeFeedback(trx, ids, request, user)
  await writeSteps(trx, moves, request, user)
  await noteSteps(trx, moves, request, user)
  if (request.action === 'PASS') await storeRepeatReasons(trx, ids, request, user)
  const telling = { user, after: isUndoable ? undoSeconds + WAY_SECONDS : 0 }
  const messageIds = [
    ...(await tellReturns(trx, moves, request, telling)),
    ...(await tellMoves(trx, moves, request, telling)),
    ...(await tellAnnounced(trx, moves, request)),
  ]
  return isUndoable
    ? offerUndo(trx, 'DEMO', kept, { user, now, seconds: undoSeconds, messageIds })
    : undefined
}

/**
 * Moves each project independently. One that cannot move reports why and does not block the others.
 * @throws HttpError 400 for a request without its reason; 423 if all are refused because the time is over
 */
export async function moveDemos(
  trx: Trx,
  request: DemoFlowRequest,
  user: Caller,
  { now, undoSeconds = 0 }: { now: Date; undoSeconds?: number },
): Promise<BatchResult> {
  assertRequest(request)
  const ids = [...new Set(request.ids)]
  const rows = await findDemos(trx, ids, user, { now, lock: true })
  const { moves, refusals } = await planSteps(trx, rows, request, user, now)
  const failed = ids.flatMap((id) => {
    const isMoved = moves.some(({ row }) => row.id === id)
    return isMoved ? [] : [{ id, ...(refusals.get(id) ?? ABSENT) }]
  })
  const [first] = failed
  if (first && failed.length === ids.length && failed.every(({ code }) => code === CLOSED.code))
    throw windowClosed({ code: CLOSED.code, message: first.message })
  const undo = moves.length > 0 ? await writePlan(trx, moves, request, { user, now, undoSeconds }) : undefined
  const moved = new Set(moves.map(({ row }) => row.id))
  return { succeeded: ids.filter((id) => moved.has(id)), ...(undo ? { undo } : {}), failed }
}
