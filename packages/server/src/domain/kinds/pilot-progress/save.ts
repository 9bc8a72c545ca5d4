import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../../db/database.ts'
import type { StepContext, StepOutcome } from '../../flow/step.ts'
import { takeSteps } from '../../flow/take-steps.ts'
import { pilotProgress } from './kind.ts'

/** Saves, submits or reviews a report. @throws HttpError 400, 403, 404, 409 or 423 */
export const saveProgress = (
  trx: Trx,
  request: components['schemas']['ProgressRequest'],
  ctx: StepContext,
): Promise<StepOutcome> => {
  const { id, version, action, opinion, dueDate, remarks = [], closeRemarks, ...own } = request
  const { demoProjectId, year, quarter, ...fields } = own
  const item = { id, version, remarks, fields, key: { demoProjectId, year, quarter } }
  return takeSteps(trx, pilotProgress, [item], { action, opinion, dueDate, closeRemarks }, ctx)
}
