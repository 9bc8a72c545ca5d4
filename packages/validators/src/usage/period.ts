const DAY_MS = 86_400_000

/** A quarter of a year. */
export interface Quarter {
  readonly year: number
  /** 1 to 4. */
  readonly quarter: number
}

const text = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const firstMoment = ({ year, quarter }: Quarter) => Date.UTC(year, (quarter - 1) * 3, 1)

/** The quarter that is `count` quarters later; earlier if negative. */
export function quarterAfter({ year, quarter }: Quarter, count = 1): Quarter {
  const index = year * 4 + (quarter - 1) + count
  return { year: Math.floor(index / 4), quarter: (index % 4) + 1 }
}

/** The quarter that contains a day (yyyy-MM-dd). */
export const quarterOf = (day: string): Quarter => ({
  year: Number(day.slice(0, 4)),
  quarter: Math.ceil(Number(day.slice(5, 7)) / 3),
})

/** The last quarter that ended before a day (yyyy-MM-dd). */
export const closedQuarter = (day: string): Quarter => quarterAfter(quarterOf(day), -1)

/** The first and the last day of a quarter, yyyy-MM-dd. */
export function quarterDays(period: Quarter): { first: string; last: string } {
  return { first: text(firstMoment(period)), last: text(firstMoment(quarterAfter(period)) - DAY_MS) }
}

/** The first quarter that begins on a day (yyyy-MM-dd) or after it: an announced project reports whole quarters alone. */
export function firstDueQuarter(day: string): Quarter {
  const own = quarterOf(day)
  return day <= quarterDays(own).first ? own : quarterAfter(own)
}

/** Hours of a quarter after a station's commissioning; 0 if it was commissioned later. */
export function periodHours(period: Quarter, commissionDate?: string): number {
  const start = firstMoment(period)
  const end = firstMoment(quarterAfter(period))
  const commissioned = commissionDate ? Date.parse(commissionDate) : start
  return Math.max(0, (end - Math.max(start, commissioned)) / 3_600_000)
}
