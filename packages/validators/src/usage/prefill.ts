import type { RecordValues } from '../record.ts'
import type { Quarter } from './period.ts'

// Fields that usually stay the same between quarters. Energies, hours and counts never do.
const LASTING = ['runStatus', 'availableEnergy', 'soh', 'avgChargePrice', 'avgDischargePrice'] as const

/** Initial values of a new quarterly report: the lasting fields of the last period. */
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
