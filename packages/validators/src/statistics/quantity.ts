import { grouped } from '../grouped.ts'

/** Decimals of published quantities by unit. Values of other units are whole or have two. */
const DECIMALS: Readonly<Record<string, number>> = {
  MW: 0,
  MWh: 0,
  万千瓦: 2,
  万千瓦时: 2,
  h: 2,
  '%': 1,
  万kWh: 0,
  万元: 0,
}

const PART_DECIMALS = 2

/** A total below this many MW or MWh is shown with one decimal. */
const SMALL_TOTAL = 10

function decimalsOf(unit: string, total: number): number | undefined {
  const decimals = DECIMALS[unit]
  return decimals === 0 && unit.startsWith('MW') && Math.abs(total) < SMALL_TOTAL ? 1 : decimals
}

/** A percentage with one decimal. 0.0 and 100.0 are exact values only. */
function percent(value: number): string {
  if (value > 0 && value < 0.1) return '<0.1'
  const text = grouped(value, 1, 1)
  return value < 100 && text === '100.0' ? '99.9' : text.replace('-', '−')
}

/**
 * Formats a published quantity in the number style of its unit, without the unit; a dash if missing.
 * @param total the total of the scope that the value belongs to, which decides about decimals of MW and MWh
 */
export function quantity(value: number | undefined, unit: string, total = value): string {
  if (value === undefined) return '—'
  if (unit === '%') return percent(value)
  const decimals = decimalsOf(unit, total ?? 0) ?? (Number.isInteger(value) ? 0 : PART_DECIMALS)
  return grouped(value, decimals, decimals).replace('-', '−')
}
