import type { RecordValues } from '../record.ts'
import type { Quarter } from './period.ts'

// What usually stays from quarter to quarter; energies, hours and times never do.
const LASTING = ['runStatus', 'availableEnergy', 'soh', 'avgChargePrice', 'avgDischargePrice'] as const

/** A new quarter's report as it begins: what lasts of the last period's, and nothing else. */
export function prefillUsage(
  projectId: number,
  { year, quarter }: Quarter,
  previous?: RecordValues,
): { projectId: number; year: number; quarter: number } & RecordValues {
  const lasting = LASTING.flatMap((field) => {
    const value = previous?.[field]
    return value === undefined || value === null ? [] : [[field, value] as const]
  })
  return { ...Object.fromEntries(lasting), projectId, year, quarter }
}
