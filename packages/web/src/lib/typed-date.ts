const SPLIT = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/
const SOLID = /^(\d{4})(\d{2})(\d{2})$/
/** Texts that no further character would make another date. */
const WHOLE = /^(?:\d{8}|\d{4}[-/.]\d{2}[-/.]\d{2}|.*日)$/

/** Digits and signs of an input method in full width, as plain ones. */
const plain = (text: string) => text.normalize('NFKC').trim()

/**
 * Parses a typed date: 2026-11-22, 2026/11/22, 20261122 or 2026年11月22日.
 * @returns `yyyy-MM-dd`, or undefined for anything else and for days that do not exist
 */
export function typedDate(text: string): string | undefined {
  const [, year, month = '', day = ''] = SPLIT.exec(plain(text)) ?? SOLID.exec(plain(text)) ?? []
  if (year === undefined) return undefined
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${found}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(found) ? found : undefined
}

/** Whether a date is typed to its end, so that it can be taken before the field is left. */
export const isWholeDate = (text: string): boolean => WHOLE.test(plain(text)) && typedDate(text) !== undefined

/** Parses a typed time of day: 9:05, 09:05 or 0905. @returns `HH:mm` */
export function typedTime(text: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(plain(text)) ?? []
  if (minute === '' || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}
