import type { RecordValues } from '../record.ts'
import { roundTo } from '../round.ts'
import { numberAt } from '../values.ts'
import { periodHours, type Quarter } from './period.ts'

/** The station data that its operating indicators need. */
export interface Facility {
  /** MW */
  readonly ratedPower?: number | undefined
  /** MWh */
  readonly ratedEnergy?: number | undefined
  /** Designed cycles per day; 1 if unknown. */
  readonly designCyclesPerDay?: number | undefined
  /** yyyy-MM-dd */
  readonly commissionDate?: string | undefined
  readonly techType?: string | undefined
}

export interface UsageDerived {
  /** h */
  periodHours?: number
  /** h */
  equivalentUtilizationHours?: number
  equivalentCycles?: number
  /** % */
  conversionEfficiency?: number
  /** % */
  comprehensiveEfficiency?: number
  /** % */
  availabilityFactor?: number
  /** % */
  unplannedOutageFactor?: number
  /** % */
  utilizationIndex?: number
  /** 10,000 yuan */
  totalRevenue?: number
}

const MWH_IN_10_MWH = 10
const HOURS_A_DAY = 24

const ratio = (part: number | undefined, whole: number | undefined, factor = 1) =>
  part === undefined || whole === undefined || whole <= 0 ? undefined : roundTo((part / whole) * factor, 4)

const sumOf = (usage: RecordValues, fields: readonly string[]) => {
  const given = fields.map((field) => numberAt(usage, field)).filter((value) => value !== undefined)
  return given.length === 0
    ? undefined
    : roundTo(
        given.reduce((sum, value) => sum + value, 0),
        4,
      )
}

/** The kinds of revenue that make up the total. */
export const revenueFields = [
  'revenueSpot',
  'revenueAncillary',
  'revenueLease',
  'revenueCapacity',
  'revenuePeakValley',
  'revenueOther',
] as const

/** Charged and discharged energy together, MWh; undefined unless both are known. */
function throughput(usage: RecordValues): number | undefined {
  const charge = numberAt(usage, 'chargeEnergy')
  const discharge = numberAt(usage, 'dischargeEnergy')
  return charge === undefined || discharge === undefined ? undefined : (charge + discharge) * MWH_IN_10_MWH
}

/** Utilisation index: actual cycles over the cycles that the design allows in the period, %. */
function utilizationIndex(cycles: number | undefined, hours: number, facility: Facility) {
  return ratio(cycles, ((facility.designCyclesPerDay || 1) * hours) / HOURS_A_DAY, 100)
}

const available = (hours: number, planned: number | undefined, unplanned: number | undefined) =>
  planned === undefined || unplanned === undefined ? undefined : hours - planned - unplanned

function quarterOfUsage(usage: RecordValues): Quarter | undefined {
  const year = numberAt(usage, 'year')
  const quarter = numberAt(usage, 'quarter')
  return year === undefined || quarter === undefined ? undefined : { year, quarter }
}

/** Quarterly indicators of a station, to 4 decimals. Omits what cannot be computed. */
export function usageDerived(usage: RecordValues, facility: Facility): UsageDerived {
  const period = quarterOfUsage(usage)
  const hours = period ? periodHours(period, facility.commissionDate) : 0
  const moved = throughput(usage)
  const cycles = ratio(moved, (facility.ratedEnergy ?? 0) * 2)
  const unplanned = numberAt(usage, 'unplannedOutageHours')
  const derived: Record<keyof UsageDerived, number | undefined> = {
    periodHours: period && hours,
    equivalentUtilizationHours: ratio(moved, facility.ratedPower),
    equivalentCycles: cycles,
    conversionEfficiency: ratio(numberAt(usage, 'dischargeEnergy'), numberAt(usage, 'chargeEnergy'), 100),
    comprehensiveEfficiency: ratio(numberAt(usage, 'onGridEnergy'), numberAt(usage, 'offGridEnergy'), 100),
    availabilityFactor: ratio(available(hours, numberAt(usage, 'plannedOutageHours'), unplanned), hours, 100),
    unplannedOutageFactor: ratio(unplanned, hours, 100),
    utilizationIndex: utilizationIndex(cycles, hours, facility),
    totalRevenue: sumOf(usage, revenueFields),
  }
  return Object.fromEntries(Object.entries(derived).filter(([, value]) => value !== undefined))
}
