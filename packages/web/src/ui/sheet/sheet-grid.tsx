// biome-ignore-all lint/a11y/useKeyWithClickEvents: its keys come with the handlers of useGridEdit
// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the cell of its cursor
import { type Ref, useCallback, useEffect, useEffectEvent, useId, useImperativeHandle, useRef } from 'react'
import type { Place } from '../table/keyboard.ts'
import './sheet-grid.css'
import { cellId, fullHead, type GridColumn, type GridHandle, headText } from './grid-model.ts'
import { GridRow } from './grid-row.tsx'
import type { CellChange } from './model.ts'
import { useGridEdit } from './use-grid-edit.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { type DrawnColumn, HEAD_HEIGHT, useGridWindow } from './use-grid-window.ts'

interface SheetGridProps<Row> {
  label: string
  columns: readonly GridColumn<Row>[]
  /** Number of frozen columns. */
  frozen: number
  rowCount: number
  /** Returns undefined while a row is loading, and a stable object for an unchanged row. */
  rowAt: (index: number) => Row | undefined
  /** Whether a row is editable. */
  isOpen: (row: Row) => boolean
  /** Absent: the grid is read-only. */
  onChange?: ((changes: readonly CellChange[]) => void) | undefined
  /** Report each keystroke as a change; by default only committed cells. */
  isLive?: boolean
  onActive?: (place: Place) => void
  /** Called on F8 to go to the next cell to correct. */
  onNextIssue?: (from: Place) => void
  /** Rendered rows, inclusive. */
  onWindow?: (first: number, last: number) => void
  /** Id of the element that describes the current cell. */
  describedBy?: string | undefined
  ref?: Ref<GridHandle>
}

function Head<Row>({ columns, width }: { columns: readonly DrawnColumn<Row>[]; width: number }) {
  return (
    <div role="row" aria-rowindex={1} className="grid-head" style={{ width, height: HEAD_HEIGHT }}>
      {columns.map(({ column, at, isFrozen, left }) => (
        <div
          key={column.name}
          role="columnheader"
          aria-colindex={at + 1}
          data-frozen={isFrozen || undefined}
          data-kind={column.kind}
          data-letter={column.letter ?? column.group}
          data-begins={column.group !== undefined || undefined}
          title={fullHead(column)}
          style={
            isFrozen ? { width: column.width, left } : { width: column.width, marginLeft: left || undefined }
          }
        >
          {headText(column)}
        </div>
      ))}
    </div>
  )
}

/**
 * A virtualized spreadsheet grid. The grid itself has the focus and refers to the current cell by aria-activedescendant,
 * so scrolling cannot lose the focus.
 */
export function SheetGrid<Row>(props: SheetGridProps<Row>) {
  const { label, columns, frozen, rowCount, rowAt, isOpen, onChange, onWindow } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const sight = useGridWindow({ scroller, columns, frozen, rowCount, rowAt })
  const { active, isEditing, go, onDone, onType, handlers } = useGridEdit({
    scroller,
    columns,
    rowCount,
    rowAt,
    isOpen,
    onReach: sight.reach,
    onActive: props.onActive,
    onNextIssue: props.onNextIssue,
    onChange,
  })
  const pointer = useGridPointer({ scroller, active, go })
  useImperativeHandle(props.ref, () => ({
    show(place, edit) {
      scroller.current?.focus({ preventScroll: true })
      go(place, edit)
    },
  }))
  const tell = useEffectEvent((first: number, last: number) => onWindow?.(first, last))
  useEffect(() => tell(sight.first, sight.last), [sight.first, sight.last])
  const latest = useRef({ onDone, onType })
  useEffect(() => {
    latest.current = { onDone, onType }
  })
  // Stable callbacks, so that rows do not re-render.
  const done = useCallback<typeof onDone>((...given) => latest.current.onDone(...given), [])
  const type = useCallback<typeof onType>((...given) => latest.current.onType(...given), [])

  const isDrawn = sight.rows.some(({ index }) => index === active.row)
  const cursor = isDrawn && sight.columns.some(({ at }) => at === active.column)
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-readonly={onChange === undefined || undefined}
      aria-activedescendant={cursor ? cellId(gridId, active) : undefined}
      aria-describedby={props.describedBy}
      className="sheet-grid"
      onScroll={({ currentTarget }) =>
        currentTarget.toggleAttribute('data-moved', currentTarget.scrollLeft > 0)
      }
      {...pointer}
      {...handlers}
    >
      <Head columns={sight.columns} width={sight.width} />
      <div
        role="presentation"
        className="grid-room"
        style={{ width: sight.width, height: sight.height - HEAD_HEIGHT }}
      >
        {sight.rows.map(({ key, index, top, row }) => (
          <GridRow
            key={key}
            gridId={gridId}
            index={index}
            top={top - HEAD_HEIGHT}
            width={sight.width}
            row={row}
            columns={sight.columns}
            active={index === active.row ? active.column : undefined}
            isEditing={isEditing && index === active.row}
            isReadOnly={onChange === undefined || (row !== undefined && !isOpen(row))}
            onDone={done}
            onType={props.isLive ? type : undefined}
          />
        ))}
      </div>
    </div>
  )
}
