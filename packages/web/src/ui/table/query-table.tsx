import {
  keepPreviousData,
  type QueryClient,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { DEFAULT_SIZE, filtersOf, type ListSearch, readListSearch } from '../../lib/list-search.ts'
import { Button } from '../button.tsx'
import { usePorts } from '../ports.ts'
import { DataTable, type TableProps } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { conditionsOf, type Filter, namesOf } from './filters.ts'
import { listPaper } from './list-paper.tsx'
import { Pager } from './pager.tsx'
import { SavedFiltersMenu } from './saved-filters-menu.tsx'
import { type Selection, useSelection } from './use-selection.ts'

interface Page<Row> {
  content: Row[]
  totalElements: number
}

interface QueryTableProps<
  Row extends object,
  Query extends object,
  Key extends readonly unknown[],
  Found extends Page<Row>,
> extends TableProps<Row> {
  /** Query options of the list for page, order and filters, such as `projectQueries.list`. */
  query: (query: Query) => UseQueryOptions<Found, Error, Found, Key>
  /** Filters fixed by the screen. */
  fixed?: Partial<Query>
  filters?: readonly Filter<Extract<keyof Query, string>>[]
  /** Noun of the rows, for a list that its filters empty. */
  noun?: string
  /** Rows a page at first. */
  pageSize?: number
  /** The order at first, `field,asc|desc`; the server's own when left out. */
  sort?: string
  /** Whether the user can save filters. */
  savesFilters?: boolean
  /** Reads all rows under the filters. With it, rows stay selected when the filters change. */
  all?: (query: Query, client: QueryClient) => Promise<readonly Row[]>
  /** Facts of all rows under the filters for the foot. */
  summary?: (page: Found) => ReactNode
  /** Sums of all rows under the filters, by column. */
  sums?: (page: Found) => Readonly<Record<string, number | undefined>>
  /** Exports everything under the current filters and order. */
  onExport?: (query: Query, client: QueryClient, columns?: readonly string[]) => Promise<void>
  /** Whether an export has the columns and the order of the list. */
  isExportOrdered?: boolean
}

const NO_FILTERS: readonly never[] = []

/** An answer with a row that is none cannot be shown, not even in part. */
const UNREADABLE = new Error('返回的数据不完整，请重新加载')

/** State of a list in its URL and its setter. */
function useListState(first: string | undefined, rows: number) {
  const [raw, setSearch] = usePorts().useSearch()
  const search = useMemo(() => readListSearch(raw), [raw])
  const { page = 0, size = rows, sort = first } = search
  const texts = useMemo(() => filtersOf(search), [search])
  const go = (next: ListSearch) => {
    const { size: chosen, ...rest } = readListSearch(next)
    setSearch(chosen === undefined || chosen === rows ? rest : { ...rest, size: chosen })
  }
  const change = (part: ListSearch) => go({ ...search, page: 0, ...part })
  const setTexts = (next: Readonly<Record<string, string>>) => go({ size, sort: search.sort, ...next })
  return { search, page, size, sort, texts, go, change, setTexts }
}

/** Number of selected rows that the current filters leave out. */
function useOutside<Row>(
  id: string,
  conditions: string,
  { rows, isMixed }: Selection<Row>,
  rowId: (row: Row) => string | number,
  all: (() => Promise<readonly Row[]>) | undefined,
): number {
  const { data } = useQuery({
    queryKey: ['selectable', id, conditions],
    queryFn: async () => ((await all?.()) ?? []).map((row) => String(rowId(row))),
    enabled: isMixed && all !== undefined,
    staleTime: 0,
  })
  return useMemo(() => {
    if (!isMixed || !data) return 0
    const matching = new Set(data)
    return [...rows.keys()].filter((key) => !matching.has(key)).length
  }, [isMixed, data, rows])
}

/** The rows of an answer, their number, and why there are none. */
function rowsOf<Row>({ data, error }: { data: Page<Row> | undefined; error: Error | null }) {
  const total = data?.totalElements ?? 0
  return data?.content.some((row) => !row)
    ? { rows: undefined, total, error: UNREADABLE }
    : { rows: data?.content, total, error }
}

/** Goes back when the last page has become empty, because its rows were removed or processed. */
function useEnd(isPastEnd: boolean, goBack: () => void): void {
  const back = useEffectEvent(goBack)
  useEffect(() => {
    if (isPastEnd) back()
  }, [isPastEnd])
}

/** The conditions of a list's filters, apart from parameters that its screen sets, such as a period. */
function ownTexts(filters: readonly Filter[], texts: Readonly<Record<string, string>>) {
  const own = new Set(filters.flatMap(namesOf))
  const of = (isOwn: boolean) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => own.has(name) === isOwn))
  return { conditions: of(true), others: of(false) }
}

/** The selected rows of a list. `all` reads every row under its conditions. */
function usePicking<Row extends object>(
  { id, rowId }: Pick<TableProps<Row>, 'id' | 'rowId'>,
  conditions: string,
  all: (() => Promise<readonly Row[]>) | undefined,
) {
  const selection = useSelection<Row>(conditions, all !== undefined)
  const outside = useOutside(id, conditions, selection, rowId, all)
  const onSelectAll =
    all && (async () => selection.change(new Map((await all()).map((row) => [String(rowId(row)), row]))))
  return { selection, outside, onSelectAll }
}

/** What a reply says about all rows of a list. */
function useFacts<Found extends object>(
  { data, dataUpdatedAt }: { data: Found | undefined; dataUpdatedAt: number },
  sumsIn: ((page: Found) => Readonly<Record<string, number | undefined>>) | undefined,
) {
  const sums = useMemo(() => data && sumsIn?.(data), [data, sumsIn])
  return { sums, marked: data && markedIn(data), loadedAt: dataUpdatedAt }
}

/** Whether a reply says that a row of the whole list has marks. */
const markedIn = (page: object) => ('marked' in page ? page.marked === true : undefined)

interface SavedProps {
  id: string
  conditions: Readonly<Record<string, string>>
  search: ListSearch
  onApply: (texts: Readonly<Record<string, string>>) => void
}

/** The user's saved filters of a list, with its order. */
const Saved = ({ id, conditions, search: { sort }, onApply }: SavedProps) => (
  <SavedFiltersMenu id={id} texts={{ ...conditions, ...(sort ? { sort } : {}) }} onApply={onApply} />
)

/** What a list says that its filters empty. */
const emptied = (noun: string, clear: () => void) => ({
  empty: `没有符合条件的${noun}`,
  emptyAction: <Button onClick={clear}>清除条件</Button>,
})

/**
 * A server-side list. Page, order and filters are in the URL, so that it can be shared and revisited. Filters are named like
 * query parameters, and the server validates their values.
 */
export function QueryTable<
  Row extends object,
  Query extends object,
  Key extends readonly unknown[],
  Found extends Page<Row>,
>({
  query,
  fixed,
  filters = NO_FILTERS,
  sort: first,
  pageSize = DEFAULT_SIZE,
  all,
  summary,
  sums: sumsIn,
  onExport,
  savesFilters = false,
  noun = '内容',
  ...table
}: QueryTableProps<Row, Query, Key, Found>) {
  const client = useQueryClient()
  const { search, page, size, sort, texts, go, change, setTexts } = useListState(first, pageSize)
  const asked = { ...conditionsOf(filters, search), ...(sort ? { sort: [sort] } : {}), ...fixed }
  const pageOf = (at: number, rows: number) => query({ ...asked, page: at, size: rows } as unknown as Query)
  const found = useQuery({ ...pageOf(page, size), placeholderData: keepPreviousData })
  const shown = rowsOf<Row>(found)
  const picking = usePicking<Row>(
    table,
    JSON.stringify(texts),
    all && (() => all(asked as unknown as Query, client)), // as above
  )
  useEnd(!found.isPlaceholderData && page > 0 && found.data?.content.length === 0, () =>
    change({ page: Math.max(0, Math.ceil(shown.total / size) - 1) }),
  )
  const { conditions, others } = ownTexts(filters, texts)
  const note = found.data && summary?.(found.data)
  return (
    <DataTable
      {...table}
      {...(Object.keys(conditions).length > 0 && emptied(noun, () => setTexts(others)))}
      {...picking}
      {...shown}
      {...useFacts(found, sumsIn)}
      awaited={size}
      before={page * size}
      sort={sort}
      onSort={(next) => change({ sort: next })}
      isFetching={found.isFetching}
      onRetry={() => void found.refetch()}
      paper={listPaper(
        filters,
        conditions,
        note,
        async (size) => (await client.fetchQuery(pageOf(0, size))).content,
      )}
      onExport={onExport && ((columns) => onExport(asked as unknown as Query, client, columns))} // as above
      actions={
        <>
          {savesFilters && (
            <Saved id={table.id} {...{ conditions, search }} onApply={(next) => go({ size, ...next })} />
          )}
          {table.actions}
        </>
      }
      filters={filters.length > 0 && <FilterBar filters={filters} texts={texts} onTexts={setTexts} />}
      footer={
        <Pager
          page={page}
          size={size}
          total={found.data && shown.total}
          shown={shown.rows?.length ?? 0}
          counter={table.counter}
          hasKeys={table.batch !== undefined && table.rowMenu !== undefined}
          summary={note}
          onPage={(next) => change({ page: next })}
          onSize={(next) => change({ size: next })}
        />
      }
    />
  )
}
