import { dayOf } from './calendar.ts'

const YEAR_FIRST = /^(\d{4})\s*[-/.年、\s]\s*(\d{1,2})\s*[-/.月、\s]\s*(\d{1,2})\s*[日号]?$/
const SOLID = /^(\d{4})(\d{2})(\d{2})$/
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const NAMED_MONTH = /^(\d{1,2})[-\s]([a-z]{3})[a-z]*\.?[-,\s]\s*(\d{4})$/i

const DIGITS = '〇一二三四五六七八九'
const DAY =
  /^([〇○零一二三四五六七八九]{4})年([一二三四五六七八九十]{1,3})月([一二三四五六七八九十]{1,3})[日号]$/
const WEEKDAYS = '日一二三四五六'

const digitOf = (sign: string): number => DIGITS.indexOf(sign.replace(/[○零]/, '〇'))

/** A number up to 99 in Chinese numerals; NaN for none. */
function numeralOf(text: string): number {
  const [, tens, ones = ''] = /^([二三四五六七八九]?)十([一二三四五六七八九]?)$/.exec(text) ?? []
  if (tens === undefined) return text.length === 1 ? digitOf(text) : Number.NaN
  return (tens === '' ? 1 : digitOf(tens)) * 10 + (ones === '' ? 0 : digitOf(ones))
}

/** A day in Chinese numerals, such as 二〇二七年十二月一日. */
function chineseDay(text: string): string | undefined {
  const [, year, month = '', day = ''] = DAY.exec(text) ?? []
  if (year === undefined) return undefined
  return dayOf([...year].map(digitOf).join(''), numeralOf(month), numeralOf(day))
}

/** A day in one of the notations that mean one day only. */
export function writtenDay(text: string): string | undefined {
  const [, year, month = '', day = ''] = YEAR_FIRST.exec(text) ?? SOLID.exec(text) ?? []
  if (year !== undefined) return dayOf(year, month, day)
  const [, date = '', name = '', ofYear] = NAMED_MONTH.exec(text) ?? []
  if (ofYear !== undefined) {
    const at = MONTHS.indexOf(name.toLowerCase())
    return at < 0 ? undefined : dayOf(ofYear, at + 1, date)
  }
  return chineseDay(text)
}

export const weekdayOf = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
