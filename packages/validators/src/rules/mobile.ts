import { messages } from '../messages.ts'
import { type Rule, textRule } from '../rule.ts'

const ELEVEN_FROM_ONE = /^1[0-9]{10}$/
// The second to fourth digits that carriers have been given; the specification does not ask for them.
const CARRIER = /^1(?:3[0-9]|4[014-9]|5[0-35-9]|6[2567]|7[0-8]|8[0-9]|9[0-35-9])[0-9]{8}$/

/** Mobile number: 11 digits starting with 1. Empty passes. */
export const mobile: Rule = textRule(messages.mobile, (text) => ELEVEN_FROM_ONE.test(text), {
  optional: true,
})

/** As `mobile`, but only prefixes that a carrier has been given. */
export const mobileCarrier: Rule = textRule(messages.mobile, (text) => CARRIER.test(text), { optional: true })
