// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: both roles that a cell may have take them
// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the cell of its cursor
import { memo } from 'react'
import { cellId, type GridCell } from './grid-model.ts'
import type { DrawnColumn } from './use-grid-window.ts'

interface GridRowProps<Row> {
  gridId: string
  index: number
  /** px */
  top: number
  width: number
  row: Row | undefined
  columns: readonly DrawnColumn<Row>[]
  /** Column of the cursor, if it is in this row. */
  active: number | undefined
  /** First and last selected column, if the selection includes this row. */
  from: number | undefined
  to: number | undefined
  isReadOnly: boolean
}

const EMPTY: GridCell = { text: '' }

function Content({ cell }: { cell: GridCell }) {
  if (cell.tone) return <span data-tone={cell.tone}>{cell.text}</span>
  if (!cell.issue) return cell.text
  return (
    <>
      <span className="grid-text">{cell.text || '（空）'}</span>
      <span className="grid-issue">{cell.issue.message}</span>
    </>
  )
}

interface CellProps<Row> extends Pick<GridRowProps<Row>, 'gridId' | 'index' | 'row' | 'isReadOnly'> {
  drawn: DrawnColumn<Row>
  isActive: boolean
  isSelected: boolean
}

function Cell<Row>({ gridId, index, row, drawn, isActive, isSelected, isReadOnly }: CellProps<Row>) {
  const { column, at, isFrozen, left } = drawn
  const cell = row ? column.cell(row) : EMPTY
  const place = { row: index, column: at }
  return (
    <div
      id={isActive ? cellId(gridId, place) : undefined}
      role={column.isRowHeader ? 'rowheader' : 'gridcell'}
      aria-colindex={at + 1}
      aria-readonly={isReadOnly || column.isReadOnly || undefined}
      aria-invalid={cell.issue?.level === 'error' || undefined}
      aria-selected={isSelected || undefined}
      data-cursor={isActive || undefined}
      data-cell={`${index}:${at}`}
      data-level={cell.issue?.level}
      data-pending={cell.isPending || undefined}
      data-remark={cell.remark}
      data-frozen={isFrozen || undefined}
      data-kind={column.kind}
      title={cell.issue?.message ?? (cell.text.length > 9 ? cell.text : undefined)}
      style={
        isFrozen ? { width: column.width, left } : { width: column.width, marginLeft: left || undefined }
      }
      className="grid-cell"
    >
      {(row && column.content?.(row)) ?? <Content cell={cell} />}
    </div>
  )
}

function DrawnRow<Row>({ columns, active, from, to, top, width, ...rest }: GridRowProps<Row>) {
  const isSelected = (at: number) => from !== undefined && to !== undefined && at >= from && at <= to
  return (
    <div
      role="row"
      aria-rowindex={rest.index + 2}
      aria-busy={rest.row === undefined || undefined}
      className="grid-row"
      data-active={active !== undefined || undefined}
      style={{ transform: `translateY(${top}px)`, width }}
    >
      {columns.map((drawn) => (
        <Cell
          key={drawn.column.name}
          {...rest}
          drawn={drawn}
          isActive={drawn.at === active}
          isSelected={isSelected(drawn.at)}
        />
      ))}
    </div>
  )
}

/** A memoized row of a grid. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow // memo forgets that it is generic
