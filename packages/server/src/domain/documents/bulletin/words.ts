import type { Quarter } from '@xinchu/validators'
import { quantity, roundTo } from '@xinchu/validators'
import type { Piece, Words } from './model.ts'

/** Amounts in 万千瓦 or 万千瓦时, from MW or MWh. */
export const tens = (amount: number): number => roundTo(amount / 10, 4)
export const wan = (amount: number): string => quantity(tens(amount), '万千瓦')
/** In a sentence, whole amounts have no decimals. In a table all have as many. */
const said = (amount: number): string => wan(amount).replace(/\.00$/, '')
export const power = (amount: number): string => `${said(amount)} 万千瓦`
export const energy = (amount: number): string => `${said(amount)} 万千瓦时`
export const count = (number: number): string => number.toLocaleString('en')
export const projects = (number: number): string => `${count(number)} 个`
export const hours = (value: number): string => `${quantity(value, 'h')} 小时`
/** Whole hours from one to another. */
export const range = (from: number, to: number): string =>
  `${count(Math.round(from))}–${count(Math.round(to))}`
export const hoursRange = (from: number, to: number): string => `${range(from, to)} 小时`
export const percent = (value: number): string => `${quantity(value, '%')}%`

const LARGE = 100_000
/** Electricity from 万千瓦时; large amounts in 亿千瓦时. */
export const electricity = (amount: number): string =>
  amount >= LARGE ? `${quantity(amount / 10_000, 'h')} 亿千瓦时` : `${quantity(amount, '万kWh')} 万千瓦时`

const NEGLIGIBLE = 0.05
const TIMES = 1_000

const changeOf = (value: number | undefined, base: number | undefined): number | undefined =>
  value === undefined || base === undefined || base <= 0 ? undefined : ((value - base) / base) * 100

/** The first of rows in order, and all that are as large as the last of them, so that none is left out by chance. */
export function firstOf<Row>(rows: readonly Row[], most: number, of: (row: Row) => number): readonly Row[] {
  const last = rows[most - 1]
  return last === undefined ? rows : rows.filter((row, at) => at < most || of(row) === of(last))
}

/** Change against a base in words; undefined without a base. */
export function growth(value: number | undefined, base: number | undefined): string | undefined {
  const change = changeOf(value, base)
  if (change === undefined) return undefined
  if (Math.abs(change) < NEGLIGIBLE) return '持平'
  if (change > TIMES) return `增长 ${quantity(change / 100, 'h')} 倍`
  return `${change < 0 ? '下降' : '增长'} ${percent(Math.abs(change))}`
}

/** A change that is shown as zero has no sign. */
const signed = (value: number, text: string) =>
  Number.parseFloat(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`

/** The same for a table. */
export function rate(value: number | undefined, base: number | undefined): string {
  const change = changeOf(value, base)
  if (change === undefined) return '—'
  return change > TIMES ? `+${quantity(change / 100, 'h')} 倍` : signed(change, percent(Math.abs(change)))
}

/** Difference of two values for a table, in their unit. */
export function difference(value: number | undefined, base: number | undefined, unit: 'h' | '%'): string {
  if (value === undefined || base === undefined) return '—'
  return `${signed(value - base, quantity(Math.abs(value - base), unit))}${unit === '%' ? ' 点' : ''}`
}

/** Difference of two values in words; undefined without a base. */
export function moved(value: number, base: number | undefined, unit: 'h' | '%'): string | undefined {
  if (base === undefined) return undefined
  const change = value - base
  const text = quantity(Math.abs(change), unit)
  if (Number(text) === 0) return '持平'
  return unit === '%'
    ? `${change < 0 ? '下降' : '提高'} ${text} 个百分点`
    : `${change < 0 ? '减少' : '增加'} ${text} 小时`
}

/** 2025年9月底 */
export function endOf(period: Quarter): string {
  return `${period.year}年${period.quarter * 3}月底`
}

const NAMES = ['一', '二', '三', '四']
export const quarterWord = ({ quarter }: Quarter): string => `${NAMES[quarter - 1] ?? ''}季度`

type Part = string | Piece | Words | undefined

/** Joins text and figures. Without one of its values a part is left out as a whole: see `when`. */
export function say(strings: TemplateStringsArray, ...values: readonly Part[]): Words {
  const pieces = strings.flatMap((text, at): Piece[] => {
    const value = values[at]
    const own = value === undefined ? [] : typeof value === 'string' ? [{ text: value }] : [value].flat()
    return [...(text === '' ? [] : [{ text }]), ...own]
  })
  // Neighbours without a source are one text, so that lines break at words.
  return pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1)
    if (last && last.source === undefined && piece.source === undefined)
      all.splice(-1, 1, { text: last.text + piece.text })
    else all.push(piece)
    return all
  }, [])
}

/** A part of a sentence that stands only where its value is known. */
export const when = <Value>(value: Value | undefined, words: (value: Value) => Words): Words =>
  value === undefined ? [] : words(value)
