import type { operations } from '@xinchu/contract/schema'
import {
  asOfIn,
  closedQuarter,
  type FigureState,
  figureState,
  ledgerSource,
  type PageSearch,
  periodAsOf,
  periodText,
  type Quarter,
  SNAPSHOT_CAPTION,
  type SnapshotOrigin,
  type SourcePeriod,
  snapshotText,
  sourceAsOf,
} from '@xinchu/validators'
import { malformed } from '../errors.ts'
import type { Ask } from './ask.ts'
import { assertConditions, PLACE, placeOf, userOf } from './conditions.ts'
import { RECORD_STATE_COLUMNS, withDataStates } from './states.ts'
import { type PageTable, replyColumns, type TableColumn } from './table.ts'

type Query = NonNullable<operations['queryEsProjects']['parameters']['query']>

const TEXTS = ['keyword', 'commissionFrom', 'commissionTo'] as const
const NUMBERS = ['ownerGroupId', 'powerMin', 'powerMax'] as const
/** Conditions whose values the page joins by commas. */
const LISTS = ['techType', 'appSubScenario'] as const
/** Parameters that change the view only. */
const VIEW = ['page', 'size']

const PAGE = 5_000

/** The period of the address, by default the last finished one. @throws HttpError 400 */
function periodIn({ year, quarter }: PageSearch, today: string) {
  if (year === undefined && quarter === undefined) return closedQuarter(today)
  const period = { year: Number(year), quarter: Number(quarter) }
  if (!/^\d{4}$/.test(String(year)) || !/^[1-4]$/.test(String(quarter)))
    throw malformed('年度与季度：取值不正确', 'quarter')
  return period
}

/** Conditions of the list as in its address. Their values are checked by the call. */
function conditionsOf(search: PageSearch): Query {
  const given = <Value>(names: readonly string[], read: (text: string) => Value) =>
    names.flatMap((name) => {
      const text = search[name] === undefined ? '' : String(search[name])
      return text === '' ? [] : [[name, read(text)] as const]
    })
  return Object.fromEntries([
    ...given(TEXTS, String),
    ...given(NUMBERS, Number),
    ...given([...LISTS, 'sort'], (text) => text.split(',')).map(([name, values]) =>
      // A sort has a comma of its own.
      name === 'sort' ? [name, [values.join()]] : [name, values],
    ),
  ])
}

/** The rows of the list page by page, so that at most one page is in memory. The first one is read at once. */
async function pagesOf(
  ask: Ask,
  query: Query,
  state: FigureState,
): Promise<Pick<PageTable, 'rows' | 'total'>> {
  const read = (page: number) => ask('queryEsProjects', { ...query, page, size: PAGE })
  const first = await read(0)
  const pages = async function* () {
    yield withDataStates(first.content, state)
    for (let page = 1; page * PAGE < first.totalElements; page++) {
      const { content, totalElements } = await read(page)
      // A new batch moves rows between pages. The reply ends as an incomplete one.
      if (totalElements !== first.totalElements) throw new Error('the ledger changed while it was read')
      yield withDataStates(content, state)
    }
  }
  return { rows: pages(), total: first.totalElements }
}

/** Origin of a row. */
const origin: TableColumn = {
  name: 'snapshot',
  caption: SNAPSHOT_CAPTION,
  kind: 'text',
  cell: ({ snapshot }) => snapshotText(snapshot as SnapshotOrigin), // each row of the ledger has one, by the contract
}

/** The period with its batch, today or as of a batch or moment. */
async function sourceOf(ask: Ask, period: Quarter, asOf: string | undefined): Promise<SourcePeriod> {
  if (asOf !== undefined) return periodAsOf(period, asOf, await ask('listPublications', {}))
  const periods = await ask('listStatPeriods', {})
  const found = periods.find((each) => periodText(each) === periodText(period))
  return found ?? { ...period, status: 'PROVISIONAL' }
}

/** 入库项目台账: the projects of a period's batch under the list's conditions and in its order. */
export async function ledgerTable(ask: Ask, search: PageSearch, today: string): Promise<PageTable> {
  assertConditions(search, [
    ...PLACE,
    ...TEXTS,
    ...NUMBERS,
    ...LISTS,
    'year',
    'quarter',
    'asOf',
    'sort',
    ...VIEW,
  ])
  const codes = await placeOf(ask, search, 'nation', await userOf(ask))
  const { year, quarter } = periodIn(search, today)
  const asOf = asOfIn(search)
  const found = await sourceOf(ask, { year, quarter }, asOf)
  const query: Query = {
    ...codes,
    ...conditionsOf(search),
    source: 'warehouse',
    ...(asOf === undefined ? {} : { asOf }),
    year,
    quarter: quarter as NonNullable<Query['quarter']>, // by periodIn
  }
  return {
    title: '入库项目台账',
    period: periodText({ year, quarter }),
    source: sourceAsOf(ledgerSource(found), asOf),
    conditions: query,
    columns: [...replyColumns('queryEsProjects', 'content'), ...RECORD_STATE_COLUMNS, origin],
    ...(await pagesOf(ask, query, figureState('warehouse', found))),
  }
}
