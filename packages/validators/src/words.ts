import type { RuleCode } from './book/texts.ts'
import { codes, messages } from './messages.ts'
import type { Fault } from './rule.ts'

const { swappedCoordinates, ...single } = messages

const WORDS: ReadonlyMap<RuleCode, string> = new Map(
  // Object.keys loses the names of the keys.
  (Object.keys(single) as (keyof typeof single)[]).map((name) => [codes[name], single[name]]),
)

/** What a rule finds wrong, in the words of users. */
export function wordsOf({ code, values = {} }: Fault): string {
  if (code === codes.length) return `长度不能超过${values.most}个字`
  if (values.areSwapped) return swappedCoordinates
  return WORDS.get(code) ?? ''
}
