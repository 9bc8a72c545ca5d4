// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be placed by hand
import type { GridColumn } from './grid-model.ts'
import { GridRow } from './grid-row.tsx'
import { SheetHead } from './sheet-head.tsx'
import type { useGridEdit } from './use-grid-edit.ts'
import { HEAD_HEIGHT, type useGridWindow } from './use-grid-window.ts'

interface GridTableProps<Row> {
  gridId: string
  label: string
  columns: readonly GridColumn<Row>[]
  rowCount: number
  /** The rows and columns in view. */
  sight: ReturnType<typeof useGridWindow<Row>>
  grid: Pick<ReturnType<typeof useGridEdit<Row>>, 'active' | 'range'>
  isOpen: (row: Row) => boolean
  isReadOnly: boolean
  onFocus: () => void
}

/** The drawn rows, each at its place in the height of all. */
function GridRows<Row>({ gridId, sight, grid, isOpen, isReadOnly }: GridTableProps<Row>) {
  const { active, range } = grid
  return sight.rows.map(({ key, index, top, row }) => {
    const isInRange = index >= range.top && index <= range.bottom
    return (
      <GridRow
        key={key}
        gridId={gridId}
        index={index}
        top={top - HEAD_HEIGHT}
        width={sight.width}
        row={row}
        columns={sight.columns}
        active={index === active.row ? active.column : undefined}
        from={isInRange ? range.left : undefined}
        to={isInRange ? range.right : undefined}
        isReadOnly={isReadOnly || (row !== undefined && !isOpen(row))}
      />
    )
  })
}

/** Head and rows of a grid, without the input over its current cell. */
export function GridTable<Row>(props: GridTableProps<Row>) {
  const { columns, sight } = props
  return (
    <div
      id={props.gridId}
      role="grid"
      tabIndex={-1}
      aria-label={props.label}
      aria-rowcount={props.rowCount + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-readonly={props.isReadOnly || undefined}
      onFocus={props.onFocus}
      className="grid-table"
      style={{ width: sight.width }}
    >
      <SheetHead all={columns} drawn={sight.columns} width={sight.width} frozenWidth={sight.frozenWidth} />
      <div
        role="presentation"
        className="grid-room"
        style={{ width: sight.width, height: sight.height - HEAD_HEIGHT }}
      >
        <GridRows {...props} />
      </div>
    </div>
  )
}
