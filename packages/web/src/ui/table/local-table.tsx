import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { Input } from '../inputs.tsx'
import { type Column, plainOf } from './column.ts'
import { DataTable, type TableProps } from './data-table.tsx'
import { LeftOut } from './left-out.tsx'
import { sortRows } from './sort-rows.ts'
import { useSelection } from './use-selection.ts'

interface LocalTableProps<Row extends object> extends TableProps<Row> {
  /** All rows, up to about 100,000; undefined while loading. */
  rows: readonly Row[] | undefined
  /** Initial order: `key,asc` or `key,desc`. */
  sort?: string
  /** Offers a search over all columns. */
  isSearchable?: boolean
  /** Words to find at first. */
  words?: string
  isFetching?: boolean
  error?: Error | null
  onRetry?: () => void
  /** Exports the found rows in the shown order. */
  onExport?: ((rows: readonly Row[]) => Promise<void>) | undefined
  filters?: React.ReactNode
}

/** Rows with the text in any column. */
export function matching<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  words: string,
): readonly Row[] {
  const needle = words.trim().toLowerCase()
  if (needle === '') return rows
  const holds = (value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') && String(value).toLowerCase().includes(needle)
  return rows.filter((row) => columns.some((column) => holds(plainOf(column, row))))
}

/** A table with all rows in the browser: searched and sorted locally, virtualized. */
export function LocalTable<Row extends object>({
  sort: first,
  isSearchable = false,
  words: asked = '',
  onExport,
  ...props
}: LocalTableProps<Row>) {
  const [sort, setSort] = useState(first)
  const [words, setWords] = useState(asked)
  const needle = useDeferredValue(words)
  const { rows, columns } = props
  const found = useMemo(() => rows && matching(rows, columns, needle), [rows, columns, needle])
  const sorted = useMemo(() => {
    const [key, direction] = sort?.split(',') ?? []
    const column = columns.find((each) => each.key === key)
    return found && column ? sortRows(found, column, direction === 'desc' ? 'desc' : 'asc') : found
  }, [found, columns, sort])
  const search = (
    <div className="w-52" data-print="none">
      <Input
        type="search"
        aria-label={`在${props.title}中查找`}
        placeholder="输入关键字查找"
        value={words}
        onValue={setWords}
      />
    </div>
  )
  const selection = useSelection<Row>('', true)
  return (
    <DataTable
      {...props}
      {...(needle.trim() !== '' && {
        empty: '没有含这些字的内容',
        emptyAction: <Button onClick={() => setWords('')}>清除条件</Button>,
      })}
      selection={selection}
      actions={
        <>
          {isSearchable && search}
          {props.actions}
        </>
      }
      rows={sorted}
      onExport={onExport && sorted && (() => onExport(sorted))}
      total={found?.length ?? 0}
      sort={sort}
      onSort={setSort}
      paper={{ conditions: needle.trim() === '' ? undefined : `含“${needle.trim()}”` }}
      isLocal
      footer={
        <div className="flex gap-x-4 border-line border-t px-4 py-2 text-ink-soft text-s">
          <p role="status" className="min-h-5">
            {found && `共 ${found.length.toLocaleString('zh-CN')} ${props.counter ?? '条'}`}
          </p>
          <LeftOut />
        </div>
      }
    />
  )
}
