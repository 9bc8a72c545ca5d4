import { isKnownYear } from '@xinchu/validators'
import { folded, visible, writtenDay } from '@xinchu/validators/reading'

/** Texts that no further character would make another date. */
const WHOLE = /^(?:\d{8}|\d{4}[-/.]\d{2}[-/.]\d{2}|.*日)$/

/** Digits and signs of an input method in full width, as plain ones. */
const plain = (text: string) => folded(visible(text)).trim()

/**
 * Parses a typed date: 2026-11-22, 2026/11/22, 20261122 or 2026年11月22日.
 * @returns `yyyy-MM-dd`, or undefined for anything else and for days that do not exist or are of another age
 */
export function typedDate(text: string): string | undefined {
  const day = writtenDay(plain(text))
  return day !== undefined && isKnownYear(day) ? day : undefined
}

/** Whether a date is typed to its end, so that it can be taken before the field is left. */
export const isWholeDate = (text: string): boolean => WHOLE.test(plain(text)) && typedDate(text) !== undefined

/** Parses a typed time of day: 9:05, 09:05 or 0905. @returns `HH:mm` */
export function typedTime(text: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(plain(text)) ?? []
  if (minute === '' || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}
