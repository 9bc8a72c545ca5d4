import { quantity } from '@xinchu/validators'
import type { ShownTable } from '../shown.ts'

const FEW = 3
const NOTHING = '该范围在此时期无数据。'

const withUnit = (value: number | undefined, unit: string) =>
  `${quantity(value, unit)}${unit === '%' ? '' : ' '}${unit}`

/** Sum of the shares of the largest groups, where the table has shares. */
function shareOf(values: readonly (number | undefined)[]): string {
  const sum = values.reduce<number>((all, value = 0) => all + value, 0)
  return `${quantity(sum, '%')}%`
}

/** The last row of a table by time, against the one before it. */
function courseOf({ columns, rows }: ShownTable, at: number, title: string): string {
  const [before, last] = rows.slice(-2).length === 2 ? rows.slice(-2) : [undefined, rows.at(-1)]
  const value = last?.values[at]
  const base = before?.values[at]
  const unit = columns[at]?.unit ?? ''
  if (!last || value === undefined) return NOTHING
  const start = `${last.name}${title} ${withUnit(value, unit)}`
  if (base === undefined || base === 0) return `${start}。`
  const change = (100 * (value - base)) / base
  if (Math.abs(change) < 0.05) return `${start}，与${before?.name ?? ''}持平。`
  return `${start}，较${before?.name ?? ''}${change < 0 ? '下降' : '增长'} ${quantity(Math.abs(change), '%')}%。`
}

/** The largest groups of a table. */
function largestOf({ columns, rows }: ShownTable, at: number): string {
  const unit = columns[at]?.unit ?? ''
  const ranked = rows
    .filter(({ values }) => values[at] !== undefined)
    .toSorted((a, b) => (b.values[at] ?? 0) - (a.values[at] ?? 0))
  const [most] = ranked
  if (!most) return NOTHING
  const start = `${most.name}最高，${withUnit(most.values[at], unit)}`
  const share = columns.findIndex(({ role }) => role === 'share')
  if (share < 0) {
    const least = ranked.at(-1)
    return least && ranked.length > 1
      ? `${start}；${least.name}最低，${withUnit(least.values[at], unit)}。`
      : `${start}。`
  }
  const own = `${start}，占 ${shareOf([most.values[share]])}`
  return ranked.length > FEW
    ? `${own}；前三项合计占 ${shareOf(ranked.slice(0, FEW).map(({ values }) => values[share]))}。`
    : `${own}。`
}

/** Describes a chart in one sentence made from its figures. Names no cause. Empty without figures. */
export function findingOf(table: ShownTable): string {
  if (table.finding !== undefined) return table.finding
  const at = table.columns.findIndex(({ role }) => role === 'main')
  const column = table.columns[at]
  if (!column || table.rows.length === 0) return ''
  return table.isCourse ? courseOf(table, at, column.caption) : largestOf(table, at)
}
