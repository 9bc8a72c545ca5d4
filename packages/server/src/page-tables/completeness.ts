import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import {
  figureState,
  inLists,
  type PageSearch,
  periodText,
  placeWithin,
  REPORT_PERIODS,
  REPORT_TERMS,
  usageSource,
} from '@xinchu/validators'
import { labelIn, labelsIn } from '../domain/dict/label.ts'
import { notFound } from '../errors.ts'
import type { Ask } from './ask.ts'
import {
  assertAmong,
  assertConditions,
  assertPeriods,
  atPeriod,
  KINDS,
  ownLevel,
  PLACE,
  placeOf,
  useConditions,
  userOf,
} from './conditions.ts'
import { allPages } from './rows.ts'
import { STATE_COLUMNS, withStates } from './states.ts'
import { type PageTable, replyColumns, type TableColumn, type TableRow, withoutColumns } from './table.ts'
import { rateColumns } from './usage.ts'

type Schemas = components['schemas']
type Period = Schemas['StatPeriod']
type Row = Schemas['UsageStatRow']
type Filter = ReturnType<typeof useConditions>

/** `sort` and `measure` change the view alone. */
/** The page compares places; it is of no region. */
const KINDS_OF_PLACES = KINDS.filter((name) => name !== 'regionGroup')
const CONDITIONS = [...PLACE, ...KINDS_OF_PLACES, 'quarter', 'place', 'table', 'measure', 'sort']
const TABLES = ['rates', 'missing', 'progress']

/** States of a report that the statistics do not count. */
const MISSING = [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation]
/** Parts of a due item that a list of projects has no cells for. */
const NO_CELLS = ['itemType', 'scopeName']

const atQuarter = ({ year, quarter }: { year: number; quarter?: number }) => `${year}Q${quarter}`

/** Totals and rows by place of all shown quarters, the latest last. */
async function ratesOf(ask: Ask, filter: Filter, periods: readonly Period[]) {
  const years = [...new Set(periods.map(({ year }) => year))]
  const read = async (groupBy: readonly 'region'[]) =>
    (
      await Promise.all(
        years.map((year) => ask('getUsageStatistics', { ...inLists(filter), year, groupBy: [...groupBy] })),
      )
    ).flat()
  const [totals, places] = await Promise.all([read([]), read(['region'])])
  const byQuarter = new Map(totals.map((row) => [atQuarter(row), row]))
  const oldestFirst = periods.toReversed()
  // Quarters before the first report of all are not shown: nothing was collected then.
  const first = oldestFirst.findIndex((each) => (byQuarter.get(periodText(each))?.reportedProjects ?? 0) > 0)
  return { totals, places, shown: first < 0 ? oldestFirst.slice(-1) : oldestFirst.slice(first) }
}

/** Reports by the deadline and after it; none in quarters without a window. */
async function timesOf(ask: Ask, filter: Filter) {
  const { rows } = await ask('getUsageTimeliness', inLists(filter))
  const known = new Set(rows.map(atQuarter))
  const times = new Map(rows.map((row) => [`${row.key} ${atQuarter(row)}`, row]))
  return (row: Row) => {
    if (!known.has(atQuarter(row))) return {}
    const { onTime = 0, late = 0 } = times.get(`${row.key ?? ''} ${atQuarter(row)}`) ?? {}
    return { onTime, late }
  }
}

// Reports are counted while they come in.
const working = () => figureState('work', undefined)

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

const count = (name: string, caption: string): TableColumn => ({ name, caption, kind: 'integer' })

const pickOf = ({ year, quarter, key, label, ...row }: Row) => ({
  ...{ year, quarter, key: key ?? '', label: label ?? '合计' },
  ...{ dueProjects: row.dueProjects, reportedProjects: row.reportedProjects },
  ...{ pendingProjects: row.pendingProjects, overdueProjects: row.overdueProjects },
  ...{ reportRate: row.reportRate, powerRate: row.powerRate },
})

/** The cells of the page: each place in each quarter, and the total. */
async function rates(
  ask: Ask,
  filter: Filter,
  { totals, places, shown }: Awaited<ReturnType<typeof ratesOf>>,
) {
  const timed = await timesOf(ask, filter)
  const quarters = new Set(shown.map(periodText))
  const rows = [...totals, ...places]
    .filter((row) => quarters.has(atQuarter(row)))
    .map((row) => ({ ...pickOf(row), ...timed(row) }))
  return {
    conditions: filter,
    columns: [
      ...rateColumns(),
      count('onTime', '按时报送的项目数'),
      count('late', '截止后报送的项目数'),
      ...STATE_COLUMNS,
    ],
    rows: withStates(
      rows.toSorted(
        (a, b) => compare(a.key, b.key) || a.year - b.year || (a.quarter ?? 0) - (b.quarter ?? 0),
      ),
      working,
    ),
  }
}

/** First reports by day of this period and the one before it. */
async function progress(ask: Ask, filter: Filter, period: Period) {
  const conditions = { ...filter, ...atPeriod(period) }
  const { courses } = await ask('getUsageTimeliness', inLists(conditions))
  const rows = courses.flatMap(({ days, ...course }) => days.map((each) => ({ ...course, ...each })))
  const columns = [
    ...replyColumns('getUsageTimeliness', 'courses'),
    count('day', '第几天'),
    count('count', '首次报送的项目数'),
    ...STATE_COLUMNS,
  ]
  return { conditions, columns, rows: withStates(rows, working) }
}

const TERM = '报送情况'
const termOf = ({ overdue }: TableRow) => REPORT_TERMS[overdue === true ? 'overdue' : 'pending'].term

async function missing(ask: Ask, filter: Filter, period: Period) {
  const conditions = {
    ...filter,
    ...atPeriod(period),
    itemType: 'USAGE' as const,
    status: MISSING,
  }
  const rows = await allPages(async (page) => {
    const { content, ...list } = await ask('listDueItems', { ...conditions, ...page, year: period.year })
    return {
      ...list,
      content: content.map((row) => ({ ...row, status: row.item?.status ?? ReportStatus.draft })),
    }
  })
  const status: TableColumn = {
    ...{ name: 'status', caption: '报送状态', kind: 'text' },
    labels: labelsIn('report_status'),
    cell: ({ status: code }) => labelIn('report_status', String(code)),
  }
  const columns = withoutColumns(replyColumns('listDueItems', 'content'), NO_CELLS).map((column) =>
    column.name === 'overdue' ? { ...column, caption: TERM, cell: termOf } : column,
  )
  return { conditions, columns: [...columns, status], rows }
}

/** 报送完整性: the cells of the page, the reports by day, or the projects that a chosen cell misses. */
export async function completenessTable(ask: Ask, search: PageSearch): Promise<PageTable> {
  assertConditions(search, CONDITIONS)
  assertAmong(search, 'table', TABLES)
  const [user, all] = await Promise.all([userOf(ask), ask('listStatPeriods', {})])
  const periods = all.slice(0, REPORT_PERIODS)
  assertPeriods(search, ['quarter'], periods)
  const codes = await placeOf(ask, search, ownLevel(user), user)
  const filter = useConditions(search, codes)
  const found = await ratesOf(ask, filter, periods)
  const latest = found.shown.at(-1)
  const period = found.shown.find((each) => periodText(each) === search['quarter']) ?? latest
  if (!period) throw notFound('统计期次')
  const page = {
    title: '报送完整性',
    period: periodText(period),
    source: usageSource(
      'work',
      period,
      found.totals.find((row) => atQuarter(row) === periodText(period)),
    ),
  }
  const part = {
    ...filter,
    ...placeWithin(codes, search['place'] === undefined ? undefined : String(search['place'])),
  }
  if (search['table'] === 'progress')
    return { ...page, title: '报送进度', ...(await progress(ask, part, period)) }
  if (search['table'] === 'missing')
    return { ...page, title: `${REPORT_TERMS.missing.term}项目`, ...(await missing(ask, part, period)) }
  return { ...page, ...(await rates(ask, filter, found)) }
}
