import type { components } from '@xinchu/contract/schema'
import type { RuleCode } from '@xinchu/validators'
import type { FieldProblem } from '../../errors.ts'

export type DemoFlowRequest = components['schemas']['DemoFlowRequest']

/** Reason why a project cannot move. */
export interface PilotRefusal {
  code?: RuleCode
  message: string
  errors?: readonly FieldProblem[]
}
