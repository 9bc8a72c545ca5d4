import type { components } from '@xinchu/contract/schema'
import {
  askedPeriod,
  asOfIn,
  figureState,
  flowEnds,
  inLists,
  type PageSearch,
  periodAsOf,
  periodOf,
  periodText,
  pipelineSides,
  pipelineSource,
  sourceAsOf,
  spanNames,
  stageNames,
} from '@xinchu/validators'
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
import { ROWS, rowsOf } from './rows.ts'
import { STATE_COLUMNS, withStates } from './states.ts'
import { type PageTable, replyColumns, type TableColumn } from './table.ts'

type Schemas = components['schemas']
type Pipeline = Schemas['Pipeline']
type Table = Pick<PageTable, 'title' | 'columns'> & { rows: readonly object[] }

/** The page is of all states. `unit` changes the view alone. */
const KINDS_OF_ALL = KINDS.filter((name) => name !== 'buildStatus')
const CONDITIONS = [...PLACE, ...KINDS_OF_ALL, 'quarter', 'source', 'asOf', ...ROWS, 'table', 'unit']
const TABLES = ['flows', 'spans', 'delay', 'overdue']
const TITLE = '规划建设进程'

/** Gives the codes of a column their names. */
const named =
  (column: string, labels: Readonly<Record<string, string>>, none?: string) =>
  (each: TableColumn): TableColumn =>
    each.name === column ? { ...each, labels, cell: (row) => labels[String(row[column])] ?? none } : each

const number = (name: string, caption: string, unit?: string): TableColumn => ({
  ...{ name, caption, unit },
  kind: 'double',
})

const MOVES = [
  ['opening', '期初'],
  ['entered', '转入'],
  ['left', '转出'],
  ['corrected', '核定变动'],
] as const

/** What each stage has, had, gained and lost. */
function stock({ stages }: Pipeline): Table {
  const moved = MOVES.flatMap(([move, caption]): TableColumn[] => [
    { name: `${move}Count`, caption: `${caption}项目数`, kind: 'integer' },
    number(`${move}Power`, `${caption}功率`, 'MW'),
    number(`${move}Energy`, `${caption}能量`, 'MWh'),
  ])
  const rows = stages.map(({ opening, entered, left, corrected, ...each }) => {
    const moves = { opening, entered, left, corrected }
    const cells = MOVES.flatMap(([move]) => [
      [`${move}Count`, moves[move]?.projectCount] as const,
      [`${move}Power`, moves[move]?.ratedPower] as const,
      [`${move}Energy`, moves[move]?.ratedEnergy] as const,
    ])
    return { ...each, ...Object.fromEntries(cells.filter(([, value]) => value !== undefined)) }
  })
  return {
    title: TITLE,
    columns: [...replyColumns('getPipeline', 'stages').map(named('stage', stageNames)), ...moved],
    rows,
  }
}

const flows = ({ flows: rows = [] }: Pipeline): Table => ({
  title: `${TITLE}-阶段变动`,
  columns: replyColumns('getPipeline', 'flows')
    .map(named('from', stageNames, flowEnds.from))
    .map(named('to', stageNames, flowEnds.to)),
  rows,
})

const spans = ({ spans: rows = [] }: Pipeline): Table => ({
  title: `${TITLE}-各段历时`,
  columns: replyColumns('getPipeline', 'spans').map(named('span', spanNames)),
  rows,
})

const delay = ({ delay: row }: Pipeline): Table => ({
  title: `${TITLE}-并网延误`,
  columns: [
    { name: 'projectCount', caption: '本期并网项目数', kind: 'integer' },
    { name: 'onTime', caption: '按期或提前', kind: 'integer' },
    number('p25', '延误第 25 百分位', '天'),
    number('median', '延误中位数', '天'),
    number('p75', '延误第 75 百分位', '天'),
  ],
  rows: row ? [row] : [],
})

const overdue = ({ overdue: row }: Pipeline): Table => ({
  title: `${TITLE}-逾期未并网`,
  columns: [
    { name: 'projectCount', caption: '逾期项目数', kind: 'integer' },
    number('ratedPower', '逾期功率', 'MW'),
    { name: 'within90', caption: '90 天以内', kind: 'integer' },
    { name: 'within180', caption: '91—180 天', kind: 'integer' },
    { name: 'beyond180', caption: '超过 180 天', kind: 'integer' },
  ],
  rows: row ? [row] : [],
})

const READS: Readonly<Record<string, (found: Pipeline) => Table>> = { flows, spans, delay, overdue }

/** 规划建设进程: the stages, or one of the other tables of the page. */
export async function pipelineTable(ask: Ask, search: PageSearch, today: string): Promise<PageTable> {
  assertConditions(search, CONDITIONS)
  assertAmong(search, 'table', TABLES)
  assertAmong(search, 'source', ['work', 'warehouse'])
  const [user, periods] = await Promise.all([userOf(ask), ask('listStatPeriods', {})])
  assertPeriods(search, ['quarter'], periods)
  const codes = await placeOf(ask, search, ownLevel(user), user)
  const { source, period } = pipelineSides(search, periodOf(periods, askedPeriod(search)))
  const asOf = asOfIn(search)
  const conditions = {
    ...useConditions(search, codes),
    ...atPeriod(period),
    source,
    ...(asOf === undefined ? {} : { asOf }),
  }
  const then =
    asOf === undefined || !period ? period : periodAsOf(period, asOf, await ask('listPublications', {}))
  const state = figureState(source, then)
  const page = {
    period: period && periodText(period),
    source: sourceAsOf(pipelineSource(source, then, today), asOf),
  }
  if (search['rows'] !== undefined) {
    const inPeriod = (asked: { year: number; quarter: Schemas['StatPeriod']['quarter'] }) => ({
      ...conditions,
      ...asked,
    })
    return {
      ...page,
      title: '数字的组成',
      ...(await rowsOf(ask, search, { filter: conditions, inPeriod, state })),
    }
  }
  const found = await ask('getPipeline', inLists(conditions))
  const { rows, columns, title } = (READS[String(search['table'])] ?? stock)(found)
  return {
    ...page,
    conditions,
    title,
    columns: [...columns, ...STATE_COLUMNS],
    rows: withStates(rows, () => state),
  }
}
