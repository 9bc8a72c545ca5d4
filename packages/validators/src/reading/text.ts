import { LONG_TEXT } from '../rules/plain-text.ts'
import { isSerial, serialDay } from './calendar.ts'
import { readCode, readShortened, unguarded } from './code.ts'
import { SURE_DIGITS, sureDigits, wholeDigits } from './decimal.ts'
import { isDateFormat, shownCode, shownDay } from './format.ts'
import { finding, question, refusal, value } from './outcome.ts'
import type { Outcome, RawCell, ReadSpec, Source } from './types.ts'

const isLong = ({ maxLength = 0 }: ReadSpec): boolean => maxLength >= LONG_TEXT

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Reads a text: names in one line with single blanks, longer texts with their lines. */
export function readText(text: string, spec: ReadSpec, original: string, source: Source): Outcome {
  const written = text.trim()
  const shortened = readShortened(written, original)
  if (shortened) return shortened
  const code = readCode(written, spec, original.trim())
  if (code) return code
  if (isLong(spec)) return value(written)
  const plain = oneLine(written)
  const bare = source.by === 'csv' && plain.startsWith('="') ? unguarded(plain) : plain
  return value(bare, bare === plain ? undefined : finding('C-050', original, { code: bare }))
}

/** Reads a number cell of a text column as it is shown. */
export function readTextCell(cell: RawCell, spec: ReadSpec, source: Source): Outcome {
  const { text, format = '' } = cell
  const digits = sureDigits(text)
  if (digits === undefined) return refusal('C-026', text)
  if (isDateFormat(format) && isSerial(Number(digits))) {
    const shown = shownDay(serialDay(Number(digits), source.is1904 === true), format)
    return question('C-047', text, [{ value: shown, text: shown }])
  }
  if (wholeDigits(digits) > SURE_DIGITS) return refusal('C-027', text)
  const shown = shownCode(digits, format) ?? digits
  return readCode(shown, spec, shown) ?? value(shown)
}
