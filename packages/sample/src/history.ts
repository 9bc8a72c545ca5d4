import type { NewRow } from '@xinchu/server/sample-port'
import { type Quarter, quarterDays } from '@xinchu/validators'
import type { Company } from './companies.ts'
import type { Place } from './places.ts'
import { dayAfter } from './progress.ts'
import { type Stage, type Step, stepsTo } from './stages.ts'

export type HistorySeed = NewRow<'flow_history'>

interface Subject {
  place: Place
  company: Company
  stage: Stage
  /** Quarter whose end the warehouse first has it for; undefined before the warehouse. */
  storedFor: Quarter | undefined
  /** yyyy-MM-dd */
  today: string
  serial: number
}

// Days from the end of a quarter to the storage of its figures in the warehouse.
const STORED_AFTER = 15
const DAYS_A_STEP = 2
const OPINION = '请核对项目规模并补充说明后重新上报'

function officeOf({ place, company }: Subject, deptId: number): readonly [org: string, user: string] {
  switch (deptId) {
    case 100:
      return [company.name, '企业填报员']
    case 5:
      return [`${place.county?.name ?? ''}能源主管部门`, '县级审核员']
    case 4:
      return [`${place.city?.name ?? ''}能源主管部门`, '市级审核员']
    case 3:
      return [`${place.province.name}能源主管部门`, '省级审核员']
    default:
      return ['国家能源主管部门', '国家管理员']
  }
}

function noteOf(subject: Subject, { action, from, to, deptId }: Step, day: string): HistorySeed {
  const [org_name, user_name] = officeOf(subject, deptId)
  return {
    province_code: subject.place.provinceCode,
    biz_type: 'PROJECT',
    biz_id: subject.serial,
    time: `${day} 10:00:00`,
    org_name,
    user_name,
    dept_id: deptId,
    action,
    from_status: from,
    to_status: to,
    opinion: action === 'RETURN' ? OPINION : null,
  }
}

/** Day on which a quarter's figures were stored: before today. */
function storedDay(quarter: Quarter, today: string): string {
  const days = [dayAfter(quarterDays(quarter).last, STORED_AFTER), dayAfter(today, -1)]
  return days.sort()[0] ?? today
}

/** Flow steps up to a project's stage, every second day, with the times and flags that they set. */
export function historyOf(subject: Subject): { history: HistorySeed[]; times: Record<string, unknown> } {
  const { stage, today, serial, storedFor } = subject
  const steps = stepsTo(stage, subject.place)
  // The latest step is up to nine days old.
  const last = storedFor ? storedDay(storedFor, today) : dayAfter(today, -1 - (serial % 9))
  const dayOf = (index: number) => dayAfter(last, (index - steps.length + 1) * DAYS_A_STEP)
  const history = steps.map((step, index) => noteOf(subject, step, dayOf(index)))
  const times = {
    create_time: `${dayOf(-1)} 10:00:00`,
    update_time: `${last} 10:00:00`,
    waiting_since: `${last} 10:00:00`,
    warehouse_time: storedFor ? `${last} 10:00:00` : null,
    period_year: storedFor?.year ?? null,
    period_quarter: storedFor?.quarter ?? null,
    read_flag: storedFor !== undefined,
    last_opinion: steps.at(-1)?.action === 'RETURN' ? OPINION : null,
  }
  return { history, times }
}
