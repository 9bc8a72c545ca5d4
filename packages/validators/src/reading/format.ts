import { converted, rounded } from './decimal.ts'

const QUOTED = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g

/** The part of a format that holds for positive numbers, without literals. */
const bare = (format: string): string => (format.split(';')[0] ?? '').replace(QUOTED, '')

/** Whether a number format shows a date. */
export const isDateFormat = (format: string): boolean =>
  !/general/i.test(format) && /[ymd]/i.test(bare(format)) && !/[0#]/.test(bare(format).replace(/[.,]0+/g, ''))

const HIDES = /^;;;?$/

/** Whether a number format shows the value that the cell has. */
export function isPlainFormat(format: string): boolean {
  if (format === '' || /^general$/i.test(format)) return true
  if (HIDES.test(format) || format.includes('!.')) return false
  const plain = bare(format)
  return !plain.includes('%') && !/[0#?],+(?![0#?,])/.test(plain)
}

const shifted = (digits: string, power: number): string =>
  power >= 0 ? converted(digits, [10 ** power, 1]) : converted(digits, [1, 10 ** -power])

/** The figure that a format shows in place of the value; undefined for none. */
export function shownFigure(
  digits: string,
  format: string,
): { digits: string; text: string; isPercent: boolean } | undefined {
  if (HIDES.test(format)) return undefined
  const first = format.split(';')[0] ?? ''
  const plain = bare(first.replaceAll('!.', '.'))
  const percents = plain.split('%').length - 1
  const thousands = /[0#?](,+)(?![0#?,])/.exec(plain)?.[1]?.length ?? 0
  // A point behind “!” is a sign between digits: 24 as 2.4.
  const [, behind = ''] = /!\.([0#]+)/.exec(first) ?? []
  const scaledBy = percents * 2 - thousands * 3
  const scaled = shifted(digits, scaledBy)
  const shown = behind === '' ? scaled : shifted(rounded(scaled, 0), -behind.length)
  return {
    digits: shown,
    text: percents > 0 ? `${shown}%` : shown,
    isPercent: percents === 1 && thousands === 0,
  }
}

const ZEROS = /^(?:"[^"]*"|\\.|[^0#?.,%;"\\])*?(0+)((?:"[^"]*"|\\.|[^0#?.,%;"\\])*)$/

const literal = (text: string): string => text.replace(/"([^"]*)"|\\(.)/g, '$1$2')

/** A whole number as a format of zeros and literals shows it; undefined for other formats. */
export function shownCode(digits: string, format: string): string | undefined {
  if (!/^\d+$/.test(digits) || /^general$/i.test(format) || format === '@') return undefined
  const [, zeros = '', after = ''] = ZEROS.exec(format) ?? []
  if (zeros === '') return undefined
  const before = format.slice(0, format.length - after.length - zeros.length)
  return `${literal(before)}${digits.padStart(zeros.length, '0')}${literal(after)}`
}

const NAMES = { y: 'year', m: 'month', d: 'day' } as const

/** A day as a date format shows it. */
export function shownDay(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const parts = { year, month, day: date }
  const first = (format.split(';')[0] ?? '').replace(/\[[^\]]*\]/g, '')
  return first.replace(/"([^"]*)"|\\(.)|y+|m+|d+|h+.*$/gi, (sign, quoted?: string, escaped?: string) => {
    if (quoted !== undefined || escaped !== undefined) return quoted ?? escaped ?? ''
    const name = NAMES[sign.charAt(0).toLowerCase() as keyof typeof NAMES] // y, m or d; others are no key
    if (!name) return ''
    if (name === 'year') return sign.length > 2 ? parts.year : parts.year.slice(2)
    return sign.length > 1 ? parts[name] : String(Number(parts[name]))
  })
}
