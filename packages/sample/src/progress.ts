import { round4 } from './content.ts'
import type { Stage } from './stages.ts'

const DAY_MS = 86_400_000

/** Date (yyyy-MM-dd) a number of days after another. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const UNFILED = { national_code: null, record_no: null, record_date: null, record_org: null }
const UNBUILT = { start_date: null, completed_investment: null }
const UNCONNECTED = {
  grid_date: null,
  commission_date: null,
  is_dispatched: null,
  grid_agreement: null,
  dispatch_agreement: null,
  fire_acceptance: null,
}

interface Subject {
  stage: Stage
  serial: number
  provinceCode: string
  placeName: string
  investment: number
}

function filing({ serial, provinceCode, placeName }: Subject, date: string) {
  const [year = '', month = ''] = date.split('-')
  const number = String(serial).padStart(6, '0')
  return {
    national_code: `${year.slice(2)}${month}-${provinceCode}-04-01-${number}`,
    record_no: `${placeName}发改备〔${year}〕${serial}号`,
    record_date: date,
    record_org: `${placeName}发展和改革部门`,
  }
}

/** A day (yyyy-MM-dd) of a year, after the first week of a month. */
export function dayOfYear(year: number, random: () => number): string {
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0')
  return `${year}-${month}-${String(10 + Math.floor(random() * 18))}`
}

/** Dates and documents of a station commissioned on a day (yyyy-MM-dd). */
export function operatingSince(subject: Subject, commissioned: string, random: () => number) {
  const connected = dayAfter(commissioned, -15)
  const started = dayAfter(connected, -180 - Math.floor(random() * 90))
  return {
    ...filing(subject, dayAfter(started, -60 - Math.floor(random() * 90))),
    plan_start_date: started,
    start_date: started,
    completed_investment: subject.investment,
    plan_grid_date: connected,
    grid_date: connected,
    commission_date: commissioned,
    is_dispatched: true,
    grid_agreement: '2',
    dispatch_agreement: '2',
    fire_acceptance: '2',
  }
}

/** Dates and documents of a project not yet in operation, as of today (yyyy-MM-dd). */
export function stillBuilding(subject: Subject, today: string, random: () => number) {
  const { build } = subject.stage
  const started = dayAfter(today, -20 - Math.floor(random() * 60))
  const isStarted = build === '3'
  return {
    ...(build === '1' ? UNFILED : filing(subject, dayAfter(started, -60 - Math.floor(random() * 90)))),
    ...UNBUILT,
    ...UNCONNECTED,
    plan_start_date: isStarted ? started : dayAfter(today, 60),
    ...(isStarted
      ? { start_date: started, completed_investment: round4(subject.investment * (0.1 + random() * 0.4)) }
      : {}),
    plan_grid_date: dayAfter(today, 150 + Math.floor(random() * 300)),
  }
}
