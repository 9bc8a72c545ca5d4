import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { textOf, titleOf } from './column.ts'
import type { TableModel, TableRow } from './model.ts'
import { ROW_ACTIONS } from './row.tsx'
import type { RowAction } from './row-action.ts'

interface CardsProps<Row extends object> {
  title: string
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  isSelectable: boolean
  rowLabel: (row: Row) => string
  rowActions: ((row: Row) => ReactNode) | undefined
  rowMenu: ((row: Row) => readonly RowAction[]) | undefined
}

/** A card leaves out values that are not there. */
const isEmpty = <Row,>(column: Column<Row>, row: Row): boolean =>
  (column.value !== undefined || column.cell === undefined) && textOf(column, row) === '—'

const shownIn = <Row,>(column: Column<Row>, row: Row): ReactNode => column.cell?.(row) ?? textOf(column, row)

function Card<Row extends object>({
  row,
  columns,
  isSelectable,
  isSelected,
  rowLabel,
  rowActions,
  rowMenu,
}: Omit<CardsProps<Row>, 'table' | 'title'> & { row: TableRow<Row>; isSelected: boolean }) {
  const [head, ...others] = columns
  const rest = others.filter((column) => !isEmpty(column, row.original))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex items-start gap-3">
        {isSelectable && (
          <input
            type="checkbox"
            aria-label={`选择${rowLabel(row.original)}`}
            checked={isSelected}
            onChange={() => row.toggleSelected()}
            className="mt-0.5 size-5!"
          />
        )}
        <div className="min-w-0 flex-1 font-medium">{head && shownIn(head, row.original)}</div>
      </div>
      <dl className="grid gap-y-1 text-s">
        {rest.map((column) => (
          <div key={column.key} className="grid grid-cols-[8.5em_1fr] gap-2">
            <dt className="text-ink-faint">{titleOf(column)}</dt>
            <dd className="min-w-0 break-words">{shownIn(column, row.original)}</dd>
          </div>
        ))}
      </dl>
      {(rowActions || rowMenu) && (
        <div className={`flex-wrap gap-y-2 text-s ${ROW_ACTIONS}`}>
          {rowActions?.(row.original)}
          {rowMenu?.(row.original).map(({ label, isDanger, onSelect }) => (
            <button
              key={label}
              type="button"
              onClick={onSelect}
              className={`min-h-8 hover:underline ${isDanger ? 'text-danger' : 'text-brand-ink'}`}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </li>
  )
}

/** Rows of a table on a narrow screen, one card each with the same columns. */
export function Cards<Row extends object>({ title, table, columns, ...rest }: CardsProps<Row>) {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byKey.get(id) ?? [])
  return (
    <ul aria-label={title} className="cards divide-y divide-line">
      {table.getRowModel().rows.map((row) => (
        <Card
          key={row.id}
          row={row}
          columns={shown}
          isSelected={table.state.rowSelection[row.id] === true}
          {...rest}
        />
      ))}
    </ul>
  )
}
