import type { RecordValues } from '../record.ts'
import { roundTo } from '../round.ts'
import { numberAt } from '../values.ts'

export interface ProjectDerived {
  /** Rated energy over rated power, h. */
  durationHours?: number
  /** Total investment over rated energy, yuan per kWh. */
  unitCost?: number
}

/** Figures derived from a project, to 4 decimals. Omits what cannot be computed. */
export function projectDerived(project: RecordValues): ProjectDerived {
  const power = numberAt(project, 'ratedPower') ?? 0
  const energy = numberAt(project, 'ratedEnergy') ?? 0
  const investment = numberAt(project, 'totalInvestment') ?? 0
  return {
    ...(power > 0 && energy > 0 ? { durationHours: roundTo(energy / power, 4) } : {}),
    // 10,000 yuan over 1,000 kWh.
    ...(investment > 0 && energy > 0 ? { unitCost: roundTo((investment * 10) / energy, 4) } : {}),
  }
}
