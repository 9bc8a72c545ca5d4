import type { Config, SecondFactorPolicy } from '../../../config.ts'
import { type Caller, may } from '../../caller.ts'

type FactorConfig = Pick<Config, 'secondFactor' | 'sampleData'>

export const policyOf = ({ secondFactor, sampleData }: FactorConfig): SecondFactorPolicy =>
  secondFactor ?? (sampleData ? 'optional' : 'required-for-reviewers')

/** Whether an account needs a second factor. Program accounts are exempt: they cannot read a code from a phone. */
export const isRequired = (user: Caller, config: FactorConfig): boolean =>
  policyOf(config) === 'required-for-reviewers' && !user.isService && may(user, 'accounts.needSecondFactor')

/** Whether an account must set up a second factor before any other call. */
export const mustEnrol = (user: Caller, config: FactorConfig): boolean =>
  !user.hasSecondFactor && isRequired(user, config)
