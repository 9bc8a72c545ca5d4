import { DeclareStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { type AnyMessage, tellAll } from '../messages/tell.ts'
import { toldTogether } from '../messages/told-together.ts'
import { type OfficeOf, officesOf, placeNow, type Territory } from './place-now.ts'
import type { PlannedMove } from './planned-move.ts'
import type { ProjectRow } from './query.ts'
import { isReturn, levelsOf } from './states.ts'

type FlowRequest = components['schemas']['FlowRequest']

const AT: Readonly<Record<string, Territory>> = {
  [DeclareStatus.atCounty]: 'county',
  [DeclareStatus.atCity]: 'city',
  [DeclareStatus.atProvince]: 'province',
}

/** The levels below the one that has taken a step on a project. */
function levelsBelow(row: ProjectRow): Territory[] {
  const levels = levelsOf(row)
  const at = AT[row.declare_status]
  return at ? levels.slice(0, levels.indexOf(at)) : levels
}

interface Telling {
  user: Caller
  after: number
}

const itemOf = (move: PlannedMove) => ({ id: move.row.id, name: move.row.project_name, move })

/** Where a project is after its step. */
function placeAfter({ row, move }: PlannedMove, officeOf: OfficeOf) {
  // The states of the flow are those of the columns.
  const after = { ...row, declare_status: move.declare, country_status: move.country } as ProjectRow
  const { state, holder, stage, stages } = placeNow(after, officeOf)
  return { state, next: holder && `由${holder}办理（第 ${stage}/${stages} 步）` }
}

/** The authors, and of the nation's passes those who passed before. */
function tellPassed(
  moves: readonly PlannedMove[],
  officeOf: OfficeOf,
  { action, target }: FlowRequest,
  user: Caller,
): AnyMessage[] {
  const isByNation = action === 'PASS' && target === 'country'
  const receivers = ({ move: { row } }: ReturnType<typeof itemOf>) => [
    row.org_id,
    ...(isByNation ? levelsOf(row).map((level) => officeOf(row, level)?.id) : []),
  ]
  const verb = action === 'PASS' ? '通过' : '上报国家'
  const items = moves.map((move) => ({ ...itemOf(move), place: placeAfter(move, officeOf) }))
  const together = groupedBy(items, ({ place }) => `${place.state} ${place.next}`)
  return [...together.values()].flatMap((own) => {
    const place = own[0]?.place
    if (!place) return []
    return toldTogether(own, receivers)
      .filter(({ office }) => office !== user.orgId)
      .map(({ office, ...told }) => ({
        code: 'project.moved' as const,
        to: { offices: [office] },
        values: { ...told, ...place, office: user.orgName, verb },
      }))
  })
}

const tellOthers = (
  code: 'project.voided' | 'project.withdrawn',
  moves: readonly PlannedMove[],
  receivers: (row: ProjectRow) => readonly (number | undefined)[],
  user: Caller,
): AnyMessage[] =>
  toldTogether(moves.map(itemOf), ({ move: { row } }) => receivers(row))
    .filter(({ office }) => office !== user.orgId)
    .map(({ office, ...told }) => ({
      code,
      to: { offices: [office] },
      values: { ...told, office: user.orgName },
    }))

function messagesOf(
  moves: readonly PlannedMove[],
  officeOf: OfficeOf,
  request: FlowRequest,
  user: Caller,
): AnyMessage[] {
  const { action, target } = request
  const idAt = (row: ProjectRow, level: Territory | undefined) => level && officeOf(row, level)?.id
  if (action === 'PASS' || (action === 'SUBMIT' && target === 'country'))
    return tellPassed(moves, officeOf, request, user)
  if (action === 'WITHDRAW')
    return tellOthers('project.withdrawn', moves, (row) => [idAt(row, AT[row.declare_status])], user)
  // What the nation returns is with the province, and its passes hold until the province sends it down.
  if (isReturn(action) && !(action === 'RETURN' && target === 'country'))
    return tellOthers(
      'project.voided',
      moves,
      (row) => levelsBelow(row).map((level) => idAt(row, level)),
      user,
    )
  return []
}

/**
 * Tells offices what a step did to projects: authors of passes, who passed before of voided passes, who held them of
 * withdrawals. Each office gets one message.
 * @returns the ids of the messages
 */
export async function tellMoves(
  trx: Trx,
  moves: readonly PlannedMove[],
  request: FlowRequest,
  { user, after }: Telling,
): Promise<number[]> {
  if (moves.length === 0) return []
  const officeOf = await officesOf(
    trx,
    moves.map(({ row }) => row),
  )
  return tellAll(trx, messagesOf(moves, officeOf, request, user), { after })
}
