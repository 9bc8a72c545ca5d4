import type { NewRow } from '../db/schema.ts'
import type { Company } from './demo-companies.ts'
import type { Place } from './demo-places.ts'
import { dayAfter } from './demo-progress.ts'
import { type Stage, type Step, stepsTo } from './demo-stages.ts'

export type HistorySeed = NewRow<'flow_history'>

interface Subject {
  place: Place
  company: Company
  stage: Stage
  /** yyyy-MM-dd */
  today: string
  serial: number
}

// The figures are of the end of 2024 and were stored in the warehouse afterwards.
const STORED_DAY = '2025-01-15'
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

/** Flow steps up to a project's stage, every second day, with the times and flags that they set. */
export function historyOf(subject: Subject): { history: HistorySeed[]; times: Record<string, unknown> } {
  const { stage, today, serial } = subject
  const isStored = stage.country === '4'
  const steps = stepsTo(stage, subject.place)
  // The latest step is up to nine days old.
  const last = isStored ? STORED_DAY : dayAfter(today, -1 - (serial % 9))
  const dayOf = (index: number) => dayAfter(last, (index - steps.length + 1) * DAYS_A_STEP)
  const history = steps.map((step, index) => noteOf(subject, step, dayOf(index)))
  const times = {
    create_time: `${dayOf(-1)} 10:00:00`,
    update_time: `${last} 10:00:00`,
    waiting_since: `${last} 10:00:00`,
    warehouse_time: isStored ? `${last} 10:00:00` : null,
    period_year: isStored ? 2024 : null,
    period_quarter: isStored ? 4 : null,
    read_flag: isStored,
    last_opinion: steps.at(-1)?.action === 'RETURN' ? OPINION : null,
  }
  return { history, times }
}
