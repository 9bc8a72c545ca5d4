import type { StatPeriod, UsageStatRow, UsageTimeliness } from '@xinchu/sdk'
import { type MissingReports, missingParts, missingTerm, quantity, REPORT_TERMS } from '@xinchu/validators'

/** Measure: projects that have reported, the same weighted by power, or those that did so by the deadline. */
export type Measure = 'projects' | 'time' | 'power'

/** Definitions of the rates. */
export const RATE_TERMS = {
  projects: REPORT_TERMS.reportRate,
  time: REPORT_TERMS.onTimeRate,
  power: REPORT_TERMS.powerRate,
} as const satisfies Readonly<Record<Measure, unknown>>

/** Due and reported projects of one place in one quarter. */
export interface Cell {
  due: number
  reported: number
  /** Of the others, those that still have time to report, and those that have not. */
  pending: number
  overdue: number
  /** Reported projects in percent of those due. */
  rate: number
  /** The same weighted by power; undefined if nothing due has a power. */
  powerRate: number | undefined
  /** Projects that first reported by the deadline and after it; undefined in quarters without a window. */
  times?: { onTime: number; late: number }
}

/** One place over all shown quarters; undefined where nothing was due. */
export interface PlaceRow {
  code: string
  name: string
  cells: readonly (Cell | undefined)[]
}

/** Reporting rates by place and quarter. */
export interface Grid {
  quarters: readonly StatPeriod[]
  total: PlaceRow
  places: readonly PlaceRow[]
}

const keyOf = ({ year, quarter }: { year: number; quarter?: number }) => `${year}-${quarter}`

const cellOf = ({
  dueProjects: due,
  reportedProjects: reported,
  pendingProjects = 0,
  overdueProjects = due - reported - pendingProjects,
  powerRate,
}: UsageStatRow): Cell => ({
  due,
  reported,
  pending: pendingProjects,
  overdue: overdueProjects,
  rate: due > 0 ? (100 * reported) / due : 0,
  powerRate,
})

/** Gathers the calls' rows, which have one quarter each, into rows of places. */
export function gridOf(
  quarters: readonly StatPeriod[],
  totals: readonly UsageStatRow[],
  byPlace: readonly UsageStatRow[],
): Grid {
  const names = new Map(byPlace.map(({ key = '', label = '' }) => [key, label]))
  const cells = new Map(byPlace.map((row) => [`${row.key} ${keyOf(row)}`, cellOf(row)]))
  const totalCells = new Map(totals.map((row) => [keyOf(row), cellOf(row)]))
  // Quarters before the first report of all are not shown: nothing was collected then.
  const first = quarters.findIndex((each) => (totalCells.get(keyOf(each))?.reported ?? 0) > 0)
  const shown = first < 0 ? quarters.slice(-1) : quarters.slice(first)
  return {
    quarters: shown,
    total: { code: '', name: '合计', cells: shown.map((each) => totalCells.get(keyOf(each))) },
    places: [...names].map(([code, name]) => ({
      code,
      name,
      cells: shown.map((each) => cells.get(`${code} ${keyOf(each)}`)),
    })),
  }
}

/** The grid with the times of the first reports. */
export function withTimes(grid: Grid, { rows }: UsageTimeliness): Grid {
  const known = new Set(rows.map(keyOf))
  const times = new Map(rows.map((row) => [`${row.key} ${keyOf(row)}`, row]))
  const timed = (place: PlaceRow): PlaceRow => ({
    ...place,
    cells: place.cells.map((cell, at) => {
      const period = grid.quarters[at]
      if (!cell || !period || !known.has(keyOf(period))) return cell
      const { onTime = 0, late = 0 } = times.get(`${place.code} ${keyOf(period)}`) ?? {}
      return { ...cell, times: { onTime, late } }
    }),
  })
  return { ...grid, total: timed(grid.total), places: grid.places.map(timed) }
}

const punctuality = (cell: Cell | undefined): number | undefined =>
  cell?.times && cell.due > 0 ? Math.min(100, (100 * cell.times.onTime) / cell.due) : undefined

/** Percentage of a cell by a measure. */
export function rateOf(cell: Cell | undefined, measure: Measure): number | undefined {
  if (measure === 'time') return punctuality(cell)
  return measure === 'power' ? cell?.powerRate : cell?.rate
}

const MUCH_LATE = 0.1

/** Whether more than a tenth of the reports came after the deadline. */
export const isLate = (cell: Cell | undefined): boolean =>
  cell?.times !== undefined && cell.times.late > MUCH_LATE * (cell.times.onTime + cell.times.late)

/** Lower bounds of the colour classes, best first. A class below the last is the worst. */
export const CLASSES = [
  [100, '100'],
  [95, '95–<100'],
  [80, '80–<95'],
  [60, '60–<80'],
  [0, '<60'],
] as const satisfies readonly (readonly [number, string])[]

/** Colour class of a rate: 1 for complete to 5; 0 where nothing was due. */
export const classOf = (rate: number | undefined): number =>
  rate === undefined ? 0 : CLASSES.findIndex(([least]) => rate >= least) + 1

export const missingOf = (cell: Cell | undefined): number => (cell ? cell.due - cell.reported : 0)

/** The counts of a cell as the words for them read them. */
export const reportsOf = ({ due, reported, pending, overdue }: Cell): MissingReports => ({
  dueProjects: due,
  reportedProjects: reported,
  pendingProjects: pending,
  overdueProjects: overdue,
})

/** Places by what they miss in the chosen quarter, most first; equal ones stay in the order of their codes. */
export const byMissing = (places: readonly PlaceRow[], at: number): PlaceRow[] =>
  places.toSorted((a, b) => missingOf(b.cells[at]) - missingOf(a.cells[at]))

/**
 * Orders of the places: by projects due, without a report or late, most first, or by the share on time, lowest first. Of
 * places with as many overdue ones, the one with more that still have time comes first.
 */
export const SORTS = ['due', 'pending', 'overdue', 'late', 'onTime'] as const
export type Sort = (typeof SORTS)[number]

const rankOf: Readonly<Record<Sort, (cell: Cell | undefined) => number>> = {
  due: (cell) => cell?.due ?? 0,
  pending: (cell) => cell?.pending ?? 0,
  overdue: (cell) => (cell ? cell.overdue + cell.pending / (cell.due + 1) : 0),
  late: (cell) => cell?.times?.late ?? -1,
  onTime: (cell) => -(punctuality(cell) ?? 101),
}

/** Places in an order of the chosen quarter; equal ones stay in the order of their codes. */
export const inOrder = (places: readonly PlaceRow[], at: number, sort: Sort): PlaceRow[] =>
  places.toSorted((a, b) => rankOf[sort](b.cells[at]) - rankOf[sort](a.cells[at]))

const count = (value: number) => value.toLocaleString('zh-CN')
const NAMED = 3

/** Change of the rate against the quarter before, in percentage points. */
function movedOf(now: Cell, before: Cell | undefined): string {
  if (!before) return ''
  const points = now.rate - before.rate
  const sign = points < 0 ? '−' : '+'
  return `较上季度 ${sign}${Math.abs(points).toFixed(1)} 点`
}

/** Finding of the chosen quarter: one sentence, and a second that supports it. */
export function findingOf({ total, places }: Grid, at: number, period: string): [string, string] {
  const cell = total.cells[at]
  if (!cell || cell.due === 0) return [`${period}没有应报送的项目。`, '']
  const missing = missingOf(cell)
  const due = places.filter((place) => (place.cells[at]?.due ?? 0) > 0)
  const complete = due.filter((place) => missingOf(place.cells[at]) === 0).length
  const worst = byMissing(due, at).slice(0, NAMED)
  const theirs = worst.reduce((sum, place) => sum + missingOf(place.cells[at]), 0)
  const opening = `${period}应报 ${count(cell.due)} 个项目，已报 ${count(cell.reported)} 个（${quantity(cell.rate, '%')}%）`
  const shares =
    due.length > NAMED && missing > 0
      ? `；${worst.map(({ name }) => name).join('、')}占${missingTerm(reportsOf(cell))}的 ${quantity((100 * theirs) / missing, '%')}%${complete > 0 ? `，${complete} 个地区全部报齐` : ''}`
      : ''
  const parts = missingParts(reportsOf(cell)).map(([term, number]) => `，${term} ${count(number)} 个`)
  const lacks = missing > 0 ? parts.join('') : '，全部报齐'
  const power =
    cell.powerRate === undefined ? [] : [`已报项目占应报项目功率的 ${quantity(cell.powerRate, '%')}%`]
  const moved = movedOf(cell, total.cells[at - 1])
  const onTime = punctuality(cell)
  const timely = onTime === undefined ? [] : [`按时率 ${quantity(onTime, '%')}%`]
  const support = [...power, ...timely, ...(moved ? [`报送率${moved}`] : [])].join('；')
  return [`${opening}${lacks}${shares}。`, support && `${support}。`]
}
