import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../../db/database.ts'
import { type HttpError, notFound } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import { deleteDrafts } from '../../deleted-drafts/delete.ts'
import { refusedNow } from '../../flow/refused-now.ts'
import type { StepContext, StepOutcome } from '../../flow/step.ts'
import { takeSteps } from '../../flow/take-steps.ts'
import { findProvincialPilots } from '../../provincial/pilot-rows.ts'
import { provincialBin } from './bin.ts'
import { provincialPilot } from './kind.ts'

type Schemas = components['schemas']

/** Creates a project. @throws HttpError 400, 403, 409 or 423 */
export const createProvincialDemo = (
  trx: Trx,
  { action, ...fields }: Schemas['ProvincialDemoDraft'],
  ctx: StepContext,
): Promise<StepOutcome> => takeSteps(trx, provincialPilot, [{ fields }], { action }, ctx)

/** Checks and applies a step to a project. @throws HttpError 400, 403, 404, 409 or 423 */
export const updateProvincialDemo = (
  trx: Trx,
  request: Schemas['ProvincialDemoUpdate'],
  ctx: StepContext,
): Promise<StepOutcome> => {
  const { id, version, action, opinion, dueDate, remarks = [], closeRemarks, ...fields } = request
  const step = { action, opinion, dueDate, closeRemarks }
  return takeSteps(trx, provincialPilot, [{ id, version, remarks, fields }], step, ctx)
}

const DELETABLE: readonly string[] = [
  ReportStatus.draft,
  ReportStatus.returned,
  ReportStatus.returnedByNation,
]

/** The refusal of a deletion by the state of a project. */
async function notNow(trx: Trx, id: number, user: Caller): Promise<HttpError> {
  const records = await provincialPilot.load(trx, [id], user)
  const refusals = await refusedNow(trx, { code: 'PROV_DEMO', reopens: () => false }, records)
  return [...refusals.values()][0] ?? notFound('省级示范项目')
}

/** Deletes drafts and returned projects of the own province: all or none. @throws HttpError 404 or 409 */
export async function deleteProvincialDemos(
  trx: Trx,
  ids: readonly number[],
  user: Caller,
  now: Date,
): Promise<void> {
  const wanted = [...new Set(ids)]
  const rows = (await findProvincialPilots(trx, wanted, user, true)).filter(
    ({ province_code }) => province_code === user.provinceCode,
  )
  if (rows.length < wanted.length) throw notFound('省级示范项目')
  const stuck = rows.find(({ status }) => !DELETABLE.includes(status))
  if (stuck) throw await notNow(trx, stuck.id, user)
  await deleteDrafts(trx, provincialBin, rows, ({ status }) => status, { user, now })
}
