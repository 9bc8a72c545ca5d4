import { roundTo } from '@xinchu/validators'

/** Sums of a group's stations in a quarter; null if nothing was reported. */
export interface SummedUsage extends Record<`k${number}`, string> {
  year: number
  quarter: number
  due: number
  reported: number
  charge: number | null
  discharge: number | null
  paired_charge: number | null
  paired_discharge: number | null
  off_grid: number | null
  on_grid: number | null
  moved: number | null
  power: number | null
  /** Power of the stations due, and of those with a report. */
  due_power: number
  reported_power: number | null
  energy: number | null
  allowed: number | null
  hours: number | null
  available: number | null
  outages: number | null
  revenue: number | null
}

/** The same of a province. */
export interface ProvinceUsage extends SummedUsage {
  province_code: string
}

/** Decimals of reported figures. */
const DECIMALS = 4

type Sum = Exclude<keyof SummedUsage, `k${number}` | 'year' | 'quarter'>

/** Not rounded: products of figures have more decimals. */
const PRODUCT = 'allowed'

const SUMS: readonly Sum[] = [
  ...(['due', 'reported', 'charge', 'discharge', 'paired_charge', 'paired_discharge', 'off_grid'] as const),
  ...(['on_grid', 'moved', 'power', 'due_power', 'reported_power', 'energy', 'hours', 'available'] as const),
  ...(['outages', 'revenue', PRODUCT] as const),
]

/** Null if nothing was reported anywhere. */
function sumOf(rows: readonly SummedUsage[], name: Sum): number | null {
  let sum: number | null = null
  for (const row of rows) {
    const value = row[name]
    if (value !== null) sum = (sum ?? 0) + value
  }
  return sum === null || name === PRODUCT || rows.length === 1 ? sum : roundTo(sum, DECIMALS)
}

/** Missing values sort last. */
const orderOf = (key = ''): string => (key === '' ? '\uffff' : key)

const compared = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Adds up the sums of provinces by quarter and group, in the order of both. */
export function addedUp(rows: readonly ProvinceUsage[], dimensions: number): SummedUsage[] {
  const names = Array.from({ length: dimensions }, (_, at): `k${number}` => `k${at}`)
  const groups = new Map<string, ProvinceUsage[]>()
  for (const row of rows) {
    const key = [row.quarter, ...names.map((name) => row[name])].join('\n')
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const totals = [...groups.values()].flatMap((group): SummedUsage[] => {
    const [first] = group
    if (!first) return []
    const total: SummedUsage = { ...first }
    return [Object.assign(total, Object.fromEntries(SUMS.map((name) => [name, sumOf(group, name)])))]
  })
  return totals.toSorted(
    (a, b) =>
      a.quarter - b.quarter ||
      names.reduce((order, name) => order || compared(orderOf(a[name]), orderOf(b[name])), 0),
  )
}
