import { creditCode } from '../rules/credit-code.ts'
import { folded, visible } from './fold.ts'
import { finding, question, refusal, value } from './outcome.ts'
import type { Outcome, ReadSpec } from './types.ts'

const GUARDED = /^="?([^"]*)"?$/
const MOBILE = /^1\d{10}$/
const BETWEEN = /[、,，;；/|]+|\s+(?=\+?\d{11})/
const CREDIT_LENGTH = 18
const NATIONAL = /^(\d{4})(\d{6})(\d{2})(\d{2})(\d{6})$/

/** A text without the guards that keep a spreadsheet from reading it as a number. */
export const unguarded = (text: string): string => (GUARDED.exec(text)?.[1] ?? text).replace(/^['’‘]/, '')

const compact = (text: string): string => unguarded(folded(visible(text)).trim()).replace(/[\s-]/g, '')

const mobileOf = (text: string): string | undefined => {
  const digits = compact(text)
    .replace(/\.0+$/, '')
    .replace(/^(?:\+86|0086|86(?=1\d{10}$))/, '')
  return MOBILE.test(digits) ? digits : undefined
}

const tidied = (code: string, original: string): Outcome =>
  value(code, code === original ? undefined : finding('C-050', original, { code }))

function readMobile(text: string, original: string): Outcome {
  const one = mobileOf(text)
  if (one !== undefined) return tidied(one, original)
  const found = folded(visible(text)).split(BETWEEN).map(mobileOf)
  const several = [...new Set(found)].filter((each) => each !== undefined)
  if (several.length < 2 || found.length !== found.filter(Boolean).length) return value(text.trim())
  return question(
    'C-051',
    original,
    several.map((each) => ({ value: each, text: each })),
  )
}

function readCreditCode(text: string, original: string): Outcome {
  const code = compact(text).toUpperCase()
  if (code.length !== CREDIT_LENGTH) return value(text.trim())
  const mended = code.replaceAll('O', '0').replaceAll('I', '1')
  if (mended !== code && creditCode(mended) === null)
    return question('C-052', original, [{ value: mended, text: mended }])
  return tidied(code, original)
}

function readNationalCode(text: string, original: string): Outcome {
  const [, ...parts] = NATIONAL.exec(compact(text)) ?? []
  return parts.length > 0 ? tidied(parts.join('-'), original) : value(text.trim())
}

const READERS: Readonly<Record<string, (text: string, original: string) => Outcome>> = {
  mobile: readMobile,
  creditCode: readCreditCode,
  nationalCode: readNationalCode,
}

const EXPONENT = /^\d(?:\.\d+)?E\+\d+$/i
// A text with more digits than a sheet shows was a number cell, whose last digits are lost.
const LOST = /^\d\.\d{6,}E\+\d+$/i

/** Refuses digits that a spreadsheet has shortened. */
export function readShortened(text: string, original: string): Outcome | undefined {
  const plain = folded(text)
  if (!EXPONENT.test(plain)) return undefined
  return refusal(LOST.test(plain) ? 'C-027' : 'C-026', original)
}

/** Reads a phone number or a code; undefined for a field of another rule. The rule of the field judges the result. */
export const readCode = (text: string, spec: ReadSpec, original: string): Outcome | undefined =>
  spec.rule ? READERS[spec.rule]?.(text, original) : undefined
