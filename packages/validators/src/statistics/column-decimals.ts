import { roundTo } from '../round.ts'

/** Most decimals of the figures of a list, by unit. */
const LIMITS: Readonly<Record<string, number>> = { MW: 2, MWh: 2, 万kWh: 2, 万元: 2, 亩: 2, h: 2, '%': 2 }
/** As many as a record stores. */
const STORED = 4

/**
 * Number of decimals for all figures of a column and its total: the most that one of them needs, up to the limit of the unit.
 */
export function columnDecimals(values: Iterable<number>, unit = ''): number {
  const limit = LIMITS[unit] ?? STORED
  let most = 0
  for (const value of values) {
    if (Number.isInteger(value)) continue
    const shown = roundTo(value, limit)
    while (most < limit && roundTo(shown, most) !== shown) most += 1
  }
  return most
}
