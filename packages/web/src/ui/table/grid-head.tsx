import { memo } from 'react'
import type { Column } from './column.ts'
import { HeadCell, type Sorting } from './head.tsx'
import type { TableModel } from './model.ts'
import { STICKY_LEFT } from './row.tsx'
import type { Totals } from './totals.ts'
import { TotalsRow } from './totals-row.tsx'

interface GridHeadProps<Row extends object> extends Sorting {
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  widths: Readonly<Record<string, number>>
  isSelectable: boolean
  /** Number of selected rows. The header checkbox shows whether all are selected. */
  chosen: number
  /** Whether the batch bar covers everything but the checkbox, which leaves nothing else to press here. */
  isCovered: boolean
  rows: number
  hasActions: boolean
  onWidth: (key: string, width: number | undefined) => void
  /** Left offsets of the frozen columns, px. */
  offsets: readonly number[]
  totals: Totals | undefined
  decimals: ReadonlyMap<string, number>
}

const headClass = 'sticky top-0 h-9 border-line border-b bg-sunken'

function Head<Row extends object>(props: GridHeadProps<Row>) {
  const { table, columns, widths, isSelectable, chosen, isCovered, rows, hasActions, onWidth, ...rest } =
    props
  const { offsets, totals, decimals, ...sorting } = rest
  const isAll = rows > 0 && chosen >= rows
  return (
    <thead className="text-ink-soft">
      <tr aria-rowindex={1}>
        {isSelectable && (
          <th scope="col" className={`${headClass} left-0 z-[3] ${STICKY_LEFT} print:hidden`}>
            <input
              type="checkbox"
              aria-label="选择本页全部"
              checked={isAll}
              disabled={rows === 0}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && !isAll
              }}
              onChange={() => table.toggleAllRowsSelected(!isAll)}
              className="align-middle"
            />
          </th>
        )}
        {columns.map((column, at) => (
          <HeadCell
            key={column.key}
            column={column}
            width={widths[column.key] ?? 0}
            {...sorting}
            isCovered={isCovered}
            onWidth={(width) => onWidth(column.key, width)}
            style={offsets[at] === undefined ? {} : { left: offsets[at] }}
            className={`${headClass} ${offsets[at] === undefined ? 'z-[2]' : 'edge-left z-[3]'}`}
          />
        ))}
        {hasActions && (
          <th scope="col" className={`${headClass} z-[2] px-3 text-left font-medium print:hidden`}>
            操作
          </th>
        )}
      </tr>
      {totals && <TotalsRow {...{ totals, columns, offsets, decimals, isSelectable, hasActions }} />}
    </thead>
  )
}

/** Head of a table, memoized against scrolling. */
export const GridHead = memo(Head) as typeof Head // memo forgets that it is generic
