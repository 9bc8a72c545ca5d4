import type { Meaning } from './vocabulary.ts'

/** A condition at the beginning of a text, with the number of characters that say it. */
export interface Said {
  length: number
  meaning: Meaning
}

interface Measure {
  title: string
  /** Unit of the platform. */
  unit: string
  min: string
  max: string
}

const POWER: Measure = { title: '额定功率', unit: 'MW', min: 'powerMin', max: 'powerMax' }
const ENERGY: Measure = { title: '额定能量', unit: 'MWh', min: 'energyMin', max: 'energyMax' }

/** Units with their size in MW or MWh; longer ones first, because a unit may begin another. */
const UNITS: readonly (readonly [unit: string, measure: Measure, size: number])[] = [
  ['万千瓦时', ENERGY, 10],
  ['万kwh', ENERGY, 10],
  ['兆瓦时', ENERGY, 1],
  ['吉瓦时', ENERGY, 1000],
  ['千瓦时', ENERGY, 0.001],
  ['mwh', ENERGY, 1],
  ['gwh', ENERGY, 1000],
  ['kwh', ENERGY, 0.001],
  ['万千瓦', POWER, 10],
  ['万kw', POWER, 10],
  ['兆瓦', POWER, 1],
  ['吉瓦', POWER, 1000],
  ['千瓦', POWER, 0.001],
  ['mw', POWER, 1],
  ['gw', POWER, 1000],
  ['kw', POWER, 0.001],
]
const UNIT = UNITS.map(([unit]) => unit).join('|')
const NUMBER = String.raw`\d{1,9}(?:\.\d{1,4})?`
const LEAST = '大于等于|不低于|不小于|不少于|至少|大于|超过|高于|>=|≥|>'
const MOST = '小于等于|不超过|不高于|不大于|至多|小于|低于|<=|≤|<'
const AMOUNT = new RegExp(
  `^(?<least>${LEAST})?(?<most>${MOST})?(?<from>${NUMBER})(?:(?<unitFrom>${UNIT})?(?:-|~|—|至|到)(?<to>${NUMBER}))?` +
    `(?<unit>${UNIT})(?<above>及?以上)?(?<below>及?以下|以内)?(?:左右)?`,
  'u',
)
const YEAR =
  /^(?:(?<year>20\d\d)年?|(?<now>今年)|(?<last>去年))(?:(?<month>1[0-2]|0?[1-9])月份?)?(?:建成)?(?:投运|投产|投入运行)/u
// "About" is this share more or less.
const ABOUT = 0.05
const LARGEST = 1e9

const rounded = (value: number) => Number(value.toFixed(4))
const unitOf = (name: string | undefined) => UNITS.find(([unit]) => unit === name)

function bounds(groups: Readonly<Record<string, string | undefined>>, first: number, last: number) {
  if (groups['to'] !== undefined) return { min: Math.min(first, last), max: Math.max(first, last) }
  if (groups['least'] || groups['above']) return { min: last }
  if (groups['most'] || groups['below']) return { max: last }
  return { min: rounded(last * (1 - ABOUT)), max: rounded(last * (1 + ABOUT)) }
}

function wordsOf({ title, unit }: Measure, { min, max }: { min?: number; max?: number }): string {
  if (min === undefined) return `${title}不高于${max}${unit}`
  if (max === undefined) return `${title}不低于${min}${unit}`
  return `${title}${min}～${max}${unit}`
}

/** Reads an amount of power or energy, such as 200MW, 大于100MW, 50-100兆瓦 or 10万千瓦以上. A bare amount means about as much. */
export function readAmount(text: string): Said | undefined {
  const match = AMOUNT.exec(text)
  const groups = match?.groups ?? {}
  const unit = unitOf(groups['unit'])
  if (!match || !unit) return undefined
  if ([groups['least'], groups['most'], groups['above'], groups['below']].filter(Boolean).length > 1)
    return undefined
  const [, measure, size] = unit
  const [, firstMeasure, firstSize] = unitOf(groups['unitFrom']) ?? unit
  if (firstMeasure !== measure) return undefined
  const first = rounded(Number(groups['from']) * firstSize)
  const last = groups['to'] === undefined ? first : rounded(Number(groups['to']) * size)
  if (Math.max(first, last) * (1 + ABOUT) > LARGEST) return undefined
  const range = bounds(groups, first, last)
  const filters = {
    ...(range.min === undefined ? {} : { [measure.min]: String(range.min) }),
    ...(range.max === undefined ? {} : { [measure.max]: String(range.max) }),
  }
  return { length: match[0].length, meaning: { label: wordsOf(measure, range), filters } }
}

/** Reads a time of commissioning, such as 2024年投运 or 今年6月投产. */
export function readCommission(text: string, today: string): Said | undefined {
  const match = YEAR.exec(text)
  if (!match) return undefined
  const groups = match.groups ?? {}
  const thisYear = Number(today.slice(0, 4))
  const year = groups['year'] ? Number(groups['year']) : thisYear - (groups['last'] ? 1 : 0)
  const month = groups['month'] === undefined ? undefined : Number(groups['month'])
  const two = (value: number) => String(value).padStart(2, '0')
  const lastDay = month === undefined ? 31 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  return {
    length: match[0].length,
    meaning: {
      label: `投运时间：${year}年${month === undefined ? '' : `${month}月`}`,
      filters: {
        commissionFrom: `${year}-${two(month ?? 1)}-01`,
        commissionTo: `${year}-${two(month ?? 12)}-${two(lastDay)}`,
      },
    },
  }
}
