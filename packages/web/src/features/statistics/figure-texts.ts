import { quantity } from '@xinchu/validators'
import type { ShownTable } from './shown.ts'

/** Cells of a table in words, as on the screen and on paper. The whole of a column decides its decimals. */
export function textsOf({ columns, rows }: Pick<ShownTable, 'columns' | 'rows'>): string[][] {
  const totals = columns.map((_, at) => rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  return rows.map(({ values }) => columns.map(({ unit }, at) => quantity(values[at], unit, totals[at])))
}
