import type { ReactNode, RefObject } from 'react'
import { CellMenu } from './cell-menu.tsx'
import type { Column } from './column.ts'
import { within } from './head.tsx'
import type { TableModel } from './model.ts'
import { TableBodyRow } from './row.tsx'
import type { RowAction } from './row-action.ts'
import { SkeletonRows } from './skeleton.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { useRowWindow } from './use-row-window.ts'

interface GridBodyProps<Row extends object> {
  scroller: RefObject<HTMLElement | null>
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  isSelectable: boolean
  isLoading: boolean
  /** Number of rows that are awaited while loading. */
  awaited: number
  isFetching: boolean
  /** Number of preceding rows. */
  before: number
  rowLabel: (row: Row) => string
  rowActions: ((row: Row) => ReactNode) | undefined
  rowMenu: ((row: Row) => readonly RowAction[]) | undefined
  widths: Readonly<Record<string, number>>
  onWidth: (key: string, width: number | undefined) => void
  /** Left offsets of the frozen columns, px. */
  offsets: readonly number[]
  decimals: ReadonlyMap<string, number>
  onPrint: () => void
}

/** Spacer for rows that are not rendered. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}

/**
 * Visible rows of a table with keyboard navigation. A hook, not a component, because a component's effects run before the
 * ref of the surrounding box is set, and no row would render.
 */
export function useGridBody<Row extends object>(props: GridBodyProps<Row>): ReactNode {
  const { scroller, table, columns, isSelectable, rowActions, rowMenu, widths, onWidth } = props
  const { rows } = table.getRowModel()
  const { first, last, above, below, slots, reach } = useRowWindow(
    scroller,
    rows.length,
    columns.some(({ kind }) => kind === 'name'),
  )
  const { active, bodyProps } = useGridKeys({
    scroller,
    rows: rows.length,
    columns: columns.length,
    onReach: reach,
    onToggle: (row) => isSelectable && rows[row]?.toggleSelected(),
    onResize(at, by) {
      const key = columns[at]?.key
      if (key) onWidth(key, within((widths[key] ?? 0) + by))
    },
  })
  const actionsOf = (id: string) => {
    const row = rowMenu && rows.find((each) => each.id === id)
    return row ? rowMenu(row.original) : []
  }
  const span = columns.length + Number(isSelectable) + Number(Boolean(rowActions))
  return (
    <CellMenu actionsOf={actionsOf} onPrint={props.onPrint}>
      <tbody
        {...bodyProps}
        className={props.isFetching && !props.isLoading ? 'opacity-60 transition-opacity' : ''}
      >
        {props.isLoading && <SkeletonRows columns={span} rows={props.awaited} />}
        <Spacer height={above} span={span} />
        {rows.slice(first, last + 1).map((row, at) => (
          <TableBodyRow
            key={slots ? (first + at) % slots : row.id}
            row={row}
            columns={columns}
            index={props.before + first + at + 2}
            label={props.rowLabel(row.original)}
            isSelectable={isSelectable}
            isSelected={table.state.rowSelection[row.id] === true}
            active={active?.row === first + at ? active.column : undefined}
            rowActions={rowActions}
            hasMenu={rowMenu !== undefined}
            offsets={props.offsets}
            decimals={props.decimals}
          />
        ))}
        <Spacer height={below} span={span} />
      </tbody>
    </CellMenu>
  )
}
