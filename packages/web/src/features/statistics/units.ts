import type { ScaleLayoutRow } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import type { Unit } from '../../lib/units.ts'

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
