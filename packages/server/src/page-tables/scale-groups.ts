import type { components, operations } from '@xinchu/contract/schema'
import {
  asOfIn,
  type FigureState,
  figureState,
  inLists,
  isRunningYear,
  type PageSearch,
  type PlaceCodes,
  periodAsOf,
  type Years,
  yearMonths,
  yearState,
} from '@xinchu/validators'
import { scaleCaptions } from '../domain/statistics/scale-export.ts'
import type { Ask } from './ask.ts'
import { groupsOf } from './conditions.ts'
import { STATE_COLUMNS, withStates } from './states.ts'
import { replyColumns, withCaptions } from './table.ts'

type Period = components['schemas']['StatPeriod']
type ScaleRow = components['schemas']['ScaleLayoutRow']
/** Conditions of the page, which has one division. */
type ScaleQuery = Omit<NonNullable<operations['getScaleLayout']['parameters']['query']>, keyof PlaceCodes> &
  PlaceCodes

const LAST_QUARTER = 4

/** Source and period of a page, and the periods that it can show. */
interface OwnPeriods {
  source: Years['side']
  period: Period | undefined
  periods: readonly Period[]
}

/** Returns the periods that decide how many months each year of the figures holds, with year-ends that the page does not offer. */
async function yearsOf(ask: Ask, search: PageSearch, own: OwnPeriods, today: string): Promise<Years> {
  const { source: side, periods, period } = own
  const years = { side, period, thisYear: Number(today.slice(0, 4)) }
  if (side === 'work') return { ...years, periods }
  const batches = await ask('listPublications', {})
  const asOf = asOfIn(search) ?? `${today} 23:59:59`
  const known = new Set(periods.map(({ year }) => year))
  const earlier = batches
    .filter(({ year, quarter, isCurrent }) => quarter === LAST_QUARTER && isCurrent && !known.has(year))
    .map((each) => periodAsOf(each, asOf, batches))
  return { ...years, periods: [...periods, ...earlier] }
}

/** State of the figure whose projects are listed. A figure of a trend names its year. */
export async function stateOfRows(
  ask: Ask,
  search: PageSearch,
  own: OwnPeriods,
  { shown, today }: { shown: Period | undefined; today: string },
): Promise<FigureState> {
  const [, year] = /year:(\d{4})/.exec(String(search['rows'])) ?? []
  const ofYear = year && yearState({ year: Number(year) }, await yearsOf(ask, search, own, today))
  return ofYear || figureState(own.source, shown)
}

/** The groups of the page with the state of each row, and their sum. A year that has not ended is named by its months. */
export async function groupTable(
  ask: Ask,
  search: PageSearch,
  own: OwnPeriods,
  { filter, today }: { filter: ScaleQuery; today: string },
) {
  const groupBy = groupsOf(search, ['region'])
  const conditions = { ...filter, groupBy }
  const columns = [...withCaptions(replyColumns('getScaleLayout'), scaleCaptions), ...STATE_COLUMNS]
  const found = await ask('getScaleLayout', inLists(conditions))
  if (!groupBy.includes('year')) {
    const state = figureState(own.source, own.period)
    const [total] = groupBy.length > 0 && found.length > 0 ? await ask('getScaleLayout', inLists(filter)) : []
    const sum = total && { ...total, label: '合计', ...state }
    return { conditions, columns, rows: withStates(found, () => state), sum }
  }
  const years = await yearsOf(ask, search, own, today)
  const rows = found.map((row) => yearRow(row, years))
  return { conditions, columns, rows: withStates(rows, (row) => yearState(row, years)) }
}

/** A row of a year under the name of its months, and without growth if it has not ended. */
function yearRow(row: ScaleRow, years: Years): ScaleRow {
  if (!isRunningYear(row, years)) return row
  const { yoyPower: _growth, ...figures } = row
  const whole = `${row.year}年`
  const label = row.label
    ?.split(' / ')
    .map((each) => (each === whole ? yearMonths(row, years) : each))
    .join(' / ')
  return { ...figures, ...(label === undefined ? {} : { label }) }
}
