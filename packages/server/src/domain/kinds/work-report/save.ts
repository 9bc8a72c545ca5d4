import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../../db/database.ts'
import type { StepContext, StepOutcome } from '../../flow/step.ts'
import { takeSteps } from '../../flow/take-steps.ts'
import { workReport } from './kind.ts'

/** Saves, submits or reviews a report. @throws HttpError 400, 403, 404, 409 or 423 */
export const saveWorkReport = (
  trx: Trx,
  request: components['schemas']['WorkReportRequest'],
  ctx: StepContext,
): Promise<StepOutcome> => {
  const { id, version, action, opinion, dueDate, remarks = [], closeRemarks, refill, ...own } = request
  const { year, reportType, ...fields } = own
  const item = { id, version, remarks, refill, fields, key: { year, reportType } }
  return takeSteps(trx, workReport, [item], { action, opinion, dueDate, closeRemarks }, ctx)
}
