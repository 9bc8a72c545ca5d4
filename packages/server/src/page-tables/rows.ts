import type { components, operations } from '@xinchu/contract/schema'
import {
  apartFromPage,
  countedFigures,
  type FigureState,
  isCountedName,
  isLaterYear,
  type PageSearch,
  rowsQuery,
} from '@xinchu/validators'
import { malformed } from '../errors.ts'
import type { Ask } from './ask.ts'
import { RECORD_STATE_COLUMNS, withDataStates } from './states.ts'
import { replyColumns, type TableRow } from './table.ts'

type Query = NonNullable<operations['queryEsProjects']['parameters']['query']>
type Quarter = components['schemas']['StatPeriod']['quarter']

const PAGE = 5_000
/** Rows of one reply that is not sent page by page. As the largest workbook of projects. */
export const MOST_ROWS = 50_000

/** Reads a list page by page. @throws HttpError 400 if it is too long */
export async function allPages<Row extends object>(
  read: (page: { page: number; size: number }) => Promise<{ content: readonly Row[]; totalElements: number }>,
): Promise<TableRow[]> {
  const rows: Row[] = []
  for (let page = 0; ; page++) {
    const { content, totalElements } = await read({ page, size: PAGE })
    if (totalElements > MOST_ROWS)
      throw malformed(`共 ${totalElements} 行，超过 ${MOST_ROWS} 行，请缩小条件`, 'rows')
    rows.push(...content)
    if (content.length < PAGE || rows.length >= totalElements) return rows as unknown as TableRow[] // plain objects of a reply
  }
}

/** Conditions of the drawer besides its figure: words that are sought among its rows, and their order. */
export const ROWS: readonly string[] = ['rows', 'rowsFind', 'rowsSort']

const FIELDS: readonly string[] = ['ratedPower', 'ratedEnergy', 'commissionDate']

/** The drawer's words and order as the list of projects takes them. @throws HttpError 400 for another order */
function findingOf(search: PageSearch): { keyword?: string; sort: string[] } {
  const { rowsFind, rowsSort = 'ratedPower,desc' } = search
  const [field = '', way = ''] = String(rowsSort).split(',')
  if (!FIELDS.includes(field) || !['asc', 'desc'].includes(way))
    throw malformed(`不能按“${rowsSort}”排序`, 'rowsSort')
  return { sort: [`${field},${way}`], ...(rowsFind !== undefined && { keyword: String(rowsFind) }) }
}

/** Conditions of a page that the rows of a figure share. */
interface RowsPage {
  filter: Omit<Query, 'figure' | 'cells'> & Parameters<typeof rowsQuery>[0]
  /** Replaces the page's period by one that a figure names. */
  inPeriod: (period: { year: number; quarter: Quarter }) => RowsPage['filter']
  /** State of the figure. */
  state: FigureState
}

/**
 * The projects behind a figure, as the drawer lists them.
 * @param search its `rows` are the figure and its groups, like `ratedPower,region:640000`
 */
export async function rowsOf(ask: Ask, search: PageSearch, { filter, inPeriod, state }: RowsPage) {
  const { text, period, place } = apartFromPage(String(search['rows']))
  const [name = '', ...cells] = text.split(',')
  if (!isCountedName(name)) throw malformed(`没有统计数“${name}”`, 'rows')
  const shown = { ...(period ? inPeriod(period) : filter), ...place }
  const { year: _year, quarter: _quarter, ...latest } = shown
  const { sort, ...sought } = findingOf(search)
  const query = {
    ...rowsQuery(isLaterYear(cells, shown.year) ? latest : shown, { figure: countedFigures[name], cells }),
    ...sought,
  }
  const found = await allPages((page) => ask('queryEsProjects', { ...query, sort, ...page }))
  return {
    conditions: query,
    columns: [...replyColumns('queryEsProjects', 'content'), ...RECORD_STATE_COLUMNS],
    rows: withDataStates(found, state),
  }
}
