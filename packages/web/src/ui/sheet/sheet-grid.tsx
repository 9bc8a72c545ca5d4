// biome-ignore-all lint/a11y/useKeyWithClickEvents: its keys are those of the input over the current cell
// biome-ignore-all lint/a11y/noStaticElementInteractions: the scrolled area only forwards events of the grid inside
import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef } from 'react'
import { usePorts } from '../ports.ts'
import type { Place } from '../table/keyboard.ts'
import { CellInput } from './cell-input.tsx'
import './sheet-grid.css'
import { cellId, type GridColumn, type GridHandle, type GridStep } from './grid-model.ts'
import { GridTable } from './grid-table.tsx'
import type { CellChange } from './model.ts'
import type { RowRange } from './paste-unread.ts'
import { PreviewedPaste } from './previewed-paste.tsx'
import { selectionText } from './range.ts'
import { SheetFoot } from './sheet-foot.tsx'
import { useGridEdit } from './use-grid-edit.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useGridWindow } from './use-grid-window.ts'
import { useListedKeys } from './use-listed-keys.ts'

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
  /** Called after a complete action on cells, so that it can be undone. */
  onStep?: ((step: GridStep) => void) | undefined
  onUndo?: (() => void) | undefined
  onRedo?: (() => void) | undefined
  /** The step that would be undone. */
  latestStep?: unknown
  /** Report each keystroke as a change; by default only committed cells. */
  isLive?: boolean
  onActive?: (place: Place) => void
  /** Reads rows before a paste that may go to them. Absent where all are loaded. */
  onRead?: (ranges: readonly RowRange[]) => Promise<void>
  /** Rendered rows, inclusive. */
  onWindow?: (first: number, last: number) => void
  /** Id of the element that describes the current cell. */
  describedBy?: string | undefined
  ref?: Ref<GridHandle>
}

/** Loads a dictionary, so that its labels are known when a cell is typed in. */
function Dictionary({ name }: { name: string }) {
  usePorts().useDict(name)
  return null
}

function Dictionaries<Row>({ columns }: { columns: readonly GridColumn<Row>[] }) {
  const names = new Set(columns.flatMap(({ dict }) => dict ?? []))
  return [...names].map((name) => <Dictionary key={name} name={name} />)
}

/** Keeps the scroll position where styles of the editor and of frozen columns can use it. */
function onScroll({
  currentTarget: { scrollLeft, dataset, lastElementChild },
}: {
  currentTarget: HTMLElement
}) {
  if (scrollLeft > 0) dataset['moved'] = ''
  else delete dataset['moved']
  if (lastElementChild instanceof HTMLElement)
    lastElementChild.style.setProperty('--scrolled', `${scrollLeft}px`)
}

/** What others may do with the grid: move its cursor, and open a cell. */
const handleOf = (grid: ReturnType<typeof useGridEdit>, focus: () => void): GridHandle => ({
  show(place, edit) {
    focus()
    if (edit) grid.goAndOpen(place)
    else grid.go(place)
  },
})

/**
 * A virtualized spreadsheet grid. An input over the current cell has the focus and refers to the cell by
 * aria-activedescendant, so scrolling cannot lose the focus and an input method can compose immediately.
 */
export function SheetGrid<Row>(props: SheetGridProps<Row>) {
  const { label, columns, frozen, rowCount, rowAt, isOpen, onChange, onWindow } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const sight = useGridWindow({ scroller, columns, frozen, rowCount, rowAt })
  const grid = useGridEdit({
    columns,
    rowCount,
    rowAt,
    isOpen,
    isLive: props.isLive ?? false,
    onReach: sight.reach,
    onActive: props.onActive,
    onRead: props.onRead,
    onUndo: props.onUndo,
    onRedo: props.onRedo,
    latestStep: props.latestStep,
    onChange,
    onStep: props.onStep,
  })
  useListedKeys({ canChange: onChange !== undefined, canUndo: props.onUndo !== undefined })
  const { active, range, editing, clipboard } = grid
  const pointer = useGridPointer({ input: editing.input, ...grid })
  const focus = () => editing.input.current?.focus({ preventScroll: true })
  useImperativeHandle(props.ref, () => handleOf(grid, focus))
  const tell = useEffectEvent((first: number, last: number) => onWindow?.(first, last))
  useEffect(() => tell(sight.first, sight.last), [sight.first, sight.last])

  const isDrawn = sight.rows.some(({ index }) => index === active.row)
  const cursor = isDrawn && sight.columns.some(({ at }) => at === active.column)
  return (
    <>
      <div ref={scroller} className="sheet-grid" onScroll={onScroll} onPaste={clipboard.onPaste} {...pointer}>
        <GridTable
          gridId={gridId}
          label={label}
          columns={columns}
          rowCount={rowCount}
          sight={sight}
          grid={grid}
          isOpen={isOpen}
          isReadOnly={onChange === undefined}
          onFocus={focus}
        />
        <CellInput
          editing={editing}
          column={columns[active.column]}
          gridId={gridId}
          label={label}
          cell={cursor ? cellId(gridId, active) : undefined}
          describedBy={props.describedBy}
          box={sight.boxOf(active.row, active.column)}
          frozenWidth={sight.frozenWidth}
          isReadOnly={grid.isClosed}
          onKeyDown={grid.onKeyDown}
        />
      </div>
      <Dictionaries columns={columns} />
      {clipboard.asked && (
        <PreviewedPaste
          cells={clipboard.asked.block}
          target={clipboard.asked.target}
          onPaste={clipboard.confirm}
          onClose={clipboard.cancel}
        />
      )}
      <SheetFoot
        selection={selectionText(range, grid.cells.textAt)}
        note={clipboard.note}
        isReading={clipboard.isReading}
        canChange={onChange !== undefined}
      />
    </>
  )
}
