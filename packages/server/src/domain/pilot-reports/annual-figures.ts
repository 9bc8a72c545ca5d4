import type { components } from '@xinchu/contract/schema'
import { usageDerived } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { facilityOf, type UsageRow, usageOf } from '../general-items/usage-rows.ts'
import type { PilotRow } from '../pilot-project/columns.ts'
import type { ProgressContent } from './progress-rows.ts'
import { stationReports } from './station-usage.ts'

export type AnnualUsage = components['schemas']['AnnualUsage']

const PLACES = 10_000
const rounded = (value: number) => Math.round(value * PLACES) / PLACES

/** The sum of the values that are there; undefined without any. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const given = values.filter((value) => value !== undefined)
  return given.length > 0 ? rounded(given.reduce((sum, value) => sum + value, 0)) : undefined
}

/** A ratio in per cent; undefined where it cannot be computed. */
const percent = (part: number | undefined, whole: number | undefined) =>
  part === undefined || !whole ? undefined : rounded((part / whole) * 100)

const defined = (usage: Record<keyof AnnualUsage, number | undefined>): AnnualUsage =>
  Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined))

/** Figures of a year from a station's quarters. Ratios are computed from the sums of quantities, never averaged. */
export function yearOfStation(rows: readonly UsageRow[]): AnnualUsage {
  const quarters = rows.map((row) => ({
    usage: usageOf(row),
    derived: usageDerived(usageOf(row), facilityOf(row)),
  }))
  const total = (pick: (each: (typeof quarters)[number]) => number | undefined) => sumOf(quarters.map(pick))
  const charge = total(({ usage }) => usage.chargeEnergy)
  const discharge = total(({ usage }) => usage.dischargeEnergy)
  const hours = total(({ derived }) => derived.periodHours)
  const outage = total(({ usage }) => sumOf([usage.plannedOutageHours, usage.unplannedOutageHours]))
  return defined({
    chargeEnergy: charge,
    dischargeEnergy: discharge,
    equivalentUtilizationHours: total(({ derived }) => derived.equivalentUtilizationHours),
    equivalentCycles: total(({ derived }) => derived.equivalentCycles),
    conversionEfficiency: percent(discharge, charge),
    comprehensiveEfficiency: percent(
      total(({ usage }) => usage.onGridEnergy),
      total(({ usage }) => usage.offGridEnergy),
    ),
    availabilityFactor:
      hours === undefined || outage === undefined ? undefined : percent(Math.max(0, hours - outage), hours),
    unplannedOutageTimes: total(({ usage }) => usage.unplannedOutageTimes),
  })
}

/** Figures of a year from the quarterly progress of a project without a linked station. */
export function yearOfProgress(contents: readonly ProgressContent[]): AnnualUsage {
  const total = (name: 'chargeEnergy' | 'dischargeEnergy' | 'equivalentUtilizationHours') =>
    sumOf(contents.map(({ usage }) => usage?.[name]))
  const charge = total('chargeEnergy')
  const discharge = total('dischargeEnergy')
  return defined({
    chargeEnergy: charge,
    dischargeEnergy: discharge,
    equivalentUtilizationHours: total('equivalentUtilizationHours'),
    equivalentCycles: undefined,
    conversionEfficiency: percent(discharge, charge),
    comprehensiveEfficiency: undefined,
    availabilityFactor: undefined,
    unplannedOutageTimes: undefined,
  })
}

/** Figures of a year as the quarters give them. */
export async function yearFigures(
  db: Db,
  project: Pick<PilotRow, 'id' | 'es_project_id'>,
  year: number,
): Promise<AnnualUsage> {
  const station = await stationReports(db, project.es_project_id, year)
  if (station.length > 0) return yearOfStation(station)
  const rows = await db
    .selectFrom('demo_progress')
    .select('content')
    .where('demo_project_id', '=', project.id)
    .where('year', '=', year)
    .where('submit_time', 'is not', null)
    .execute()
  return yearOfProgress(rows.map(({ content }) => content))
}

const QUARTERS = [1, 2, 3, 4] as const

/** Figures of each quarter of a year, computed like those of the year; undefined for a quarter without a submission. */
export async function quarterFigures(
  db: Db,
  project: Pick<PilotRow, 'id' | 'es_project_id'>,
  year: number,
): Promise<(AnnualUsage | undefined)[]> {
  const station = await stationReports(db, project.es_project_id, year)
  if (station.length > 0)
    return QUARTERS.map((quarter) => {
      const row = station.find((each) => each.quarter === quarter)
      return row && yearOfStation([row])
    })
  const rows = await db
    .selectFrom('demo_progress')
    .select(['quarter', 'content'])
    .where('demo_project_id', '=', project.id)
    .where('year', '=', year)
    .where('submit_time', 'is not', null)
    .execute()
  return QUARTERS.map((quarter) => {
    const row = rows.find((each) => each.quarter === quarter)
    return row && yearOfProgress([row.content])
  })
}
