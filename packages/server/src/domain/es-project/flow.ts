import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, notFound, opinionMissing } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { noteFlow } from '../flow-notes.ts'
import { reply } from '../reply.ts'
import type { ReviewDraft } from '../review/drafts.ts'
import { keepForUndo, offerUndo, type Undoable, WAY_SECONDS } from '../review/undo.ts'
import { stateOf } from '../review/undo-state.ts'
import { indexProjects } from '../text-search/project-index.ts'
import { storePairs } from './duplicates/store.ts'
import type { Refusal } from './faults.ts'
import { type Plan, planMoves } from './flow-plan.ts'
import { writeReview } from './flow-review.ts'
import { noteMoves, tellReturns, writeMoves } from './flow-write.ts'
import type { PlannedMove } from './planned-move.ts'
import { findProjects } from './query.ts'
import { isReturn, mayRead } from './states.ts'
import { tellMoves } from './tell-moves.ts'

type FlowRequest = components['schemas']['FlowRequest']
type BatchResult = components['schemas']['BatchResult']

const ABSENT: Refusal = { code: 'W-002', message: '项目不存在' }

/**
 * Moves each project independently. One that cannot move reports why and does not block the others. Uses a constant
 * number of statements.
 */
export async function moveProjects(
  trx: Trx,
  request: FlowRequest,
  user: Caller,
  { now, undoSeconds = 0 }: { now: Date; undoSeconds?: number },
): Promise<BatchResult> {
  const isBack = isReturn(request.action)
  if (isBack && !request.opinion?.trim()) throw opinionMissing()
  const ids = [...new Set(request.ids)]
  const found = new Map((await findProjects(trx, ids, user, true)).map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => found.get(id) ?? [])
  const plan = await planMoves(trx, rows, request, user, day(now))
  const { moves, refusals } = plan
  const undo = moves.length > 0 ? await writePlan(trx, plan, request, { user, now, undoSeconds }) : undefined
  const moved = new Set(moves.map(({ row }) => row.id))
  return {
    succeeded: ids.filter((id) => moved.has(id)),
    ...(undo ? { undo } : {}),
    failed: ids.filter((id) => !moved.has(id)).map((id) => ({ id, ...(refusals.get(id) ?? ABSENT) })),
  }
}

/** The actions that can be undone for some seconds. */
const UNDOABLE: readonly string[] = ['SUBMIT', 'PASS', 'RETURN']

/** The project before its move, with what its reviewer wrote as a draft. */
const undoable = ({ row }: PlannedMove, { opinion, dueDate, remarks, action }: FlowRequest): Undoable => ({
  id: row.id,
  provinceCode: row.province_code,
  version: row.version,
  state: stateOf('PROJECT', row),
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

/** Writes planned moves with all that follows from them. */
async function writePlan(
  trx: Trx,
  { moves, pairs, warnings }: Plan,
  request: FlowRequest,
  { user, now, undoSeconds }: { user: Caller; now: Date; undoSeconds: number },
): Promise<BatchResult['undo']> {
  const isUndoable = undoSeconds > 0 && UNDOABLE.includes(request.action)
  const kept = isUndoable
    ? await keepForUndo(
        trx,
        'PROJECT',
        moves.map((move) => undoable(move, request)),
      )
    : []
  if (pairs.length > 0) await storePairs(trx, pairs)
  await writeMoves(trx, moves, request, user)
  await indexProjects(
    trx,
    moves.flatMap(({ row }) => (row.submitted_once ? [] : [row.id])),
  )
  await noteMoves(trx, moves, request, user)
  await writeReview(trx, moves, request, { user, now, warnings })
  const after = isUndoable ? undoSeconds + WAY_SECONDS : 0
  const returned = isReturn(request.action) ? await tellReturns(trx, moves, request, { user, after }) : []
  const messageIds = [...returned, ...(await tellMoves(trx, moves, request, { user, after }))]
  return isUndoable
    ? offerUndo(trx, 'PROJECT', kept, { user, now, seconds: undoSeconds, messageIds })
    : undefined
}

/** Signs projects in, all or none. The lower level can then no longer withdraw them. */
export async function signIn(trx: Trx, ids: readonly number[], user: Caller): Promise<void> {
  const rows = await findProjects(trx, ids, user, true)
  if (rows.length < new Set(ids).size) throw notFound('项目')
  if (!rows.every((row) => mayRead(user, row))) throw conflict('W-009', '只能签收待本单位办理的项目')
  const unread = rows.filter(({ read_flag }) => !read_flag)
  await sql`
    update es_project p set read_flag = true from unnest(${unread.map(({ id }) => id)}::bigint[],
      ${unread.map((row) => row.province_code)}::text[]) x(id, province_code)
    where p.province_code = x.province_code and p.id = x.id`.execute(trx)
  const notes = unread.map(({ id, province_code, declare_status: status }) => ({
    provinceCode: province_code,
    id,
    action: 'READ',
    from: status,
    to: status,
  }))
  await noteFlow(trx, 'PROJECT', notes, user)
}
