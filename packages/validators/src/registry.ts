import type { Rule } from './rule.ts'
import { account } from './rules/account.ts'
import { latitude, longitude } from './rules/coordinates.ts'
import { creditCode } from './rules/credit-code.ts'
import { decimal4, decimal4OrZero } from './rules/decimal.ts'
import { email } from './rules/email.ts'
import { idCard } from './rules/id-card.ts'
import { ip } from './rules/ip.ts'
import { mobile } from './rules/mobile.ts'
import { nationalCode } from './rules/national-code.ts'
import { nonEmpty } from './rules/non-empty.ts'
import { nonNegativeInteger } from './rules/non-negative-integer.ts'
import { password } from './rules/password.ts'
import { regionCode } from './rules/region.ts'

/** The rules by the names that the contract's `x-rule` uses. */
export const rules = {
  account,
  creditCode,
  decimal4,
  decimal4OrZero,
  email,
  idCard,
  ip,
  latitude,
  longitude,
  mobile,
  nationalCode,
  nonEmpty,
  nonNegativeInteger,
  password,
  regionCode,
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules
