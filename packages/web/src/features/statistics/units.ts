import type { ScaleLayoutRow } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'

/** Units of power and energy: as stored, or as in national publications. */
export interface Unit {
  power: string
  energy: string
  /** Factor from MW or MWh. */
  factor: number
}

export const UNITS = {
  mw: { power: 'MW', energy: 'MWh', factor: 1 },
  wan: { power: '万千瓦', energy: '万千瓦时', factor: 0.1 },
} as const satisfies Record<string, Unit>

/** Converts rows of scale to this unit. */
export function rowsIn(rows: readonly ScaleLayoutRow[], { factor }: Unit): readonly ScaleLayoutRow[] {
  if (factor === 1) return rows
  const converted = (value: number) => roundTo(value * factor, 4)
  const optional = (name: 'addPower' | 'addEnergy', value: number | undefined) =>
    value === undefined ? {} : { [name]: converted(value) }
  return rows.map((row) => ({
    ...row,
    ratedPower: converted(row.ratedPower),
    ratedEnergy: converted(row.ratedEnergy),
    ...optional('addPower', row.addPower),
    ...optional('addEnergy', row.addEnergy),
  }))
}
