import { type Rule, textRule } from '../rule.ts'

const PADDED = /^(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/
const PLAIN = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/

const fourOf = (part: RegExp) => (text: string) => {
  if (text.length > 15) return false
  const parts = text.split('.')
  return parts.length === 4 && parts.every((each) => part.test(each))
}

/** IPv4 address: four numbers 0-255, each of at most two digits with a leading zero. Empty passes. */
export const ip: Rule = textRule('F-002', fourOf(PADDED), { optional: true })

/** As `ip`, but refuses leading zeros, which some programs read as octal. */
export const ipStrict: Rule = textRule('F-002', fourOf(PLAIN), { optional: true })
