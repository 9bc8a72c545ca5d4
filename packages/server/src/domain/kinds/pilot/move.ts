import type { components } from '@xinchu/contract/schema'
import { countWords, DEPARTURE_WORDS } from '@xinchu/validators'
import type { Trx } from '../../../db/database.ts'
import { badRequest, CLOSED, opinionMissing, windowClosed } from '../../../errors.ts'
import type { StepContext } from '../../flow/step.ts'
import { takeBatch } from '../../flow/take-steps.ts'
import type { DemoFlowRequest } from '../../pilot-project/flow-request.ts'
import { needsOpinion } from '../../pilot-project/flow-table.ts'
import { pilot } from './kind.ts'

type BatchResult = components['schemas']['BatchResult']

/** @throws HttpError 400 for a departure whose reason is too short */
function assertReason(action: DemoFlowRequest['action'], opinion: string | undefined): void {
  if (action !== 'CANCEL' && action !== 'QUIT') return
  const caption = action === 'CANCEL' ? '取消原因' : '退出原因'
  if (countWords(opinion) < DEPARTURE_WORDS)
    throw badRequest('M-015', `${caption}不少于 ${DEPARTURE_WORDS} 字`, 'opinion')
}

/** @throws HttpError 400 for a request that says too little for its action */
function assertRequest({ action, opinion, ...more }: DemoFlowRequest): void {
  if (needsOpinion(action) && !opinion?.trim()) {
    if (action === 'RETURN') throw opinionMissing()
    throw badRequest('M-015', '意见：请写明原因', 'opinion')
  }
  assertReason(action, opinion)
  if (action === 'ANNOUNCE' && !(more.announceNo?.trim() && more.announceDate))
    throw badRequest('M-016', '公布须给出文号与日期', more.announceNo?.trim() ? 'announceDate' : 'announceNo')
  if (action === 'EXCELLENT_PASS' && !more.excellentType)
    throw badRequest('M-016', '优选入选须给出类别', 'excellentType')
}

/**
 * Moves each project independently. One that cannot move reports why and does not block the others.
 * @param isTold whether those concerned read of it in the answer to an objection
 * @throws HttpError 400 for a request without its reason; 423 if all are refused because the time is over
 */
export async function movePilots(
  trx: Trx,
  said: DemoFlowRequest,
  ctx: StepContext,
  isTold = false,
): Promise<BatchResult> {
  assertRequest(said)
  const { action, dueDate, closeRemarks } = said
  const versions = new Map(said.versions?.map(({ id, version }) => [id, version]))
  const remarks = new Map(said.remarks?.map((each) => [each.id, each.remarks]))
  const items = [...new Set(said.ids)].map((id) => ({
    ...{ id, version: versions.get(id), said, isTold },
    remarks: remarks.get(id) ?? [],
  }))
  const request = { action, opinion: said.opinion?.trim(), dueDate, closeRemarks }
  const result = await takeBatch(trx, pilot, items, request, ctx)
  const [first] = result.failed
  if (
    first &&
    result.failed.length === items.length &&
    result.failed.every(({ code }) => code === CLOSED.code)
  )
    throw windowClosed({ code: CLOSED.code, message: first.message })
  return result
}
