import type { Check } from '../check.ts'
import { basicChecks } from './basic.ts'
import { fileChecks } from './files.ts'
import { flowChecks } from './flow.ts'
import { idempotencyChecks } from './idempotency.ts'
import { importChecks } from './imports.ts'
import { pagingChecks } from './paging.ts'
import { refusalChecks } from './refusals.ts'
import { requestChecks } from './requests.ts'
import { ruleChecks } from './rules.ts'
import { sessionChecks } from './session.ts'
import { stateChecks } from './states.ts'
import { trafficChecks } from './traffic.ts'

/** All checks of the kit, in the order in which they are made. */
export const checks: readonly Check[] = [
  ...basicChecks,
  ...sessionChecks,
  ...requestChecks,
  ...pagingChecks,
  ...trafficChecks,
  ...refusalChecks,
  ...fileChecks,
  ...stateChecks,
  ...flowChecks,
  ...ruleChecks,
  ...idempotencyChecks,
  ...importChecks,
]
