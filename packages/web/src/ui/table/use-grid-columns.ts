import { useMemo } from 'react'
import type { Column } from './column.ts'
import { fitWidths } from './layout.ts'
import type { TableModel } from './model.ts'

/** Visible columns in order with their widths for the available space, px. */
export function useGridColumns<Row extends object>(
  table: TableModel<Row>,
  columns: readonly Column<Row>[],
  room: number,
) {
  const leaves = table.getVisibleLeafColumns()
  const resized = table.state.columnSizing
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns])
  const shown = useMemo(() => leaves.flatMap(({ id }) => byKey.get(id) ?? []), [leaves, byKey])
  const widths = useMemo(() => {
    const growing = shown.filter(({ key, grows }) => grows && resized[key] === undefined)
    const elastic = growing.length > 0 ? growing : shown.filter(({ kind }) => kind !== 'number')
    const keys = new Set(elastic.map(({ key }) => key))
    return fitWidths(
      leaves.map((leaf) => ({
        key: leaf.id,
        width: leaf.getSize(),
        isElastic: resized[leaf.id] === undefined && keys.has(leaf.id),
      })),
      room,
    )
  }, [leaves, shown, resized, room])
  return { shown, widths }
}
