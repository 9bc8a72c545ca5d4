import { type Rule, textRule } from '../rule.ts'

const SHAPE = /^[0-9]{4}-[0-9]{6}-[0-9]{2}-[0-9]{2}-[0-9]{6}$/

/** Code given by the national online approval platform for investment projects. Empty passes. */
export const nationalCode: Rule = textRule('F-017', (text) => SHAPE.test(text), {
  optional: true,
})
