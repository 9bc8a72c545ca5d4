import { today } from './beijing.ts'

const DAY_MS = 86_400_000

/** Whole days from today to a day, negative when it is over. @param day `yyyy-MM-dd`, later characters are ignored */
export const daysUntil = (day: string, now: string = today()): number =>
  Math.round((Date.parse(day.slice(0, 10)) - Date.parse(now)) / DAY_MS)

/** 今天、3 天: how long something waits since a time of the platform. */
export function waitedText(since: string, now: string = today()): string {
  const days = -daysUntil(since, now)
  return days > 0 ? `${days} 天` : '今天'
}

/** 还有 7 天, 今天到期, 已超 2 天. */
export function leftText(day: string, now: string = today()): string {
  const days = daysUntil(day, now)
  if (days === 0) return '今天到期'
  return days > 0 ? `还有 ${days} 天` : `已超 ${-days} 天`
}

/** A day without the current year: 11-29. */
export const shortDay = (day: string, now: string = today()): string =>
  day.slice(0, 4) === now.slice(0, 4) ? day.slice(5, 10) : day.slice(0, 10)
