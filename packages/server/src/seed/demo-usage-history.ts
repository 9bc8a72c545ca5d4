import { type Quarter, quarterDays } from '@xinchu/validators'
import type { HistorySeed } from './demo-history.ts'
import { dayAfter } from './demo-progress.ts'
import type { DemoProject } from './demo-project.ts'
import type { UsageSeed } from './demo-usage.ts'

type Step = readonly [action: HistorySeed['action'], from: string | null, to: string, deptId: 100 | 3 | 1]

const SUBMIT: Step = ['SUBMIT', null, '1', 100]
const PASS: Step = ['PASS', '1', '3', 3]

/** Flow steps up to each state. */
const STEPS: Readonly<Record<string, readonly Step[]>> = {
  '0': [['SAVE', null, '0', 100]],
  '1': [SUBMIT],
  '2': [SUBMIT, ['RETURN', '1', '2', 3]],
  '3': [SUBMIT, PASS],
  '4': [SUBMIT, PASS, ['RETURN', '3', '4', 1]],
  '5': [SUBMIT, PASS, ['CONFIRM', '3', '5', 1]],
}

const DAYS: Readonly<Record<number, number>> = { 100: 5, 3: 9, 1: 14 }

/** Flow steps of a report, in the weeks after its quarter. */
export function usageHistory(report: UsageSeed, project: DemoProject, period: Quarter): HistorySeed[] {
  // The offices of the project's own history.
  const officeOf = (deptId: number) => project.history.find(({ dept_id }) => dept_id === deptId)
  const { last } = quarterDays(period)
  return (STEPS[report.status] ?? []).map(([action, from, to, deptId]) => {
    const { org_name = '', user_name = '' } = officeOf(deptId) ?? {}
    return {
      province_code: project.row.province_code,
      biz_type: 'USAGE',
      biz_id: report.id,
      time: `${dayAfter(last, DAYS[deptId] ?? 5)} 10:00:00`,
      org_name,
      user_name,
      dept_id: deptId,
      action,
      from_status: from,
      to_status: to,
      opinion: action === 'RETURN' ? String(report['last_opinion']) : null,
    }
  })
}
