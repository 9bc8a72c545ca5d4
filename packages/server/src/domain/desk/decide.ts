import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import type { StepContext } from '../flow/step.ts'
import { pilotAnnual } from '../kinds/pilot-annual/kind.ts'
import { pilotProgress } from '../kinds/pilot-progress/kind.ts'
import { decideReports } from '../kinds/pilot-reports/decide.ts'

type Schemas = components['schemas']
type Decision = Schemas['ReviewDecision']
type Decide = (trx: Trx, decision: Decision, ctx: StepContext) => Promise<Schemas['BatchResult']>

const DECIDE: Readonly<Record<Decision['entity'], Decide>> = {
  PROGRESS: (trx, decision, ctx) => decideReports(trx, pilotProgress, decision, ctx),
  ANNUAL: (trx, decision, ctx) => decideReports(trx, pilotAnnual, decision, ctx),
}

/** Decides on many records of one kind, each by itself. @throws HttpError 400 for a return without words */
export const decideReviews: Decide = (trx, decision, ctx) => DECIDE[decision.entity](trx, decision, ctx)
