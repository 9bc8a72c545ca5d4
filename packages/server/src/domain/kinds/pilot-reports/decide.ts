import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../../db/database.ts'
import { opinionMissing } from '../../../errors.ts'
import type { StepContext } from '../../flow/step.ts'
import { takeBatch } from '../../flow/take-steps.ts'
import type { ReportKind } from '../../pilot-reports/reports.ts'
import type { ReportMembers } from './members.ts'

type Schemas = components['schemas']

const NO_KEY = { demoProjectId: undefined, year: undefined, quarter: undefined }

/**
 * Decides on each report independently. One that is refused reports why and does not block the others.
 * @throws HttpError 400 for a return without words
 */
export async function decideReports<Kind extends ReportKind>(
  trx: Trx,
  kind: ReportMembers<Kind>,
  decision: Omit<Schemas['ReviewDecision'], 'entity'>,
  ctx: StepContext,
): Promise<Schemas['BatchResult']> {
  const { action, opinion, dueDate, closeRemarks } = decision
  const isReturn = kind.flow.steps[action]?.some(({ returns }) => returns) ?? false
  if (isReturn && !opinion?.trim()) throw opinionMissing()
  const versions = new Map(decision.items.map(({ id, version }) => [id, version]))
  const items = [...versions].map(([id, version]) => ({ id, version, key: NO_KEY, fields: {} }))
  return takeBatch(trx, kind, items, { action, opinion, dueDate, closeRemarks }, ctx)
}
