import { Select } from '../inputs.tsx'
import { type Column, titleOf } from './column.ts'
import { type Sorting, sortOf } from './head.tsx'

/** Sort menu for layouts without a table head. */
export function SortMenu<Row>({
  columns,
  sort,
  onSort,
  isLocal,
}: Sorting & { columns: readonly Column<Row>[] }) {
  const options = columns.flatMap((column) => {
    const { key } = sortOf(column, { sort, isLocal })
    if (!key) return []
    return [
      { value: `${key},desc`, label: `${titleOf(column)} 降序` },
      { value: `${key},asc`, label: `${titleOf(column)} 升序` },
    ]
  })
  if (options.length === 0) return null
  return (
    <div className="min-w-36 flex-1">
      <Select
        aria-label="排序"
        placeholder="默认排序"
        value={sort ?? ''}
        onValue={(value) => onSort(value || undefined)}
        options={options}
      />
    </div>
  )
}
