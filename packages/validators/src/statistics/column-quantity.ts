import { roundTo } from '../round.ts'
import { quantity } from './quantity.ts'

/**
 * The number style of a column of single stations or reports: MW and MWh are whole if all of them are, and otherwise have
 * one decimal in every row. Other units keep their own style.
 */
export function columnQuantity(
  values: readonly (number | undefined)[],
  unit: string,
): (value: number | undefined) => string {
  if (!unit.startsWith('MW')) return (value) => quantity(value, unit)
  const isWhole = values.every((value = 0) => Number.isInteger(roundTo(value, 1)))
  return (value) => quantity(value, unit, isWhole ? Infinity : 0)
}
