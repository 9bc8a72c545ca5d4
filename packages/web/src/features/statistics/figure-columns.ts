import type { ScaleLayoutRow } from '@xinchu/sdk'
import type { Unit } from '../../lib/units.ts'

/** A column of a chart's table. */
export interface FigureColumn<Row> {
  caption: string
  /** Unit, which also decides the number style. */
  unit: string
  of: (row: Row) => number | undefined
  /** Name of the figure, if it has rows. */
  rows?: string
  /** Groups of the column, besides those of the row. */
  cells?: readonly string[]
  /** `main`: the measure that findings name. `share`: the main measure in percent of the whole. */
  role?: 'main' | 'share'
  /** Its rows add up to the whole. */
  isSum?: boolean
}

/** Columns of scale by group. */
export const scaleColumns = ({ power, energy }: Unit): readonly FigureColumn<ScaleLayoutRow>[] => [
  {
    caption: '项目数',
    unit: '个',
    of: ({ projectCount }) => projectCount,
    rows: 'projectCount',
    isSum: true,
  },
  {
    caption: '功率',
    unit: power,
    of: ({ ratedPower }) => ratedPower,
    rows: 'ratedPower',
    role: 'main',
    isSum: true,
  },
  { caption: '能量', unit: energy, of: ({ ratedEnergy }) => ratedEnergy, rows: 'ratedEnergy', isSum: true },
  { caption: '时长', unit: 'h', of: ({ avgDuration }) => avgDuration, rows: 'avgDuration' },
  { caption: '功率占比', unit: '%', of: ({ powerShare }) => powerShare, rows: 'powerShare', role: 'share' },
  { caption: '能量占比', unit: '%', of: ({ energyShare }) => energyShare, rows: 'energyShare' },
]
