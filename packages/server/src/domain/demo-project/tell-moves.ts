import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { tellMoved } from '../flow/tell-moved.ts'
import type { Target } from '../links/link-to.ts'
import type { PlannedStep } from './flow-plan.ts'
import type { DemoFlowRequest } from './flow-request.ts'
import { mentionedDemo } from './mentioned.ts'

/** The steps before the experts' review. Those of the review are told when it is opened. */
const TOLD: readonly DemoFlowRequest['action'][] = ['SUBMIT', 'PASS', 'ACCEPT', 'WITHDRAW']

const links = (record: { id: number } | undefined): Target =>
  record ? { kind: 'DEMO', purpose: 'read' } : { kind: 'DEMO', purpose: 'list' }

/**
 * Tells offices what a step did to projects: who deals with them next, applicants of recommendations and formal checks,
 * who held them of withdrawals.
 * @param after seconds after which the messages appear
 * @returns the ids of the messages
 */
export async function tellMoves(
  trx: Trx,
  moves: readonly PlannedStep[],
  { action }: DemoFlowRequest,
  { user, after }: { user: Caller; after: number },
): Promise<number[]> {
  if (!TOLD.includes(action)) return []
  const moved = moves.map(({ row, step }) => ({
    before: mentionedDemo(row, user),
    after: mentionedDemo({ ...row, status: step.to ?? row.status }, user),
  }))
  const verb = action === 'PASS' ? '推荐' : labelIn('flow_action', action)
  return tellMoved(trx, { code: 'DEMO', links }, moved, { action, verb, user, after })
}
