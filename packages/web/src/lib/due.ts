import { today } from './beijing.ts'

const DAY_MS = 86_400_000

/** Whole days from today to a day, negative when it is over. @param day `yyyy-MM-dd`, later characters are ignored */
export const daysUntil = (day: string, now: string = today()): number =>
  Math.round((Date.parse(day.slice(0, 10)) - Date.parse(now)) / DAY_MS)

/** 今天、3 天: a waiting time in whole days. */
export const waitedDays = (days: number): string => (days > 0 ? `${days} 天` : '今天')

/** 今天、3 天: the waiting time since a time of the platform. */
export const waitedText = (since: string, now: string = today()): string => waitedDays(-daysUntil(since, now))

/** 已等 3 天, or 今天收到. */
export function waitingText(since: string, now: string = today()): string {
  const isToday = daysUntil(since, now) === 0
  return isToday ? '今天收到' : `已等 ${waitedText(since, now)}`
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

const FAR_DAYS = 366

/** Whether a deadline is too far away to be shown. */
export const isFar = (day: string, now: string = today()): boolean => daysUntil(day, now) > FAR_DAYS

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400
const ALWAYS_S = 366 * DAY_S

/** Whether a window is open for more than a year, so that its end is not shown. */
export const isAlways = (seconds: number): boolean => seconds > ALWAYS_S

/** 长期开放, 还有 7 天, 还有 3 小时 20 分, 已截止: the remaining time of a window. */
export function remainingText(seconds: number): string {
  if (seconds <= 0) return '已截止'
  if (isAlways(seconds)) return '长期开放'
  if (seconds >= DAY_S) return `还有 ${Math.floor(seconds / DAY_S)} 天`
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  return hours > 0 ? `还有 ${hours} 小时 ${minutes} 分` : `还有 ${Math.max(1, minutes)} 分`
}
