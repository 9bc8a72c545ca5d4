import { NO_VALUE } from '../placeholder.ts'
import { isCalendarDate } from '../rules/date.ts'
import { isNear } from './calendar.ts'
import { value } from './outcome.ts'
import { ABOVE_WORDS } from './placeholder.ts'
import type { Outcome, RawCell, ReadSpec, Source } from './types.ts'

const FIGURE = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,4})?$/
// Han characters, ASCII and common brackets without any blank, sign of a formula or invisible character.
const TEXT = /^[\u4e00-\u9fa5][\u4e00-\u9fa5\w（）()〔〕-]*$/
const NO_TEXTS: ReadonlySet<string> = new Set([...NO_VALUE.split('|'), ...ABOVE_WORDS])
const CODES: Readonly<Record<string, RegExp>> = {
  mobile: /^1\d{10}$/,
  creditCode: /^[0-9A-HJ-NPQRTUWXY]{18}$/,
  nationalCode: /^\d{4}-\d{6}-\d{2}-\d{2}-\d{6}$/,
}

const [YES, NO] = ['是', '否']

function isPlainText(text: string, { rule }: ReadSpec): boolean {
  const code = rule && CODES[rule]
  return code ? code.test(text) : TEXT.test(text) && !NO_TEXTS.has(text)
}

/**
 * Reads a cell that is beyond doubt at first sight, as most are: a plain decimal, an ISO date, a name, a code, yes or no.
 * Undefined for any other.
 */
export function readPlain(
  { kind, text, format, marks }: RawCell,
  spec: ReadSpec,
  source: Source,
): Outcome | undefined {
  if (kind !== 'text' || marks || format) return undefined
  switch (spec.kind) {
    case 'number':
    case 'integer':
      return !spec.factor && FIGURE.test(text) ? value(Number(text)) : undefined
    case 'date':
      return isCalendarDate(text) && isNear(text, source) ? value(text) : undefined
    case 'string':
      return isPlainText(text, spec) ? value(text) : undefined
    case 'boolean':
      return text === YES ? value(true) : text === NO ? value(false) : undefined
    default:
      return undefined
  }
}
