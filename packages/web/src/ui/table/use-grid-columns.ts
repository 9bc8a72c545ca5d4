import { useMemo } from 'react'
import { type Column, needOf, widthOf } from './column.ts'
import { fitWidths, keptKeys } from './layout.ts'
import type { TableModel } from './model.ts'

/** Rows that tell how wide the columns have to be. */
const SAMPLE = 50
// The first column also has the button of the row's menu.
const MENU = 52
/** Tables below this width have the tight columns, px. */
const NARROW = 900
/** A text from this width on may be cut by a quarter; its tooltip has the rest. */
const LONG = 160
const CUT = 0.75

/** Widths that a column wants and needs, px. That of a preset is fixed; others need what their rows need. */
function needsOf<Row>(column: Column<Row>, at: number, rows: readonly Row[], isNarrow: boolean) {
  const { rank, kind, tight } = column
  const width = (isNarrow ? tight : undefined) ?? widthOf(column)
  if (rank || kind === 'name') return { width, least: width, kept: width }
  const least = needOf(column, rows) + (at === 0 ? MENU : 0)
  return { width, least, kept: least >= LONG ? Math.round(least * CUT) : least }
}

/** Visible columns in order with their widths for the available space, px. Columns without room leave by their rank. */
export function useGridColumns<Row extends object>(
  table: TableModel<Row>,
  columns: readonly Column<Row>[],
  room: number,
  chosen: Readonly<Record<string, boolean>>,
) {
  const leaves = table.getVisibleLeafColumns()
  const resized = table.state.columnSizing
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns])
  const visible = useMemo(() => leaves.flatMap(({ id }) => byKey.get(id) ?? []), [leaves, byKey])
  const { rows } = table.getRowModel()
  const isNarrow = room > 0 && room < NARROW
  // A table whose columns have no ranks keeps them all and scrolls.
  const isRanked = columns.some(({ rank }) => rank)
  const needs = useMemo(() => {
    const records = rows.slice(0, SAMPLE).map(({ original }) => original)
    return visible.map((column, at) => {
      const own = resized[column.key]
      const of = needsOf(column, at, records, isNarrow)
      return {
        column,
        // Those that were added by the user leave first.
        rank: isRanked ? (column.rank ?? (at === 0 ? 1 : 4)) : 1,
        ...(own === undefined ? of : { width: own, least: own, kept: own }),
      }
    })
  }, [visible, rows, resized, isNarrow, isRanked])
  const kept = useMemo(
    () =>
      keptKeys(
        needs.map(({ column: { key }, rank, kept: least }) => ({
          key,
          rank,
          least,
          isChosen: chosen[key] === true,
        })),
        room,
      ),
    [needs, chosen, room],
  )
  const shown = useMemo(() => visible.filter(({ key }) => kept.has(key)), [visible, kept])
  const widths = useMemo(() => {
    const free = shown.filter(({ key }) => resized[key] === undefined)
    const growing = free.filter(({ grows, kind }) => grows || kind === 'name')
    const elastic = growing.length > 0 ? growing : free.filter(({ kind }) => kind !== 'number')
    const keys = new Set(elastic.map(({ key }) => key))
    const fitting = needs.flatMap(({ column: { key }, width, least }) =>
      kept.has(key) ? [{ key, width, least, isElastic: keys.has(key) }] : [],
    )
    return fitWidths(fitting, room)
  }, [shown, needs, kept, resized, room])
  return { shown, widths, left: visible.length - shown.length }
}
