import { converted, shortest } from './decimal.ts'
import { question, refusal } from './outcome.ts'
import { proposed } from './taken-figure.ts'
import type { Outcome, ReadSpec } from './types.ts'
import { type Factor, factorOf } from './units.ts'

const FIGURE = String.raw`[+-]?(?:(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)`
const made = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('§', `(${FIGURE})`)}$`, 'iu')

const EXPONENT = made(String.raw`§\s*e\s*[+-]?\s*\d+`)
const DAY = /^\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}\s*[日号]?$/
const BRACKETS = made(String.raw`\(\s*§\s*\)`)
const ABOUT = made(
  String.raw`(?:大?约为?|近|将近|接近|超过?|不少于|不低于|不小于|不足|不超过|不大于|不高于|至少|至多|最多|最少|大于|小于|≈|~|≥|≤|>=?|<=?|≧|≦|﹥|﹤)\s*§\s*(.*)`,
)
const ROUGHLY = made(String.raw`§\s*(?:余|多|左右|上下|以上|以下|以内|\+)`)
const MONEY = made(String.raw`(?:[¥￥]|CNY|RMB|人民币)\s*§\s*(.*)`)
const RANGE = made(String.raw`§\s*\D{0,6}?\s*(?:-|~|至|到|…|\.{3})\s*§\s*\D{0,6}`)
const SEVERAL = made(String.raw`§\s*\D{0,6}?(?:[\s/+*×xX、;|和与及&]|加|或)\s*§.*`)
const MARKED = made(String.raw`§\s*(?:[⁰¹²³⁴-⁹①-⓿❶-➓*†‡※#]|\([^()]*\)|\[[^[\]]*\]|【[^【】]*】)+`)
const WITH_UNIT = made(String.raw`§\s*(\(?)([^\d\s().,+][^()]*)(\)?)`)
const MISGROUPED = /^[+-]?[\d.]*[,'’，‘`][\d,.'’，‘` ]*$/u

const OTHER_BASE = /^[+-]?0[xbo]/i

type Reader = (text: string, spec: ReadSpec, original: string) => Outcome | undefined

const ask = (code: 'C-023' | 'C-024' | 'C-025' | 'C-030', digits: string, spec: ReadSpec, original: string) =>
  question(code, original, [proposed(shortest(digits), spec)])

const inUnit: Reader = (text, spec, original) => {
  const [, digits = '', , unit = ''] = WITH_UNIT.exec(text) ?? []
  const factor = factorOf(unit, spec)
  if (factor === undefined) return undefined
  if (factor === 'foreign') return refusal('C-071', original, { unit: unit.trim(), own: spec.unit ?? '' })
  // The unit of the cell counts, not that of the heading.
  return question('C-023', original, [
    proposed(converted(shortest(digits), factor), { ...spec, factor: [1, 1] }),
  ])
}

const money: Reader = (text, spec, original) => {
  const [, digits, unit = ''] = MONEY.exec(text) ?? []
  if (digits === undefined || spec.unit !== '万元') return undefined
  if (unit.trim() !== '') return inUnit(`${digits}${unit}`, spec, original)
  const plain = shortest(digits)
  const yuan: Factor = [1, 10_000]
  const choices = [
    proposed(plain, { ...spec, factor: spec.factor ?? [1, 1] }),
    proposed(plain, { ...spec, factor: yuan }),
  ]
  return question('C-032', original, choices, { plain, second: choices[1]?.text ?? '' })
}

const about: Reader = (text, spec, original) => {
  const [, digits, rest = ''] = ABOUT.exec(text) ?? []
  if (digits === undefined) {
    const [, before] = ROUGHLY.exec(text) ?? []
    return before === undefined ? undefined : ask('C-025', before, spec, original)
  }
  if (rest === '') return ask('C-025', digits, spec, original)
  const factor = factorOf(rest, spec)
  if (!Array.isArray(factor)) return undefined
  return question('C-025', original, [
    proposed(converted(shortest(digits), factor as Factor), { ...spec, factor: [1, 1] }),
  ]) // an array is a factor
}

const marked: Reader = (text, spec, original) => {
  const [, digits] = MARKED.exec(text) ?? []
  return digits === undefined ? undefined : ask('C-024', digits, spec, original)
}

const negative: Reader = (text, spec, original) => {
  const [, digits] = BRACKETS.exec(text) ?? []
  return digits === undefined ? undefined : ask('C-030', `-${digits.replace(/^[+-]/, '')}`, spec, original)
}

const refused =
  (pattern: RegExp, code: 'C-020' | 'C-021' | 'C-022' | 'C-026' | 'C-048'): Reader =>
  (text, _spec, original) =>
    pattern.test(text) ? refusal(code, original) : undefined

const DEGREES =
  /^(?:东经|北纬|[EN])?\s*(\d{1,3})\s*[°度]\s*(?:(\d{1,2})\s*[′'分]\s*(?:(\d{1,2}(?:\.\d+)?)\s*[″"秒]\s*)?)?[EN]?$/i
const COMPASS = made(String.raw`(?:东经|北纬|[EN])?\s*§\s*[°度]?\s*[EN]?`)

/** Degrees, minutes and seconds, or a direction beside the degrees. */
const degrees: Reader = (text, spec, original) => {
  if (spec.unit !== '°') return undefined
  const [, whole, minutes = '0', seconds = '0'] = DEGREES.exec(text) ?? []
  const [, plain] = COMPASS.exec(text) ?? []
  if (whole === undefined && plain === undefined) return undefined
  const parts = [Number(minutes), Number(seconds)]
  if (parts.some((part) => part >= 60)) return undefined
  const digits = plain ?? String(Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600)
  return question('C-023', original, [proposed(shortest(digits), spec)])
}

const READERS: readonly Reader[] = [
  refused(EXPONENT, 'C-026'),
  refused(DAY, 'C-048'),
  degrees,
  negative,
  money,
  about,
  inUnit,
  marked,
  refused(RANGE, 'C-022'),
  refused(SEVERAL, 'C-021'),
  refused(MISGROUPED, 'C-020'),
]

/** Reads a text that holds a figure and more; refuses a text without one. */
export function readWrittenFigure(text: string, spec: ReadSpec, original: string): Outcome {
  if (OTHER_BASE.test(text)) return refusal('F-008', original)
  for (const read of READERS) {
    const outcome = read(text, spec, original)
    if (outcome) return outcome
  }
  return refusal('F-008', original)
}
