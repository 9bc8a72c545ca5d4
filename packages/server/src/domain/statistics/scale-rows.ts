import { roundTo } from '@xinchu/validators'
import { sharesOf } from './shares.ts'

/** Sums of a group's projects commissioned in one year. */
export interface ScaleCell {
  /** One key per dimension; empty if not filled in, and for the year. */
  keys: readonly string[]
  /** Null without a commissioning date. */
  year: number | null
  /** Numbers of the periods in which official rows count; without them, in all. */
  fromPeriod?: number
  toPeriod?: number | null
  count: number
  power: number
  energy: number
  investment: number
}

export interface ScaleRow {
  keys: readonly string[]
  year: number
  projectCount: number
  ratedPower: number
  ratedEnergy: number
  avgDuration?: number
  addPower: number
  addEnergy: number
  powerShare: number
  energyShare: number
  yoyPower?: number
  investment: number
}

type Figures = Omit<ScaleRow, 'powerShare' | 'energyShare'>

const total = (cells: readonly ScaleCell[], of: 'count' | 'power' | 'energy' | 'investment') =>
  roundTo(
    cells.reduce((sum, cell) => sum + cell[of], 0),
    4,
  )

function figuresOf(keys: readonly string[], cells: readonly ScaleCell[], year: number): Figures {
  const added = cells.filter((cell) => cell.year === year)
  const [power, energy, addPower] = [total(cells, 'power'), total(cells, 'energy'), total(added, 'power')]
  const before = power - addPower
  return {
    keys,
    year,
    projectCount: total(cells, 'count'),
    ratedPower: power,
    ratedEnergy: energy,
    ...(power > 0 ? { avgDuration: roundTo(energy / power, 4) } : {}),
    addPower,
    addEnergy: total(added, 'energy'),
    ...(before > 0 ? { yoyPower: roundTo((addPower / before) * 100, 4) } : {}),
    investment: total(cells, 'investment'),
  }
}

function withShares(rows: readonly Figures[]): ScaleRow[] {
  const power = sharesOf(rows.map(({ ratedPower }) => ratedPower))
  const energy = sharesOf(rows.map(({ ratedEnergy }) => ratedEnergy))
  return rows.map((row, at) => ({ ...row, powerShare: power[at] ?? 0, energyShare: energy[at] ?? 0 }))
}

function grouped(cells: readonly ScaleCell[]): ScaleCell[][] {
  const groups = new Map<string, ScaleCell[]>()
  for (const cell of cells) {
    const key = cell.keys.join('\n')
    const group = groups.get(key)
    if (group) group.push(cell)
    else groups.set(key, [cell])
  }
  return [...groups.values()]
}

/** Cumulative sums at the end of a year by group. Projects without a commissioning date count in every year. */
export function rowsOfYear(cells: readonly ScaleCell[], year: number): ScaleRow[] {
  const rows = grouped(cells).flatMap((group) => {
    const standing = group.filter((cell) => cell.year === null || cell.year <= year)
    return standing.length > 0 ? [figuresOf(group[0]?.keys ?? [], standing, year)] : []
  })
  return withShares(rows)
}

/** Cells whose rows count in a period, by its number; undefined for the latest. */
export const cellsIn = (
  cells: readonly ScaleCell[],
  period = Number.POSITIVE_INFINITY,
): readonly ScaleCell[] =>
  cells.filter(
    ({ fromPeriod = 0, toPeriod = null }) =>
      fromPeriod <= period && (toPeriod === null || toPeriod >= period),
  )

/**
 * The same for each year since the first commissioning, without projects that have no date. Each year has the rows that
 * count at its end, the last one those of the asked period.
 */
export function rowsByYear(
  cells: readonly ScaleCell[],
  { last, period }: { last: number; period: number | undefined },
  yearAt: number,
): ScaleRow[] {
  const dated = cells.filter((cell) => cell.year !== null)
  const first = dated.reduce((least, { year }) => Math.min(least, year ?? last), last)
  if (dated.length === 0) return []
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((year) =>
    rowsOfYear(cellsIn(dated, year === last ? period : year * 4 + 4), year).map((row) => ({
      ...row,
      keys: row.keys.with(yearAt, String(year)),
    })),
  )
}
