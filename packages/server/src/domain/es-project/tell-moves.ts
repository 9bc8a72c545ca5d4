import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { tellMoved } from '../flow/tell-moved.ts'
import { reviewedProject } from '../kinds/project/record.ts'
import type { Target } from '../links/link-to.ts'
import type { PlannedMove } from './planned-move.ts'
import type { ProjectRow } from './query.ts'
import { isReturn } from './states.ts'

type FlowRequest = components['schemas']['FlowRequest']

interface Telling {
  user: Caller
  after: number
}

const VERBS: Readonly<Record<string, string>> = { PASS: '通过', SUBMIT: '提交', country: '上报国家' }

const links = (record: { id: number } | undefined): Target =>
  record ? { kind: 'PROJECT', purpose: 'read' } : { kind: 'PROJECT', purpose: 'list' }

/**
 * Tells offices what a step did to projects: authors of passes, who deals with them next, who passed before of voided
 * passes, who held them of withdrawals. Each office gets one message.
 * @returns the ids of the messages
 */
export async function tellMoves(
  trx: Trx,
  moves: readonly PlannedMove[],
  { action, target }: FlowRequest,
  { user, after }: Telling,
): Promise<number[]> {
  const isCountry = target === 'country'
  const moved = moves.map(({ row, move }) => ({
    before: reviewedProject(row, user),
    after: reviewedProject(
      // The states of the flow are those of the columns.
      { ...row, declare_status: move.declare, country_status: move.country } as ProjectRow,
      user,
    ),
    // A project that the nation returns is with the province; passes below hold until the province sends it down.
    returns: !isReturn(action)
      ? undefined
      : isCountry && action === 'RETURN'
        ? ('reviewer' as const)
        : ('author' as const),
  }))
  const verb = VERBS[isCountry && action === 'SUBMIT' ? 'country' : action] ?? ''
  return tellMoved(trx, { code: 'PROJECT', links }, moved, { action, verb, user, after })
}
