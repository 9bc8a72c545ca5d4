import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../../db/database.ts'
import type { StepContext, StepOutcome } from '../../flow/step.ts'
import { takeSteps } from '../../flow/take-steps.ts'
import { pilotAnnual } from './kind.ts'

/** Saves, submits or reviews a report. @throws HttpError 400, 403, 404, 409 or 423 */
export const saveAnnual = (
  trx: Trx,
  request: components['schemas']['AnnualReportRequest'],
  ctx: StepContext,
): Promise<StepOutcome> => {
  const { id, version, action, opinion, dueDate, remarks = [], closeRemarks, ...own } = request
  const { demoProjectId, year, ...fields } = own
  const item = { id, version, remarks, fields, key: { demoProjectId, year, quarter: undefined } }
  return takeSteps(trx, pilotAnnual, [item], { action, opinion, dueDate, closeRemarks }, ctx)
}
