import { type CSSProperties, memo, type ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { type Column, plainOf, textOf } from './column.ts'
import type { TableRow } from './model.ts'
import { openRowMenu } from './use-grid-keys.ts'

/** Left offsets of sticky columns, px. */
export const CHECK_WIDTH = 40

export const STICKY_LEFT = 'sticky edge-left'
export const STICKY_RIGHT = 'sticky right-0 edge-right'

/** Actions of a row read as words in line with their heading, whichever button or link they are. */
export const ROW_ACTIONS =
  'flex items-center gap-4 [&>span]:gap-4 [&_button]:border-0! [&_button]:bg-transparent! [&_button]:px-0! [&_button:hover]:underline'

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
  hasMenu: boolean
}

/** Button of a row's menu, seen while the row has the pointer or the focus. */
function MenuButton({ label, isActive }: { label: string; isActive: boolean }) {
  return (
    <button
      type="button"
      aria-label={`${label}的操作`}
      aria-haspopup="menu"
      title="操作（.）"
      tabIndex={isActive ? 0 : -1}
      onClick={({ currentTarget }) => openRowMenu(currentTarget)}
      className="grid size-6 shrink-0 place-items-center rounded text-ink-soft opacity-0 hover:bg-sunken focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 print:hidden"
    >
      <Icon name="more" size={16} />
    </button>
  )
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
  menu,
}: {
  column: Column<Row>
  row: Row
  place: string
  isActive: boolean
  isFirst: boolean
  offset: number
  menu?: ReactNode
}) {
  const text = textOf(column, row)
  const style: CSSProperties | undefined = isFirst ? { left: offset } : undefined
  const value = plainOf(column, row)
  const content = column.cell ? column.cell(row) : text
  return (
    <td
      style={style}
      data-cell={place}
      data-text={value === undefined || value === null || value === '' ? '' : text}
      tabIndex={isActive ? 0 : -1}
      title={text.length > 8 ? text : undefined}
      className={`${cellClass} truncate bg-surface ${isFirst ? `z-[1] ${STICKY_LEFT}` : ''} ${column.kind === 'number' ? 'text-right' : ''}`}
    >
      {menu ? (
        <span className="flex items-center gap-1">
          {/* The room at the end belongs to the cell itself: a link in it leaves a place to choose the cell by a tap. */}
          <span className="min-w-0 flex-1 truncate pr-6">{content}</span>
          {menu}
        </span>
      ) : (
        content
      )}
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
  hasMenu,
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
          menu={hasMenu && at === 0 && <MenuButton label={label} isActive={active !== undefined} />}
        />
      ))}
      {rowActions && (
        <td className={`${cellClass} whitespace-nowrap z-[1] bg-surface ${STICKY_RIGHT} print:hidden`}>
          <div className={ROW_ACTIONS}>{rowActions(row.original)}</div>
        </td>
      )}
    </tr>
  )
}

/** A memoized row of the body. */
export const TableBodyRow = memo(BodyRow) as typeof BodyRow // memo forgets that it is generic
