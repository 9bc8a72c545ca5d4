import { type CSSProperties, memo, type ReactNode } from 'react'
import { type Column, plainOf, textOf } from './column.ts'
import type { TableRow } from './model.ts'

/** Left offsets of sticky columns, px. */
export const CHECK_WIDTH = 44

export const STICKY_LEFT = 'sticky edge-left'
export const STICKY_RIGHT = 'sticky right-0 edge-right'

interface RowProps<Row extends object> {
  row: TableRow<Row>
  columns: readonly Column<Row>[]
  /** Index in the whole list from 1, counting the head. */
  index: number
  label: string
  isSelectable: boolean
  isSelected: boolean
  /** Column of the keyboard cursor in this row. */
  active: number | undefined
  rowActions: ((row: Row) => ReactNode) | undefined
}

const cellClass =
  'h-row border-line border-b px-3 align-middle group-hover/row:bg-hover group-aria-selected/row:bg-brand-soft outline-offset-[-2px]'

function Cell<Row extends object>({
  column,
  row,
  place,
  isActive,
  isFirst,
  offset,
}: {
  column: Column<Row>
  row: Row
  place: string
  isActive: boolean
  isFirst: boolean
  offset: number
}) {
  const text = textOf(column, row)
  const style: CSSProperties | undefined = isFirst ? { left: offset } : undefined
  const value = plainOf(column, row)
  return (
    <td
      style={style}
      data-cell={place}
      data-text={value === undefined || value === null || value === '' ? '' : text}
      tabIndex={isActive ? 0 : -1}
      title={text.length > 8 ? text : undefined}
      className={`${cellClass} truncate bg-surface ${isFirst ? `z-[1] ${STICKY_LEFT}` : ''} ${column.kind === 'number' ? 'text-right' : ''}`}
    >
      {column.cell ? column.cell(row) : text}
    </td>
  )
}

function BodyRow<Row extends object>({
  row,
  columns,
  index,
  label,
  isSelectable,
  isSelected,
  active,
  rowActions,
}: RowProps<Row>) {
  return (
    <tr
      aria-rowindex={index}
      aria-selected={isSelectable ? isSelected : undefined}
      data-row={row.id}
      className="group/row"
    >
      {isSelectable && (
        <td className={`${cellClass} left-0 z-[1] bg-surface text-center ${STICKY_LEFT} print:hidden`}>
          <input
            type="checkbox"
            aria-label={`选择${label}`}
            checked={isSelected}
            onClick={row.getToggleSelectedHandler()}
            readOnly
            className="align-middle"
          />
        </td>
      )}
      {columns.map((column, at) => (
        <Cell
          key={column.key}
          column={column}
          row={row.original}
          place={`${row.index}:${at}`}
          isActive={active === at}
          isFirst={at === 0}
          offset={isSelectable ? CHECK_WIDTH : 0}
        />
      ))}
      {rowActions && (
        <td className={`${cellClass} whitespace-nowrap z-[1] bg-surface ${STICKY_RIGHT} print:hidden`}>
          <div className="flex items-center gap-3">{rowActions(row.original)}</div>
        </td>
      )}
    </tr>
  )
}

/** A memoized row of the body. */
export const TableBodyRow = memo(BodyRow) as typeof BodyRow // memo forgets that it is generic
