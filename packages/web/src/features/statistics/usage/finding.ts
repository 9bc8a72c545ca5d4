import type { UsageOutlierPage, UsageSpread, UsageSpreadRow, UsageStatRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'

/** Groups of fewer stations have no quantiles worth naming. */
export const FEW = 5

const hours = (value: number) => `${quantity(value, 'h')} h`

/** Hours of one station or of a quantile, in whole hours. */
export const wholeHours = (value: number): string => Math.round(value).toLocaleString('zh-CN')

/** A number with its sign and one decimal. A value that rounds to zero has no sign. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(1)
  return text === '0.0' ? text : `${value < 0 ? '−' : '+'}${text}`
}

/** A change with its sign, in words of the number style: +4.3%. */
export function changeOf(value: number | undefined, base: number | undefined): string | undefined {
  if (value === undefined || !base) return undefined
  const change = (100 * (value - base)) / base
  if (change > 1_000) return `为 ${(value / base).toFixed(1)} 倍`
  return `${signed(change)}%`
}

/** A change of a share in percentage points, with its sign. */
function pointsOf(value: number | undefined, base: number | undefined): string | undefined {
  if (value === undefined || base === undefined) return undefined
  return `${signed(value - base)} 点`
}

/** Changes of a measure against the same quarter of last year and the quarter before, where those have it. */
export function changesOf(
  measure: { name: keyof UsageStatRow; unit: string },
  row: UsageStatRow | undefined,
  bases: readonly (readonly [words: string, base: UsageStatRow | undefined])[],
): string | undefined {
  const numberOf = (of: UsageStatRow | undefined) => {
    const value = of?.[measure.name]
    return of && of.reportedProjects > 0 && typeof value === 'number' ? value : undefined
  }
  const change = measure.unit === '%' ? pointsOf : changeOf
  const notes = bases.flatMap(([words, base]) => {
    const text = change(numberOf(row), numberOf(base))
    return text === undefined ? [] : [`${words} ${text}`]
  })
  return notes.join('　') || undefined
}

export const rowsBy = (spread: UsageSpread | undefined, by: UsageSpreadRow['by']): UsageSpreadRow[] =>
  spread?.rows.filter((row) => row.by === by) ?? []

/** The scenarios with the highest and the lowest median. */
function extremes(spread: UsageSpread | undefined): string {
  const ranked = rowsBy(spread, 'appSubScenario')
    .filter(({ projects, key }) => projects >= FEW && key !== '')
    .toSorted((a, b) => b.median - a.median)
  const [most, least] = [ranked[0], ranked.at(-1)]
  if (!most || !least || most === least || least.median <= 0) return ''
  const times = (most.median / least.median).toFixed(1)
  return `；${most.label}（中位 ${wholeHours(most.median)} h）是${least.label}（${wholeHours(least.median)} h）的 ${times} 倍`
}

/** What the page shows, in a sentence of its own figures. Names no cause; a part without a base is left out. */
export function findingOf(
  quarter: string,
  total: UsageStatRow | undefined,
  before: readonly [words: string, base: UsageStatRow | undefined] | undefined,
  spread: UsageSpread | undefined,
): string {
  const value = total?.equivalentUtilizationHours
  if (value === undefined) return `${quarter}尚无已报送的使用情况。`
  const [words, base] = before ?? []
  const change = changeOf(value, base?.equivalentUtilizationHours)
  const [all] = rowsBy(spread, 'all')
  const middle =
    all && all.projects >= FEW ? `；半数电站在 ${wholeHours(all.p25)}–${wholeHours(all.p75)} h 之间` : ''
  return `${quarter}按功率加权平均等效利用 ${hours(value)}${change ? `，${words} ${change}` : ''}${middle}${extremes(spread)}。`
}

/**
 * Use in the last quarter of a course against the one before, if these may be compared. Short, because the status of a
 * quarter is in its name.
 */
export function courseFinding(
  name: string,
  last: UsageStatRow,
  [words, before]: readonly [words: string, base: UsageStatRow | undefined] = ['', undefined],
): string {
  const value = last.equivalentUtilizationHours
  if (value === undefined) return `${name}尚无已报送的使用情况。`
  const change = changeOf(value, before?.equivalentUtilizationHours)
  return `${name}等效利用 ${hours(value)}${change ? `，${words} ${change}` : ''}。`
}

/** How many values are marked, and what the mean is without their stations. */
export function supportOf(outliers: UsageOutlierPage | undefined): string {
  if (!outliers) return ''
  const { rules, projects, hours: all, hoursWithout } = outliers
  const count = rules.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return '没有被标记的报送值。'
  const start = `${count.toLocaleString('zh-CN')} 条报送值被标记，涉及 ${projects.toLocaleString('zh-CN')} 个项目`
  if (all === undefined || hoursWithout === undefined) return `${start}。`
  const difference = hoursWithout - all
  const sign = difference < 0 ? '−' : '+'
  return `${start}；不计这些项目，平均为 ${hours(hoursWithout)}，相差 ${sign}${hours(Math.abs(difference))}。退回前仍计入统计。`
}
