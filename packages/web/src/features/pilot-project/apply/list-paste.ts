import type { FieldSpec } from '@xinchu/validators'
import type { RowValues } from '../../../ui/form/values.ts'
import type { CellChange } from '../../../ui/sheet/model.ts'
import type { PasteColumn, PasteTarget } from '../../../ui/sheet/paste-target.ts'

const isNumber = ({ kind }: FieldSpec): boolean => kind === 'number' || kind === 'integer'

const columnOf = (spec: FieldSpec): PasteColumn => ({
  name: spec.name,
  title: spec.caption,
  unit: spec.unit,
  kind: isNumber(spec) ? 'number' : 'text',
  spec,
})

const nothing = (): string => ''

/**
 * A list as a sheet whose free rows are below those that are filled, so that pasted rows are added.
 * @param filled number of filled rows
 */
export const listTarget = (specs: readonly FieldSpec[], filled: number, atMost: number): PasteTarget => ({
  columns: specs.map(columnOf),
  rowCount: atMost,
  at: { row: filled, column: 0 },
  isOpen: () => true,
  textAt: nothing,
  valueAt: nothing,
})

/** The lines of a block that have something. */
export const filledLines = (cells: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  cells.filter((line) => line.some((text) => text.trim() !== ''))

/** The rows that changes make. A line of which nothing is taken makes none. */
export function rowsOf(changes: readonly CellChange[]): RowValues[] {
  const rows = new Map<number, Record<string, string>>()
  for (const { row, name, value } of changes) rows.set(row, { ...rows.get(row), [name]: value })
  return [...rows].sort(([one], [other]) => one - other).map(([, values]) => values)
}
