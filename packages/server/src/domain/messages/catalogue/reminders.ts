import { MessageType } from '@xinchu/contract/codes'
import type { Quarter } from '@xinchu/validators'
import type { Target } from '../../links/link-to.ts'
import { projectsNamed } from '../html.ts'
import { entry } from './entry.ts'
import { OWN_REGISTRATIONS } from './moves.ts'

/** A deadline, and whether it is over. */
interface Deadline {
  deadline: string
  isOver: boolean
}

interface WorkReportDue {
  period: string
  year: number
  reportType: string
  /** The deadline, if it is the same for all. */
  deadline: string | undefined
  office: string
}

const minute = (time: string) => time.slice(0, 16)
const quarterName = ({ year, quarter }: Quarter) => `${year}年第${quarter}季度使用情况`
const type = MessageType.reminder

const usageDue = entry<Quarter & Deadline>({
  title: (period) => `催报：${quarterName(period)}`,
  text: ({ deadline, isOver, ...period }) => [
    isOver
      ? `${quarterName(period)}尚未报送，填报时间已于 ${minute(deadline)} 截止，请与省级能源主管部门联系并尽快补报：`
      : `${quarterName(period)}尚未报送，请于 ${minute(deadline)} 前报送：`,
  ],
  type,
  sender: 'office',
  target: ({ year, quarter }) => ({ kind: 'USAGE', purpose: 'write', search: { year, quarter } }),
  about: 'USAGE',
})

const usageReviewDue = entry<Quarter & Deadline>({
  title: (period) => `催办审核：${quarterName(period)}`,
  text: ({ deadline, isOver, ...period }) => [
    isOver
      ? `${quarterName(period)}有以下项目待审核，审核时间已于 ${minute(deadline)} 截止，请尽快办理：`
      : `${quarterName(period)}有以下项目待审核，请于 ${minute(deadline)} 前审核：`,
  ],
  type,
  sender: 'office',
  target: ({ year, quarter }) => ({ kind: 'USAGE', purpose: 'list', search: { year, quarter } }),
  about: 'USAGE',
})

/** The sentence that asks for a work report. */
export const workReportAsked = ({ period, deadline }: Pick<WorkReportDue, 'period' | 'deadline'>): string =>
  `${period}省级工作报告尚未报送，请于${deadline ? ` ${minute(deadline)} 前` : '截止时间前'}报送。`

const workReportDue = entry<WorkReportDue>({
  title: ({ period }) => `催报：${period}省级工作报告`,
  text: ({ office, ...asked }) => [workReportAsked(asked), office],
  type,
  sender: 'office',
  target: ({ year, reportType }) => ({ kind: 'WORK_REPORT', purpose: 'write', search: { year, reportType } }),
  about: 'WORK_REPORT',
})

interface PilotReportsDue {
  kind: 'PROGRESS' | 'ANNUAL'
  year: number
  quarter?: number | undefined
  /** The projects of the receiving office. */
  names: readonly string[]
  /** The project, if there is one alone. */
  projectId?: number | undefined
  /** The deadline of all of them, if they have the same one and it is to come. */
  deadline?: string | undefined
  office: string
}

const reportsOf = ({ year, quarter }: Pick<PilotReportsDue, 'year' | 'quarter'>) =>
  quarter === undefined ? `${year}年度示范项目年度报告` : `${year}年第${quarter}季度示范项目进展`

/** The report, or the table of several, limited to their period. */
const reportsDue = ({ kind, year, quarter, projectId }: PilotReportsDue): Target => {
  const period = quarter === undefined ? year : `${year}-${quarter}`
  // As the screens of one project and of all read it.
  const ofProject = quarter === undefined ? { year } : { quarter: period }
  return {
    kind,
    purpose: 'write',
    search: projectId === undefined ? { period } : { project: projectId, ...ofProject },
  }
}

const pilotReportsDue = entry<PilotReportsDue>({
  title: (due) => `催报：${reportsOf(due)}`,
  text: ({ names, deadline, office, ...due }) => [
    deadline
      ? `${reportsOf(due)}尚未报送，请于 ${minute(deadline)} 前报送：`
      : `${reportsOf(due)}尚未报送，请尽快报送：`,
    ...projectsNamed(names),
    office,
  ],
  type,
  sender: 'office',
  target: reportsDue,
})

const pilotReviewsDue = entry<PilotReportsDue>({
  title: (due) => `催办审核：${reportsOf(due)}`,
  text: ({ names, office, ...due }) => [
    `${reportsOf(due)}有以下项目待审核，请尽快办理：`,
    ...projectsNamed(names),
    office,
  ],
  type,
  sender: 'office',
  target: reportsDue,
})

const registrationDue = entry<{ count: number; oldest: string }>({
  title: ({ count }) => `有${count}家单位的注册待审核`,
  text: ({ oldest }) => [`最早的已自${oldest.slice(0, 10)}起等待，请尽快办理。`],
  type,
  target: () => OWN_REGISTRATIONS,
})

const windowExtended = entry<{ window: string; from: string; until: string; reason: string }>({
  title: ({ window }) => `填报延期：${window}`,
  text: ({ window, from, until, reason }) => [
    `${window}已为所在地区或单位延期，填报时间为 ${minute(from)} 至 ${minute(until)}。`,
    `原因：${reason}`,
  ],
  type,
  sender: 'office',
})

/** What is due, and until when. */
export const reminders = {
  'usage.due': usageDue,
  'usage.review-due': usageReviewDue,
  'work-report.due': workReportDue,
  'demo-report.due': pilotReportsDue,
  'demo-report.review-due': pilotReviewsDue,
  'registration.due': registrationDue,
  'window.extended': windowExtended,
}
