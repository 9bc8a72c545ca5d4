import {
  askDay,
  choiceOfDay,
  DAY_SECONDS,
  dayAfter,
  dayOf,
  dayOfMs,
  isNear,
  isSerial,
  lastOfMonth,
  serialDay,
  takenDay,
} from './calendar.ts'
import { isDateFormat } from './format.ts'
import { finding, question, refusal } from './outcome.ts'
import type { Outcome, RawCell, Source } from './types.ts'
import { weekdayOf, writtenDay } from './written-day.ts'

const NEAR_SECONDS = 60
const BEIJING_MS = 8 * 3_600_000
const LONGEST = 60

const SOLID = /^(\d{4})(\d{2})(\d{2})$/
const MONTH_ONLY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*月?(?:份)?$/
const UNCLEAR = /^(\d{1,4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,4})$/
const TIME = /^(.*?\d[日号]?)(T|\s*)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i
const WEEKDAY = /\s*[(]?(?:星期|周|礼拜)([一二三四五六日天])[)]?$/
const SERIAL = /^\d{5}$/

/** Reads a time of day, in seconds after midnight; within a minute of it only where a program wrote it. */
function readSeconds(day: string, seconds: number, clock: string, source: Source, original: string): Outcome {
  if (seconds === 0) return takenDay(day, source, original)
  const near = seconds < NEAR_SECONDS ? day : DAY_SECONDS - seconds < NEAR_SECONDS ? dayAfter(day) : undefined
  if (near === undefined) return askDay('C-041', original, [day, dayAfter(day)], { clock })
  return takenDay(near, source, original, finding('C-040', original, { clock, day: near }))
}

const offsetMs = (zone: string): number => {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function readZoned(
  day: string,
  seconds: number,
  zone: string,
  clock: string,
  source: Source,
  original: string,
): Outcome {
  const zoneMs = zone.toUpperCase() === 'Z' ? 0 : offsetMs(zone)
  // Midnight in the zone that is written, or in Beijing.
  if (seconds === 0 && (zoneMs === 0 || zoneMs === BEIJING_MS)) return takenDay(day, source, original)
  const local = Date.parse(`${day}T00:00:00Z`) + seconds * 1000 - zoneMs + BEIJING_MS
  const inBeijing = dayOfMs(local)
  if (local % (DAY_SECONDS * 1000) === 0)
    return takenDay(inBeijing, source, original, finding('C-040', original, { clock, day: inBeijing }))
  return askDay('C-041', original, [inBeijing, dayAfter(inBeijing)], { clock })
}

function readTimed(text: string, source: Source, original: string): Outcome | undefined {
  const [, date, mark = '', hour = '', minute = '', second = '0', zone] = TIME.exec(text) ?? []
  if (date === undefined || (mark === '' && !/[日号]$/.test(date))) return undefined
  const day = writtenDay(date.trim())
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  if (day === undefined || seconds > DAY_SECONDS || Number(minute) > 59) return undefined
  const clock = text.slice(date.length + mark.length).trim()
  if (zone) return readZoned(day, seconds, zone, clock, source, original)
  if (mark.toUpperCase() === 'T' && seconds < DAY_SECONDS)
    return readSeconds(day, seconds, clock, source, original)
  if (seconds === 0) return takenDay(day, source, original)
  return askDay('C-041', original, [day, dayAfter(day)], { clock })
}

/** Asks for what a text leaves open: the day of a month, or the order of the parts. */
function readUnclear(text: string, original: string): Outcome | undefined {
  const [, year, month = ''] = MONTH_ONLY.exec(text) ?? []
  if (year !== undefined) return askDay('C-043', original, [dayOf(year, month, 1), lastOfMonth(year, month)])
  const [, a, b = '', c = ''] = UNCLEAR.exec(text) ?? []
  if (a === undefined || (a.length > 2 && c.length > 2) || a.length === 3 || c.length === 3) return undefined
  if (a.length === 4) return undefined
  if (c.length === 4) return askDay('C-044', original, [dayOf(c, a, b), dayOf(c, b, a)])
  const full = (part: string) => `20${part.padStart(2, '0')}`
  return askDay('C-044', original, [dayOf(full(a), b, c), dayOf(full(c), a, b), dayOf(full(c), b, a)])
}

/** Reads a date that is written as text. */
export function readDateText(text: string, source: Source, original: string): Outcome {
  if (text.length > LONGEST) return refusal('C-046', original)
  const [found, weekday] = WEEKDAY.exec(text) ?? []
  const date = found === undefined ? text : text.slice(0, text.length - found.length)
  const day = writtenDay(date)
  if (day !== undefined && weekday !== undefined && weekdayOf(day) !== weekday.replace('天', '日'))
    return askDay('C-044', original, [day])
  if (day !== undefined) return takenDay(day, source, original)
  if (source.by !== 'form' && SERIAL.test(text)) return readSerial(Number(text), source, original)
  return readTimed(text, source, original) ?? readUnclear(text, original) ?? refusal('C-046', original)
}

/** Asks whether a plain number means a day; refuses one that means no day near today. */
function readSerial(serial: number, source: Source, original: string): Outcome {
  const near = (source.is1904 ? [true, false] : [false])
    .map((is1904) => ({ ...choiceOfDay(serialDay(serial, is1904)), way: is1904 ? '1904' : '1900' }))
    .filter(({ text }) => isNear(text, source))
  return near.length === 0 ? refusal('C-046', original) : question('C-042', original, near)
}

/** Reads a number cell as a date. */
export function readDateCell({ text, format = '' }: RawCell, source: Source): Outcome {
  const serial = Number(text)
  const solid = SOLID.exec(text)
  if (!isDateFormat(format)) {
    if (solid) return takenDay(dayOf(solid[1] ?? '', solid[2] ?? '', solid[3] ?? ''), source, text)
    return SERIAL.test(text) ? readSerial(serial, source, text) : refusal('C-046', text)
  }
  if (!isSerial(serial)) return refusal('C-046', text)
  const whole = Math.floor(serial)
  const seconds = Math.round((serial - whole) * DAY_SECONDS)
  const day = serialDay(whole, source.is1904 === true)
  if (seconds === DAY_SECONDS) return takenDay(dayAfter(day), source, text)
  const clock = new Date(seconds * 1000).toISOString().slice(11, 19)
  return readSeconds(day, seconds, clock, source, text)
}
