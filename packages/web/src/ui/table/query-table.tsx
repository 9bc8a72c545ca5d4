import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { DEFAULT_SIZE, filtersOf, type ListSearch, readListSearch } from '../../lib/list-search.ts'
import { usePorts } from '../ports.ts'
import { DataTable, type TableProps } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { conditionsOf, type Filter, namesOf } from './filters.ts'
import { Pager } from './pager.tsx'
import { SavedFiltersMenu } from './saved-filters-menu.tsx'

interface Page<Row> {
  content: Row[]
  totalElements: number
}

interface QueryTableProps<Row extends object, Query extends object, Key extends readonly unknown[]>
  extends TableProps<Row> {
  /** The list's query options for a page, an order and conditions, such as `projectQueries.list`. */
  query: (query: Query) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>
  /** Conditions that the screen sets and the user cannot change. */
  fixed?: Partial<Query>
  filters?: readonly Filter<Extract<keyof Query, string>>[]
  /** The order at first, `field,asc|desc`; the server's own when left out. */
  sort?: string
  /** The user may give conditions a name and come back to them. */
  savesFilters?: boolean
  /** Saves a file of everything that the conditions (and the order) leave. */
  onExport?: (query: Query) => Promise<void>
}

const NO_FILTERS: readonly never[] = []

/** The state of a list in its address, and how to change it. */
function useListState(first: string | undefined) {
  const [raw, setSearch] = usePorts().useSearch()
  const search = useMemo(() => readListSearch(raw), [raw])
  const { page = 0, size = DEFAULT_SIZE, sort = first } = search
  const texts = useMemo(() => filtersOf(search), [search])
  const go = (next: ListSearch) => setSearch(readListSearch(next))
  return { search, page, size, sort, texts, go }
}

/** A list of the server: pages, order and conditions stand in the address, so that it can be shared and gone back to. */
export function QueryTable<Row extends object, Query extends object, Key extends readonly unknown[]>({
  query,
  fixed,
  filters = NO_FILTERS,
  sort: first,
  onExport,
  savesFilters = false,
  ...table
}: QueryTableProps<Row, Query, Key>) {
  const { search, page, size, sort, texts, go } = useListState(first)
  const asked = { ...conditionsOf(filters, search), ...(sort ? { sort: [sort] } : {}), ...fixed }
  // The filters are named after the query's own parameters, and the server checks their values.
  const found = useQuery({
    ...query({ ...asked, page, size } as unknown as Query),
    placeholderData: keepPreviousData,
  })
  const total = found.data?.totalElements ?? 0
  const change = (part: ListSearch) => go({ ...search, page: 0, ...part })

  // The last rows of the last page were removed or moved on.
  const isPastEnd = !found.isPlaceholderData && page > 0 && found.data?.content.length === 0
  const backToEnd = useEffectEvent(() => change({ page: Math.max(0, Math.ceil(total / size) - 1) }))
  useEffect(() => {
    if (isPastEnd) backToEnd()
  }, [isPastEnd])

  const setTexts = (next: Readonly<Record<string, string>>) => go({ size, sort: search.sort, ...next })
  // What the screen sets by other means, such as its period, is not the user's condition.
  const own = new Set(filters.flatMap(namesOf))
  const conditions = Object.fromEntries(Object.entries(texts).filter(([name]) => own.has(name)))
  const saved = savesFilters && (
    <SavedFiltersMenu
      id={table.id}
      texts={{ ...conditions, ...(search.sort ? { sort: search.sort } : {}) }}
      onApply={(next) => go({ size, ...next })}
    />
  )
  const onPage = (next: number) => change({ page: next })
  const onSize = (next: number) => change({ size: next })
  return (
    <DataTable
      {...table}
      selectionKey={`${page} ${size} ${sort} ${JSON.stringify(texts)}`}
      rows={found.data?.content}
      total={total}
      before={page * size}
      sort={sort}
      onSort={(next) => change({ sort: next })}
      isFetching={found.isFetching}
      error={found.error}
      onRetry={() => void found.refetch()}
      onExport={onExport && (() => onExport(asked as unknown as Query))} // as above
      actions={
        <>
          {saved}
          {table.actions}
        </>
      }
      filters={filters.length > 0 && <FilterBar filters={filters} texts={texts} onTexts={setTexts} />}
      footer={<Pager page={page} size={size} total={total} onPage={onPage} onSize={onSize} />}
    />
  )
}
