import { useMemo, useState } from 'react'
import { DataTable, type TableProps } from './data-table.tsx'
import { sortRows } from './sort-rows.ts'

interface LocalTableProps<Row extends object> extends TableProps<Row> {
  /** All of them; a hundred thousand are fine. None while they are on their way. */
  rows: readonly Row[] | undefined
  /** The order at first: `key,asc` or `key,desc`. */
  sort?: string
  isFetching?: boolean
  error?: Error | null
  onRetry?: () => void
  onExport?: () => Promise<void>
  filters?: React.ReactNode
}

/** A table whose rows are all in the browser: sorted here, drawn only where they are seen. */
export function LocalTable<Row extends object>({ sort: first, ...props }: LocalTableProps<Row>) {
  const [sort, setSort] = useState(first)
  const { rows, columns } = props
  const sorted = useMemo(() => {
    const [key, direction] = sort?.split(',') ?? []
    const column = columns.find((each) => each.key === key)
    return rows && column ? sortRows(rows, column, direction === 'desc' ? 'desc' : 'asc') : rows
  }, [rows, columns, sort])
  return <DataTable {...props} rows={sorted} total={rows?.length ?? 0} sort={sort} onSort={setSort} isLocal />
}
