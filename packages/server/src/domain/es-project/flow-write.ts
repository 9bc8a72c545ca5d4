import { DeclareStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { noteFlow } from '../flow-notes.ts'
import { tellEach } from '../messages/tell.ts'
import { officesAt } from '../review/offices.ts'
import { touchProjects } from '../revisions/statistics.ts'
import type { Move } from './flow-table.ts'
import type { PlannedMove } from './planned-move.ts'
import { type FlowTarget, isReturn } from './states.ts'
import { countSubmitted, takeBackSubmitted } from './submitted.ts'

type FlowRequest = components['schemas']['FlowRequest']

const targetOf = ({ target = 'province' }: FlowRequest): FlowTarget => target

/** The moves of authors that submit or withdraw. Only they change which versions statistics count. */
function recountedBy(moves: readonly PlannedMove[], request: FlowRequest): readonly PlannedMove[] {
  if (request.action === 'SUBMIT') return targetOf(request) === 'province' ? moves : []
  // Of all withdrawals, only an author's makes a draft.
  if (request.action === 'WITHDRAW') return moves.filter(({ move }) => move.declare === DeclareStatus.draft)
  return []
}

/** Writes the planned moves in one statement, and which versions count. */
export async function writeMoves(
  trx: Trx,
  moves: readonly PlannedMove[],
  request: FlowRequest,
  user: Caller,
): Promise<void> {
  const { opinion, repeatReason } = request
  const recounted = recountedBy(moves, request).map(({ row }) => row)
  const recount = request.action === 'SUBMIT' ? countSubmitted : takeBackSubmitted
  if (recounted.length > 0)
    await recount(
      trx,
      recounted.map(({ id }) => id),
    )
  await sql`
    update es_project p set declare_status = x.declare, country_status = x.country, read_flag = false,
      submitted_once = true, waiting_since = now(), version = p.version + 1, update_by = ${user.username},
      update_time = now(), last_opinion = coalesce(${opinion || null}, p.last_opinion),
      repeat_reason = coalesce(${repeatReason || null}, p.repeat_reason)
    from unnest(${moves.map(({ row }) => row.id)}::bigint[], ${moves.map(({ row }) => row.province_code)}::text[],
      ${moves.map(({ move }) => move.declare)}::text[], ${moves.map(({ move }) => move.country)}::text[])
      as x(id, province_code, declare, country)
    where p.province_code = x.province_code and p.id = x.id`.execute(trx)
  // Statistics do not tell apart the states of a version that counts.
  await touchProjects(
    trx,
    recounted.map((row) => row.province_code),
  )
}

/** State code in the history; national states have the prefix C. */
const noted = (target: FlowTarget, { declare, country }: Move) =>
  target === 'country' ? `C${country}` : declare

/** A return without remarks makes its opinion one. */
const remarkCountOf = ({ remarks }: FlowRequest, id: number): number =>
  remarks?.find((each) => each.id === id)?.remarks.length || 1

/** Records each move in the project's history. */
export async function noteMoves(
  trx: Trx,
  moves: readonly PlannedMove[],
  request: FlowRequest,
  user: Caller,
): Promise<void> {
  const target = targetOf(request)
  const notes = moves.map(({ row, move }) => ({
    provinceCode: row.province_code,
    id: row.id,
    action: request.action,
    from: noted(target, { declare: row.declare_status, country: row.country_status }),
    to: noted(target, move),
    opinion: request.opinion,
    ...(isReturn(request.action)
      ? { dueDate: request.dueDate, remarkCount: remarkCountOf(request, row.id) }
      : {}),
  }))
  await noteFlow(trx, 'PROJECT', notes, user)
}

/** Notifies the offices that projects were returned to: the author's, or the province's if the nation returned them. */
export async function tellReturns(
  trx: Trx,
  moves: readonly PlannedMove[],
  request: FlowRequest,
  { user, after }: { user: Caller; after: number },
): Promise<number[]> {
  const officeAt =
    targetOf(request) === 'country'
      ? await officesAt(
          trx,
          [deptKinds.province],
          moves.map(({ row }) => row.province_code),
        )
      : undefined
  const { opinion = '' } = request
  return tellEach(
    trx,
    'project.returned',
    moves.map(({ row }) => ({
      to: {
        offices: [officeAt ? (officeAt(deptKinds.province, row.province_code)?.id ?? null) : row.org_id],
      },
      values: { id: row.id, name: row.project_name, office: user.orgName, opinion },
    })),
    { after },
  )
}
