import { type CSSProperties, memo, type ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { type Column, plainOf, shownOf, textOf } from './column.ts'
import type { TableRow } from './model.ts'
import { openRowMenu } from './use-grid-keys.ts'

/** Left offsets of sticky columns, px. */
export const CHECK_WIDTH = 40

export const STICKY_LEFT = 'sticky edge-left'

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
  /** Left offsets of the frozen columns, px. */
  offsets: readonly number[]
  /** Decimals of figures by column. */
  decimals: ReadonlyMap<string, number>
}

/** Button of a row's menu, seen while its cell has the pointer or the focus. */
function MenuButton({ label, isActive }: { label: string; isActive: boolean }) {
  return (
    <button
      type="button"
      aria-label={`${label}的操作`}
      aria-haspopup="menu"
      title="操作（.）"
      tabIndex={isActive ? 0 : -1}
      onClick={({ currentTarget }) => openRowMenu(currentTarget)}
      className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded bg-surface text-ink-soft opacity-0 hover:bg-sunken focus-visible:opacity-100 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 print:hidden"
    >
      <Icon name="more" size={16} />
    </button>
  )
}

const cellClass =
  'h-(--cell-h) border-line border-b px-3 align-middle group-hover/row:bg-hover group-aria-selected/row:bg-brand-soft outline-offset-[-2px]'

const LOOKS = {
  // The room at the end belongs to the cell itself: a link in it leaves a place to choose the cell by a tap.
  name: 'pr-9! font-medium leading-[18px]',
  text: 'truncate',
  number: 'truncate text-right',
  chips: 'overflow-hidden',
} as const

function Cell<Row extends object>({
  column,
  row,
  place,
  isActive,
  offset,
  decimals,
  menu,
}: {
  column: Column<Row>
  row: Row
  place: string
  isActive: boolean
  /** Left offset of a frozen column, px. */
  offset: number | undefined
  decimals: ReadonlyMap<string, number>
  menu?: ReactNode
}) {
  const text = textOf(column, row)
  const style: CSSProperties | undefined = offset === undefined ? undefined : { left: offset }
  const value = plainOf(column, row)
  const content = column.cell ? column.cell(row) : shownOf(column, row, decimals)
  return (
    <td
      style={style}
      data-cell={place}
      data-text={value === undefined || value === null || value === '' ? '' : text}
      tabIndex={isActive ? 0 : -1}
      title={text.length > 8 ? text : undefined}
      className={`group/cell ${cellClass} ${LOOKS[column.kind ?? 'text']} bg-surface ${offset === undefined ? 'relative' : `z-[1] ${STICKY_LEFT}`}`}
    >
      {content}
      {menu}
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
  offsets,
  decimals,
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
          offset={offsets[at]}
          decimals={decimals}
          menu={hasMenu && at === 0 && <MenuButton label={label} isActive={active !== undefined} />}
        />
      ))}
      {rowActions && (
        <td className={`${cellClass} whitespace-nowrap bg-surface print:hidden`}>
          <div className={ROW_ACTIONS}>{rowActions(row.original)}</div>
        </td>
      )}
    </tr>
  )
}

/** A memoized row of the body. */
export const TableBodyRow = memo(BodyRow) as typeof BodyRow // memo forgets that it is generic
