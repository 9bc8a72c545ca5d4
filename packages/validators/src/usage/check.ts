import { OutageReason, TechType } from '../codes.ts'
import { codes, messages } from '../messages.ts'
import type { Issue, RecordValues, Stage } from '../record.ts'
import { error, numberAt, textAt, warning } from '../values.ts'
import { type Facility, usageDerived } from './derived.ts'

// Meters are read at different moments, so slightly more output than input is a reading error.
const READING_TOLERANCE = 1.02
// Heat and hydrogen may leave the station in another form of energy.
const UNBOUND_TECHNOLOGIES: ReadonlySet<string> = new Set([TechType.heat, TechType.hydrogen])
const POWER_TOLERANCE = 1.1
// Reporters round hours.
const HOURS_TOLERANCE = 1

const at = (usage: RecordValues, field: string) => numberAt(usage, field) ?? 0

function energyIssues(usage: RecordValues, facility: Facility): Issue[] {
  const charge = numberAt(usage, 'chargeEnergy')
  const discharge = numberAt(usage, 'dischargeEnergy')
  if (charge === undefined || discharge === undefined) return []
  if (UNBOUND_TECHNOLOGIES.has(facility.techType ?? '')) return []
  if (discharge > charge * READING_TOLERANCE)
    return [error('U-001', 'dischargeEnergy', '放电量不应大于充电量')]
  return []
}

const HOURS = ['runHours', 'standbyHours', 'plannedOutageHours', 'unplannedOutageHours'] as const

function hourIssues(usage: RecordValues, facility: Facility): Issue[] {
  const { periodHours } = usageDerived(usage, facility)
  if (periodHours === undefined) return []
  const beyond = HOURS.filter((field) => at(usage, field) > periodHours)
  if (beyond.length > 0)
    return beyond.map((field) => error('U-002', field, `不应大于统计期小时数（${periodHours}小时）`))
  const sum = HOURS.reduce((total, field) => total + at(usage, field), 0)
  return sum > periodHours + HOURS_TOLERANCE
    ? [error('U-003', 'runHours', `运行、备用与停运小时之和不应大于统计期小时数（${periodHours}小时）`)]
    : []
}

function powerIssues(usage: RecordValues, facility: Facility): Issue[] {
  const most = (facility.ratedPower ?? Number.POSITIVE_INFINITY) * POWER_TOLERANCE
  return ['maxChargePower', 'maxDischargePower']
    .filter((field) => at(usage, field) > most)
    .map((field) => error('U-004', field, '不应大于额定功率的1.1倍'))
}

function outageIssues(usage: RecordValues, stage: Stage): Issue[] {
  const hasOutage = at(usage, 'unplannedOutageHours') > 0 || at(usage, 'unplannedOutageTimes') > 0
  if (!hasOutage || stage === 'draft') return []
  const reason = textAt(usage, 'unplannedOutageReason')
  if (!reason) return [error(codes.nonEmpty, 'unplannedOutageReason', messages.nonEmpty)]
  const lacksNote = reason === OutageReason.other && !textAt(usage, 'unplannedOutageNote')?.trim()
  return lacksNote ? [error(codes.nonEmpty, 'unplannedOutageNote', messages.nonEmpty)] : []
}

function safetyIssues(usage: RecordValues, stage: Stage): Issue[] {
  const lacksNote = at(usage, 'safetyEvents') > 0 && !textAt(usage, 'safetyNote')?.trim()
  return lacksNote && stage === 'submit' ? [error(codes.nonEmpty, 'safetyNote', messages.nonEmpty)] : []
}

const PAIRS = [
  ['U-005', 'plannedOutageTimes', 'plannedOutageHours', '计划停运次数与小时数不一致，请核对'],
  ['U-006', 'unplannedOutageTimes', 'unplannedOutageHours', '非计划停运次数与小时数不一致，请核对'],
] as const

function pairIssues(usage: RecordValues): Issue[] {
  return PAIRS.filter(([, times, hours]) => at(usage, times) > 0 !== at(usage, hours) > 0).map(
    ([code, times, , message]) => warning(code, times, message),
  )
}

/** Checks a quarterly report across fields. `checkRecord` checks each field by itself. */
export function checkUsage(usage: RecordValues, facility: Facility, stage: Stage): Issue[] {
  return [
    ...energyIssues(usage, facility),
    ...hourIssues(usage, facility),
    ...powerIssues(usage, facility),
    ...outageIssues(usage, stage),
    ...safetyIssues(usage, stage),
    ...pairIssues(usage),
  ]
}
