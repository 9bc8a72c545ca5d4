import { NO_VALUE } from '../placeholder.ts'
import { LONG_TEXT } from '../rules/plain-text.ts'
import { folded } from './fold.ts'
import { empty, finding, question, refusal } from './outcome.ts'
import type { Outcome, ReadSpec, Source } from './types.ts'

const WORDS = new RegExp(`^(?:${NO_VALUE})$`, 'i')
const SIGNS = /^(?:\/+|\\+|-+|…+|\.{3,}|\?+|×+|○+)$/
export const ABOVE_WORDS = ['同上', '同左']
const SAME = new RegExp(`^(?:${ABOVE_WORDS.join('|')}|〃+|")$`)
const ABOVE = /^(?:同上|〃+|")$/
const LONGEST = 9

/** Whether a text says that the cell has the same as the one above. */
export const isAbove = (text: string): boolean => text.length <= LONGEST && ABOVE.test(folded(text).trim())

const FIGURES: ReadonlySet<string> = new Set(['number', 'integer'])
// In these an accountant's zero is written as a dash.
const SHOWN_FIGURES: ReadonlySet<string> = new Set<Source['by']>(['csv', 'clipboard'])

/** Reads a text that stands in the place of a value, alone in its cell; undefined for any other. */
export function readPlaceholder(plain: string, spec: ReadSpec, source: Source): Outcome | undefined {
  if (plain.length > LONGEST || (spec.maxLength ?? 0) >= LONG_TEXT) return undefined
  // The cell above is not known here.
  if (SAME.test(plain)) return question('C-009', plain, [], { above: '值？请填写该值' })
  if (!SIGNS.test(plain) && !WORDS.test(plain)) return undefined
  if (FIGURES.has(spec.kind) && /^-+$/.test(plain) && SHOWN_FIGURES.has(source.by))
    return question('C-008', plain, [
      { value: 0, text: '0' },
      { value: undefined, text: '未填' },
    ])
  return spec.draft || spec.required === 'submit' ? refusal('C-006', plain) : empty(finding('C-005', plain))
}
