import { may } from '@xinchu/contract/rights'
import {
  askedPeriod,
  asOfIn,
  type Coverage,
  type FigureState,
  figureState,
  inLists,
  type PageLevel,
  type PageSearch,
  type PlaceCodes,
  periodAsOf,
  periodOf,
  periodText,
  placeWithin,
  type SourcePeriod,
  scaleSides,
  sourceAsOf,
  USE_PERIODS,
  usageSource,
} from '@xinchu/validators'
import { malformed, notFound } from '../errors.ts'
import type { Ask } from './ask.ts'
import {
  assertAmong,
  assertConditions,
  assertPeriods,
  atPeriod,
  groupsOf,
  KINDS,
  ownPeriod,
  PLACE,
  placeOf,
  useConditions,
  userOf,
} from './conditions.ts'
import { allPages, ROWS, rowsOf } from './rows.ts'
import { STATE_COLUMNS, withStates } from './states.ts'
import { type PageTable, replyColumns, type TableColumn } from './table.ts'

const CONDITIONS = [
  ...PLACE,
  ...KINDS,
  'quarter',
  'source',
  'asOf',
  'groupBy',
  ...ROWS,
  'table',
  'rule',
  'review',
  'reviewPlace',
  'metric',
]

const TITLE = '使用情况统计'
const TABLES = ['groups', 'spread', 'histogram', 'outliers', 'quarters']

/**
 * Conditions of the page but for its period. Working data has no history, and values to check are of working data alone.
 * @param isOfficial whether the user sees official figures by default
 */
function commonOf(search: PageSearch, codes: PlaceCodes, isOfficial: boolean) {
  const { source } = scaleSides(search, undefined, isOfficial && search['table'] !== 'outliers')
  const asOf = asOfIn(search)
  return { ...useConditions(search, codes), source, ...(asOf === undefined ? {} : { asOf }) }
}

type Common = ReturnType<typeof commonOf>
type Filter = Common & ReturnType<typeof atPeriod>

/** Refuses values to check of official data: reported values are reviewed before they are official. @throws HttpError 400 */
function assertReviewed(search: PageSearch, { source }: Common): void {
  if (search['table'] === 'outliers' && source === 'warehouse')
    throw malformed('报送值复核清单只有在办数据，没有入库数据，也不能按当时的数', 'table')
}

/** One of the page's tables, by default its groups. */
async function tableOf(ask: Ask, search: PageSearch, filter: Filter, state: FigureState) {
  if (search['table'] === 'outliers') {
    const rule = search['rule'] === undefined ? {} : { rule: [String(search['rule'])] as never[] } // the call refuses others
    const confirmed = search['review'] === 'confirmed' ? { confirmed: true } : {}
    const part = search['reviewPlace'] === undefined ? undefined : String(search['reviewPlace'])
    // The call knows working values alone.
    const { source: _source, ...reviewed } = filter
    const conditions = { ...reviewed, ...placeWithin(reviewed, part), ...rule, ...confirmed }
    const rows = await allPages((page) => ask('listUsageOutliers', inLists({ ...conditions, ...page })))
    const columns = replyColumns('listUsageOutliers', 'content')
    return { title: '报送值复核清单', conditions, columns, rows }
  }
  if (search['table'] === 'spread' || search['table'] === 'histogram') {
    const { rows, bins } = await ask('getUsageSpread', inLists(filter))
    const [title, list, found] =
      search['table'] === 'spread'
        ? (['电站利用小时', 'rows', withStates(rows, () => state)] as const)
        : (['电站利用小时的分布', 'bins', withStates(bins, () => state)] as const)
    const columns = [...replyColumns('getUsageSpread', list), ...STATE_COLUMNS]
    return { title, conditions: filter, columns, rows: found }
  }
  const conditions = { ...filter, groupBy: groupsOf(search, ['region']) }
  const rows = await ask('getUsageStatistics', inLists(conditions))
  const columns = [...replyColumns('getUsageStatistics'), ...STATE_COLUMNS]
  return { title: TITLE, conditions, columns, rows: withStates(rows, () => state) }
}

type StateOf = (period: { year: number; quarter?: number }) => FigureState

/** Quarters of the trend: from the first with a report up to the latest, whatever the page's period. */
async function quarters(ask: Ask, filter: Common, last: number, stateOf: StateOf) {
  const years = [last - 2, last - 1, last]
  const all = (
    await Promise.all(years.map((year) => ask('getUsageStatistics', inLists({ ...filter, year }))))
  ).flat()
  const recent = all.slice(-USE_PERIODS)
  const rows = recent.slice(recent.findIndex(({ reportedProjects }) => reportedProjects > 0))
  const columns = [...replyColumns('getUsageStatistics'), ...STATE_COLUMNS]
  return { title: '逐季使用情况', conditions: filter, columns, rows: withStates(rows, stateOf) }
}

/** Reports behind the figures, as the page's line of origin names them. */
async function coverageOf(ask: Ask, filter: Filter): Promise<Coverage | undefined> {
  const [total] = await ask('getUsageStatistics', inLists(filter))
  return total
}

/** Periods as they are, or were at a batch or moment. */
async function periodsThen(ask: Ask, periods: readonly SourcePeriod[], asOf: string | undefined) {
  if (asOf === undefined) return periods
  const batches = await ask('listPublications', {})
  return periods.map((each) => periodAsOf(each, asOf, batches))
}

/** 使用情况统计: its groups, the spread of stations, the values to check, or the rows of a figure. */
export async function usageTable(ask: Ask, search: PageSearch, level: PageLevel): Promise<PageTable> {
  assertConditions(search, CONDITIONS)
  assertAmong(search, 'table', TABLES)
  assertAmong(search, 'review', ['confirmed'])
  const [user, all] = await Promise.all([userOf(ask), ask('listStatPeriods', {})])
  const periods = all.slice(0, USE_PERIODS)
  assertPeriods(search, ['quarter'], periods)
  const period = periodOf(periods, askedPeriod(search))
  if (!period) throw notFound('统计期次')
  const codes = await placeOf(ask, search, level, user)
  const common = commonOf(search, codes, may(user, 'statistics.official'))
  assertReviewed(search, common)
  const filter = { ...common, ...atPeriod(period) }
  const then = await periodsThen(ask, all, common.asOf)
  const thenOf = ({ year, quarter }: { year: number; quarter?: number }) =>
    then.find((each) => each.year === year && each.quarter === quarter)
  const stateOf: StateOf = (asked) => figureState(common.source, thenOf(asked))
  const shown = ownPeriod(search, all) ?? period
  const pageOf = async () => {
    const coverage = await coverageOf(ask, { ...common, ...atPeriod(shown) })
    const source = sourceAsOf(usageSource(common.source, thenOf(shown) ?? shown, coverage), common.asOf)
    return { title: TITLE, period: periodText(shown), source }
  }
  const page = await pageOf()
  if (search['table'] === 'quarters')
    return { ...page, ...(await quarters(ask, common, periods[0]?.year ?? period.year, stateOf)) }
  if (search['rows'] === undefined)
    return { ...page, ...(await tableOf(ask, search, filter, stateOf(period))) }
  const rows = await rowsOf(ask, search, {
    filter,
    inPeriod: (asked) => ({ ...common, ...asked }),
    state: stateOf(shown),
  })
  return { ...page, title: '数字的组成', ...rows }
}

/** Columns of use by group and quarter. */
export const rateColumns = (): TableColumn[] =>
  replyColumns('getUsageStatistics').filter(({ name }) =>
    [
      'year',
      'quarter',
      'key',
      'label',
      'reportedProjects',
      'dueProjects',
      'pendingProjects',
      'overdueProjects',
      'reportRate',
      'powerRate',
    ].includes(name),
  )
