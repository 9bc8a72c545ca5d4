import { CountryStatus, ReportStatus } from '@xinchu/contract/codes'
import { periodHours, type Quarter, quarterDays, roundTo } from '@xinchu/validators'
import { accountCompanies } from './companies.ts'
import type { SampleProject } from './project.ts'
import { randomFrom } from './random.ts'
import { reportedEarlier } from './usage-earlier.ts'

/** A row of usage_report. */
export type UsageSeed = Readonly<Record<string, unknown>> & { id: number; status: string }

// Equivalent hours per quarter by scenario, and conversion efficiencies by technology, as published by operators.
const HOURS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '11': [120, 260],
  '12': [500, 1200],
  '21': [220, 330],
  '22': [220, 330],
  '31': [450, 650],
  '32': [450, 650],
}
const USUAL_HOURS = [200, 320] as const
const EFFICIENCIES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '01': [84, 90],
  '03': [65, 75],
  '05': [55, 70],
}
const USUAL_EFFICIENCY = [75, 85] as const
// Own consumption of station and transformers.
const OWN_USE = [0.9, 0.95] as const

/** States of the last quarter's reports with their shares. The rest has not been reported. */
const LAST_STATES = [
  ['5', 0.34],
  ['3', 0.2],
  ['1', 0.16],
  ['2', 0.03],
  ['4', 0.03],
  ['0', 0.04],
] as const
// For enterprises with a demonstration account: one not started, one returned, one under review.
const OWN_STATES = [undefined, '2', '1'] as const

function stateOf(draw: number): string | undefined {
  let least = 0
  for (const [state, share] of LAST_STATES) {
    least += share
    if (draw < least) return state
  }
  return undefined
}

type Random = () => number
const between = ([least, most]: readonly [number, number], random: Random) =>
  least + random() * (most - least)

/** Consistent figures of a quarter, like those of a real station. */
function figuresOf({ row }: SampleProject, period: Quarter, random: Random) {
  const power = row.rated_power ?? 0
  const energy = row.rated_energy ?? 0
  const hours = periodHours(period, row.commission_date ?? undefined)
  const whole = between(HOURS[row.app_sub_scenario ?? ''] ?? USUAL_HOURS, random)
  const used = (whole * hours) / periodHours(period)
  const efficiency = between(EFFICIENCIES[row.tech_type ?? ''] ?? USUAL_EFFICIENCY, random) / 100
  const charge = roundTo((used * power) / 10 / (1 + efficiency), 2)
  const discharge = roundTo(charge * efficiency, 2)
  const cycles = Math.round(((charge + discharge) * 10) / 2 / energy)
  const planned = random() < 0.3 ? Math.round(random() * 48) + 4 : 0
  const unplanned = random() < 0.12 ? Math.round(random() * 20) + 1 : 0
  const runHours = Math.min(
    Math.max(0, hours - planned - unplanned),
    Math.round((used * 1.15 + 60) * 10) / 10,
  )
  const own = Math.sqrt(between(OWN_USE, random))
  return {
    run_status: '1',
    charge_energy: charge,
    discharge_energy: discharge,
    off_grid_energy: roundTo(charge / own, 2),
    on_grid_energy: roundTo(discharge * own, 2),
    charge_times: cycles,
    discharge_times: cycles,
    run_hours: runHours,
    standby_hours: Math.max(0, Math.floor(hours - planned - unplanned - runHours)),
    planned_outage_times: planned > 0 ? 1 : 0,
    planned_outage_hours: planned,
    unplanned_outage_times: unplanned > 0 ? 1 : 0,
    unplanned_outage_hours: unplanned,
    unplanned_outage_reason: unplanned > 0 ? String(1 + Math.floor(random() * 6)) : null,
    max_charge_power: roundTo(power * 0.98, 2),
    max_discharge_power: power,
    available_energy: roundTo(energy * 0.95, 1),
    soh: 95,
    peak_support_times: Math.round(random() * 12),
    revenue_spot: roundTo(discharge * 0.12, 2),
    revenue_ancillary: roundTo(discharge * 0.05, 2),
    revenue_lease: row.app_sub_scenario === '22' ? roundTo(power * 2.4, 2) : null,
    revenue_peak_valley: roundTo(discharge * 0.18, 2),
    avg_charge_price: roundTo(0.2 + random() * 0.12, 4),
    avg_discharge_price: roundTo(0.48 + random() * 0.2, 4),
    safety_events: 0,
    alarm_level1_count: Math.floor(random() * 3),
  }
}

const OPINION = '请核对充、放电量后重新报送'

/** A station is in operation in a period. */
const isIn = ({ row }: SampleProject, period: Quarter) =>
  (row.commission_date ?? '') <= quarterDays(period).last

/**
 * Reports of operating stations: of many for the last closed quarter, in all states of review, and for the quarters before
 * it of all in most provinces.
 */
export function sampleUsage(projects: readonly SampleProject[], last: Quarter): UsageSeed[] {
  const random = randomFrom(20_260_930)
  const own = new Set([...accountCompanies()].map(([, { creditCode }]) => creditCode))
  const ownCounts = new Map<string, number>()
  const rows: UsageSeed[] = []
  const add = (project: SampleProject, period: Quarter, status: string) => {
    const id = rows.length + 1
    const { province_code, id: project_id } = project.row
    rows.push({
      id,
      province_code,
      project_id,
      ...period,
      ...figuresOf(project, period, random),
      status,
      last_opinion:
        status === ReportStatus.returned || status === ReportStatus.returnedByNation ? OPINION : null,
      version: 1,
      create_by: 'system',
      update_by: 'system',
    })
  }
  const stored = projects.filter(({ row }) => row.country_status === CountryStatus.stored)
  for (const project of stored) {
    const { creditCode } = project.company
    const index = ownCounts.get(creditCode) ?? 0
    ownCounts.set(creditCode, index + 1)
    const isOwn = own.has(creditCode)
    const state = isOwn ? OWN_STATES[index] : stateOf(random())
    if (state) add(project, last, state)
  }
  for (const { period, isReported } of reportedEarlier(last))
    for (const project of stored)
      if (
        isIn(project, period) &&
        (own.has(project.company.creditCode) || isReported(project.row.province_code))
      )
        add(project, period, ReportStatus.confirmed)
  return rows
}
