import { today } from './beijing.ts'

const DAY_MS = 86_400_000

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/**
 * A time of the platform in the words of a list: 今天 10:41, 昨天 18:20, 11-20 16:42, or with the year if it is another.
 * @param time `yyyy-MM-dd HH:mm:ss`, Beijing
 */
export function momentOf(time: string, now: string = today()): string {
  const [day = '', clock = ''] = [time.slice(0, 10), time.slice(11, 16)]
  if (day === now) return `今天 ${clock}`
  if (day === dayBefore(now)) return `昨天 ${clock}`
  return `${day.slice(0, 4) === now.slice(0, 4) ? day.slice(5) : day} ${clock}`.trim()
}
