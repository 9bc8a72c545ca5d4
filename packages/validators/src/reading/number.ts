import { shortest, sureDigits } from './decimal.ts'
import { isDateFormat, isPlainFormat, shownFigure } from './format.ts'
import { question, refusal } from './outcome.ts'
import { hasLeadingZero, isPlainFigure } from './plain-figure.ts'
import { choiceOf, proposed, takenFigure } from './taken-figure.ts'
import type { Outcome, RawCell, ReadSpec } from './types.ts'
import { readWrittenFigure } from './written-figure.ts'

const PERCENT = /^(.+?)\s*%$/
const LONGEST = 80

/** Reads a figure that is written as text. */
export function readFigureText(text: string, spec: ReadSpec, original: string): Outcome {
  if (text.length > LONGEST) return refusal('F-008', original)
  if (isPlainFigure(text)) {
    if (!hasLeadingZero(text)) return takenFigure(text, spec, original)
    return question('C-029', original, [proposed(shortest(text), spec)])
  }
  const [, percent = ''] = PERCENT.exec(text) ?? []
  if (spec.unit === '%' && isPlainFigure(percent))
    return takenFigure(percent, { ...spec, factor: [1, 1] }, original)
  return readWrittenFigure(text, spec, original)
}

/** Reads a cell that holds a number. Its format may show another value than it has. */
export function readFigureCell({ text, format = '' }: RawCell, spec: ReadSpec): Outcome {
  const digits = sureDigits(text)
  if (digits === undefined) return refusal('F-008', text)
  if (isDateFormat(format)) return refusal('C-048', text)
  if (isPlainFormat(format)) return takenFigure(digits, spec, text)
  const shown = shownFigure(digits, format)
  if (shown?.isPercent && spec.unit === '%') return takenFigure(shown.digits, spec, text)
  const choices = [...(shown ? [shown.digits] : []), digits].map((each) => choiceOf(each, spec))
  return question('C-011', text, choices, { shown: shown?.text ?? '', digits })
}
