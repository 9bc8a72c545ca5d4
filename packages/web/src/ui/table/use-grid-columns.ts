import { useMemo } from 'react'
import { type Column, needOf } from './column.ts'
import { fitWidths } from './layout.ts'
import type { TableModel } from './model.ts'

/** Rows that tell how wide the columns have to be. */
const SAMPLE = 50
// The first column also has the button of the row's menu.
const MENU = 52

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
  const { rows } = table.getRowModel()
  const needs = useMemo(() => {
    const records = rows.slice(0, SAMPLE).map(({ original }) => original)
    return new Map(shown.map((column, at) => [column.key, needOf(column, records) + (at === 0 ? MENU : 0)]))
  }, [shown, rows])
  const widths = useMemo(() => {
    const growing = shown.filter(({ key, grows }) => grows && resized[key] === undefined)
    const elastic = growing.length > 0 ? growing : shown.filter(({ kind }) => kind !== 'number')
    const keys = new Set(elastic.map(({ key }) => key))
    return fitWidths(
      leaves.map((leaf) => ({
        key: leaf.id,
        width: leaf.getSize(),
        ...(resized[leaf.id] === undefined && { least: needs.get(leaf.id) ?? leaf.getSize() }),
        isElastic: resized[leaf.id] === undefined && keys.has(leaf.id),
      })),
      room,
    )
  }, [leaves, shown, resized, needs, room])
  return { shown, widths }
}
