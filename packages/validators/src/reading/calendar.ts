import { isCalendarDate, isKnownYear } from '../rules/date.ts'
import { question, refusal, value } from './outcome.ts'
import type { Choice, Finding, Outcome, Source } from './types.ts'

export const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1000
// Day 0 of the workbook calendar, shifted by its false leap day in 1900.
const EPOCH_MS = Date.UTC(1899, 11, 30)
const DAYS_1904 = 1462
const NEAR_YEARS = 30

export const dayOfMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const LAST_SERIAL = 200_000

export const isSerial = (serial: number): boolean => serial >= 1 && serial <= LAST_SERIAL

/** The day of a serial number of a workbook. */
export const serialDay = (serial: number, is1904: boolean): string =>
  dayOfMs(EPOCH_MS + (Math.floor(serial) + (is1904 ? DAYS_1904 : 0)) * DAY_MS)

export const dayAfter = (day: string, days = 1): string =>
  dayOfMs(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)

const pad = (part: string | number): string => String(part).padStart(2, '0')

/** A day of the calendar as yyyy-MM-dd; undefined for none. */
export function dayOf(
  year: string | number,
  month: string | number,
  day: string | number,
): string | undefined {
  const written = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
  return isCalendarDate(written) ? written : undefined
}

export function lastOfMonth(year: string, month: string): string | undefined {
  const first = dayOf(year, month, 1)
  return first && dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1)
}

const yearsFrom = (today: string, years: number): string =>
  `${Number(today.slice(0, 4)) + years}${today.slice(4)}`

/** Whether a day is within thirty years of today. */
export function isNear(day: string, { today }: Source): boolean {
  const years = Math.abs(Number(day.slice(0, 4)) - Number(today.slice(0, 4)))
  if (years !== NEAR_YEARS) return years < NEAR_YEARS
  return yearsFrom(today, -NEAR_YEARS) <= day && day <= yearsFrom(today, NEAR_YEARS)
}

export const choiceOfDay = (day: string): Choice => ({ value: day, text: day })

/** Takes a day, asks for one that is far from today, and refuses one of another age. */
export function takenDay(day: string | undefined, source: Source, original: string, note?: Finding): Outcome {
  if (day === undefined || !isKnownYear(day)) return refusal('C-046', original)
  return isNear(day, source) ? value(day, note) : question('C-045', original, [choiceOfDay(day)])
}

/** Asks which of several days is meant. Days of another age are left out. */
export function askDay(
  code: 'C-041' | 'C-043' | 'C-044',
  original: string,
  days: readonly (string | undefined)[],
  args: Readonly<Record<string, string>> = {},
): Outcome {
  const known = [...new Set(days)].filter((day) => day !== undefined && isKnownYear(day)) as string[] // filtered
  return known.length === 0
    ? refusal('C-046', original)
    : question(code, original, known.map(choiceOfDay), args)
}
