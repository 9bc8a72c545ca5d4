import { type Rule, textRule } from '../rule.ts'

const ELEVEN_FROM_ONE = /^1[0-9]{10}$/
// Prefixes assigned to carriers (second to fourth digit). The specification does not require them.
const CARRIER = /^1(?:3[0-9]|4[014-9]|5[0-35-9]|6[2567]|7[0-8]|8[0-9]|9[0-35-9])[0-9]{8}$/

/** Mobile number: 11 digits starting with 1. Empty passes. */
export const mobile: Rule = textRule('F-003', (text) => ELEVEN_FROM_ONE.test(text), {
  optional: true,
})

/** As `mobile`, but accepts only prefixes assigned to a carrier. */
export const mobileCarrier: Rule = textRule('F-003', (text) => CARRIER.test(text), { optional: true })
