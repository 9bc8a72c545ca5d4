import type { components } from '@xinchu/contract/schema'
import {
  amountOf,
  asOfIn,
  chosenPlaces,
  compareModeIn,
  defaultBase,
  figureState,
  groupPairs,
  inLists,
  NOW,
  type PageLevel,
  type PageSearch,
  periodAsOf,
  periodText,
  scaleSource,
  sourceAsOf,
  WHOLE,
  withinPlace,
} from '@xinchu/validators'
import { scaleCaptions } from '../domain/statistics/scale-export.ts'
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
  scaleConditions,
  userOf,
} from './conditions.ts'
import { ROWS, rowsOf } from './rows.ts'
import { groupTable, stateOfRows } from './scale-groups.ts'
import { STATE_COLUMNS, withStates } from './states.ts'
import { type PageTable, replyColumns, type TableColumn, type TableRow, withCaptions } from './table.ts'

type Period = components['schemas']['StatPeriod']

const CONDITIONS = [...PLACE, ...KINDS, 'quarter', 'year', 'source', 'asOf', 'groupBy', 'table', ...ROWS]
const COMPARED = ['compare', 'base', 'place', 'basePlace']
/** What changes the view alone. */
const VIEW = ['unit', 'part', 'growth', 'axis', 'sort', 'embed']

const TITLE = '规模布局统计'

const state = async (ask: Ask, search: PageSearch, level: PageLevel) => {
  const [user, periods] = await Promise.all([userOf(ask), ask('listStatPeriods', {})])
  assertPeriods(search, ['quarter', 'base'], periods)
  const codes = await placeOf(ask, search, level, user)
  const conditions = scaleConditions(search, { codes, periods, user })
  const asOf = asOfIn(search)
  if (asOf === undefined || conditions.source === 'work') return { periods, ...conditions }
  const batches = await ask('listPublications', {})
  // Both sides of a comparison are of that time.
  const then = periods.map(
    ({ year, quarter }): Period => ({ ...periodAsOf({ year, quarter }, asOf, batches), year, quarter }),
  )
  const own = conditions.period && periodText(conditions.period)
  return { ...conditions, periods: then, period: then.find((each) => periodText(each) === own) }
}

type State = Awaited<ReturnType<typeof state>>

// The working records alone are of today, and have no history.
const filterOf = ({ common: { asOf, ...common } }: State, period: Period | undefined) =>
  period
    ? { ...common, ...(asOf === undefined ? {} : { asOf }), ...atPeriod(period) }
    : { ...common, source: 'work' as const }

/** Origin of the figures of one side of a comparison. */
function originOf(own: State, period: Period | undefined, today: string) {
  const { source, ...filter } = filterOf(own, period)
  return sourceAsOf(scaleSource(source, period, today), 'asOf' in filter ? filter.asOf : undefined)
}

/** The sides of a comparison in time. */
function timesOf({ periods, period, chosen }: State, search: PageSearch) {
  const find = (name: string) => periods.find((each) => periodText(each) === search[name])
  const current = search['quarter'] === NOW ? undefined : (period ?? chosen)
  const base = search['base'] === NOW ? undefined : (find('base') ?? defaultBase(periods, current))
  return { base, current }
}

const named = (name: string, caption: string, kind: TableColumn['kind'], unit?: string): TableColumn => ({
  name,
  caption,
  kind,
  unit,
})

const PAIR_COLUMNS: readonly TableColumn[] = [
  named('key', '分组取值', 'text'),
  named('name', '分组名称', 'text'),
  named('base', '基准功率', 'double', 'MW'),
  named('current', '比较功率', 'double', 'MW'),
  named('difference', '差', 'double', 'MW'),
  named('change', '变化', 'double', '%'),
  named('baseShare', '基准占比', 'double', '%'),
  named('currentShare', '比较占比', 'double', '%'),
  named('baseRank', '基准位次', 'integer'),
  named('currentRank', '比较位次', 'integer'),
  named('baseStatus', '基准状态', 'text'),
  named('baseBatch', '基准批次', 'text'),
  named('currentStatus', '比较状态', 'text'),
  named('currentBatch', '比较批次', 'text'),
]

/** Cells of the state of both sides of a comparison. */
function pairStates(own: State, base: Period | undefined, current: Period | undefined) {
  const stateOf = (period: Period | undefined) => figureState(filterOf(own, period).source, period)
  const [before, now] = [stateOf(base), stateOf(current)]
  return {
    ...{ baseStatus: before.status, baseBatch: before.batch },
    ...{ currentStatus: now.status, currentBatch: now.batch },
  }
}

/** Both sides of a comparison by group. */
async function comparison(ask: Ask, search: PageSearch, own: State, today: string): Promise<PageTable> {
  const mode = compareModeIn(search)
  const { base, current } = timesOf(own, search)
  const read = async (period: Period | undefined, groupBy: ReturnType<typeof groupsOf>) =>
    (await ask('getScaleLayout', inLists({ ...filterOf(own, period), groupBy }))).map(amountOf)
  const sides = async () => {
    if (mode === 'periods') {
      const groupBy = groupsOf(search, ['region'])
      const [before, now] = await Promise.all([read(base, groupBy), read(current, groupBy)])
      const [from, to] = [base, current].map((period) => ({ ...filterOf(own, period), groupBy }))
      return { pairs: groupPairs(before, now), conditions: { base: from, current: to } }
    }
    const places = (await read(current, ['region'])).map(({ key }) => key)
    const chosen = chosenPlaces(mode, search, places)
    const groupBy = groupsOf(search, ['durationBand'])
    const all = await read(current, ['region', ...groupBy])
    const of = (place: string | undefined) => withinPlace(all, place === WHOLE ? undefined : place)
    return {
      pairs: groupPairs(of(chosen.base), of(chosen.current)),
      conditions: { ...filterOf(own, current), groupBy, place: chosen.current, basePlace: chosen.base },
    }
  }
  const { pairs, conditions } = await sides()
  // Figures of different projects have no difference that says anything.
  const isComparable = filterOf(own, base).source === filterOf(own, current).source
  const states = pairStates(own, mode === 'periods' ? base : current, current)
  const rows = pairs.map(
    ({ difference, change, ...pair }): TableRow => ({
      ...(isComparable ? { ...pair, difference, change } : pair),
      ...states,
    }),
  )
  return {
    title: `${TITLE}-比较`,
    period: [base, current].map((each) => (each ? periodText(each) : today)).join('-'),
    source: originOf(own, current, today),
    baseSource: mode === 'periods' ? originOf(own, base, today) : undefined,
    conditions,
    columns: PAIR_COLUMNS,
    rows,
  }
}

/** The last quarters, whatever the page's period, each of its own batch. */
async function quarters(ask: Ask, conditions: State['common']) {
  const figures = replyColumns('getScaleQuarters').filter(({ name }) => name !== 'status' && name !== 'batch')
  const columns = [...withCaptions(figures, scaleCaptions), ...STATE_COLUMNS]
  const found = await ask('getScaleQuarters', inLists(conditions))
  const rows = withStates(found, ({ status, ...row }) =>
    figureState(conditions.source, status && { ...row, status }),
  )
  return { title: '季度末累计与当季新增', conditions, columns, rows }
}

/** 规模布局统计: its groups, the rows of a figure, or a comparison. */
export async function scaleTable(
  ask: Ask,
  search: PageSearch,
  level: PageLevel,
  today: string,
): Promise<PageTable> {
  assertConditions(search, [...CONDITIONS, ...COMPARED, ...VIEW])
  assertAmong(search, 'source', ['work', 'warehouse'])
  assertAmong(search, 'table', ['groups', 'quarters'])
  assertAmong(search, 'compare', ['periods', 'places', 'whole'])
  const own = await state(ask, search, level)
  const { source, period, common } = own
  const isCompared = search['compare'] !== undefined
  const filter = { ...common, ...atPeriod(period) }
  const shown = ownPeriod(search, own.periods) ?? period
  const page = {
    title: TITLE,
    period: shown && periodText(shown),
    source: sourceAsOf(scaleSource(source, shown, today), asOfIn(search)),
  }
  if (search['rows'] !== undefined) {
    const rows = await rowsOf(ask, search, {
      // The rows of a comparison name their period themselves.
      filter: isCompared ? filterOf(own, undefined) : filter,
      inPeriod: (asked) => ({ ...common, ...asked }),
      state: await stateOfRows(ask, search, own, { shown, today }),
    })
    return { ...page, title: '数字的组成', ...rows }
  }
  if (isCompared) return comparison(ask, search, own, today)
  if (search['table'] === 'quarters') return { ...page, ...(await quarters(ask, common)) }
  return { ...page, ...(await groupTable(ask, search, own, { filter, today })) }
}
