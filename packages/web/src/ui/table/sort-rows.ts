import { type Column, plainOf } from './column.ts'

const words = new Intl.Collator('zh-Hans-CN', { numeric: true })

type Rank = (value: unknown) => number

/** Ranks values as numbers, so that the collator runs once per distinct value instead of once per comparison. */
function rankOf(values: readonly unknown[]): Rank {
  const texts = new Set<string>()
  for (const value of values) if (typeof value === 'string' && value !== '') texts.add(value)
  const ranks = new Map([...texts].sort(words.compare).map((text, index) => [text, index]))
  return (value) => {
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return Number(value)
    return typeof value === 'string' ? (ranks.get(value) ?? Number.NaN) : Number.NaN
  }
}

/** Sorts rows by a column. Empty values are always last; the sort is stable. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row>,
  direction: 'asc' | 'desc',
): readonly Row[] {
  const values = rows.map((row) => plainOf(column, row))
  const rank = rankOf(values)
  const keys = Float64Array.from(values, rank)
  const order = Uint32Array.from(rows.keys())
  const sign = direction === 'asc' ? 1 : -1
  order.sort((a, b) => {
    const [left = Number.NaN, right = Number.NaN] = [keys[a], keys[b]]
    if (Number.isNaN(left) || Number.isNaN(right)) {
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || a - b
    }
    return sign * (left - right) || a - b
  })
  return Array.from(order, (index) => rows[index]).filter((row) => row !== undefined)
}
