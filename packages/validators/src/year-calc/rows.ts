import type { AppScenario } from '../codes.ts'
import type { RecordValues } from '../record.ts'
import { roundTo } from '../round.ts'
import { numberAt } from '../values.ts'

const POWERS = ['lastYearPower', 'addPower', 'retirePower', 'yearEndPower', 'nextYearAddPower'] as const
const ENERGIES = [
  'lastYearEnergy',
  'addEnergy',
  'retireEnergy',
  'yearEndEnergy',
  'nextYearAddEnergy',
] as const
const FIGURES = [...POWERS, ...ENERGIES]

/** Figures of a yearly calculation, MW and MWh. */
export type YearCalcFigure = (typeof FIGURES)[number]

/** One technology in one scenario. */
export type YearCalcRow = { techType: string; appScenario: AppScenario } & Partial<
  Record<YearCalcFigure, number>
>

/** The names of a row's figures, power before energy. */
export const yearCalcFigures: readonly YearCalcFigure[] = FIGURES

/** Figures at the end of a year: previous figures plus additions minus retirements. */
export function yearEnd(row: RecordValues, unit: 'Power' | 'Energy'): number {
  const figure = (name: string) => numberAt(row, `${name}${unit}`) ?? 0
  return roundTo(figure('lastYear') + figure('add') - figure('retire'), 4)
}

/** Returns the row with its year-end figures computed. */
export function completeYearCalcRow(row: YearCalcRow): YearCalcRow {
  return { ...row, yearEndPower: yearEnd(row, 'Power'), yearEndEnergy: yearEnd(row, 'Energy') }
}

/** Sums rows of several calculations by technology and scenario, in code order. */
export function sumYearCalcRows(rows: readonly YearCalcRow[]): YearCalcRow[] {
  const sums = new Map<string, YearCalcRow>()
  for (const row of rows) {
    const key = `${row.techType}/${row.appScenario}`
    const sum = sums.get(key) ?? { techType: row.techType, appScenario: row.appScenario }
    for (const figure of FIGURES) {
      const value = row[figure]
      if (value !== undefined) sum[figure] = roundTo((sum[figure] ?? 0) + value, 4)
    }
    sums.set(key, sum)
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
