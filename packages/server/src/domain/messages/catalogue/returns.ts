import { MessageType } from '@xinchu/contract/codes'
import type { Quarter } from '@xinchu/validators'
import { entry } from './entry.ts'

/** A return as everyone concerned reads it. `id` is the record's. */
export interface Returned {
  id: number
  name: string
  /** The office that returned it. */
  office: string
  opinion: string
}

/** Whether the recipient corrects the record himself or returns it to its author. */
interface ByPart {
  purpose: 'write' | 'review'
}

/** What is opened with a report. */
interface Opened {
  search: Readonly<Record<string, string | number>>
}

interface PilotReturned extends Returned {
  dueDate: string | undefined
}

type ReportReturned = Returned & ByPart & Opened & { report: string }

const type = MessageType.returned

const projectReturned = entry<Returned>({
  title: ({ name }) => `项目被退回：${name}`,
  text: ({ office, name, opinion }) => [`${office}退回了项目“${name}”，意见：${opinion}`],
  type,
  target: ({ id }) => ({ kind: 'PROJECT', purpose: 'read', id }),
  about: 'PROJECT',
})

const usageReturned = entry<Returned & Quarter & ByPart>({
  title: ({ name }) => `季度使用情况被退回：${name}`,
  text: ({ office, name, year, quarter, opinion }) => [
    `${office}退回了“${name}”${year}年第${quarter}季度使用情况，意见：${opinion}`,
  ],
  type,
  target: ({ id, year, quarter, purpose }) => ({
    kind: 'USAGE',
    purpose,
    id,
    search: purpose === 'write' ? { year, quarter } : {},
  }),
  about: 'USAGE',
})

const yearCalcReturned = entry<Returned & ByPart & { year: number }>({
  title: ({ name }) => `年度测算被退回：${name}`,
  text: ({ office, name, year, opinion }) => [`${office}退回了${name}${year}年度测算，意见：${opinion}`],
  type,
  target: ({ id, purpose }) => ({ kind: 'YEARCALC', purpose, id }),
  about: 'YEARCALC',
})

const until = (dueDate: string | undefined) => (dueDate ? `，请于 ${dueDate} 前补正` : '')

const pilotWords = {
  title: ({ name }: PilotReturned) => `示范项目被退回：${name}`,
  text: ({ office, name, dueDate, opinion }: PilotReturned) => [
    `${office}退回了示范项目“${name}”${until(dueDate)}，意见：${opinion}`,
  ],
  type,
}

const pilotReturned = entry<PilotReturned>({
  ...pilotWords,
  target: ({ id }) => ({ kind: 'DEMO', purpose: 'write', id }),
  about: 'DEMO',
})

/** Begins the title of a reminder of a return, once. */
export const REMINDER = '提醒：'

/** The name of messages that ask nothing of their recipient, who is neither reminded. */
export const NOTICE = 'DEMO_NOTICE'

const pilotReturnedNotice = entry<PilotReturned>({
  ...pilotWords,
  target: ({ id }) => ({ kind: 'DEMO', purpose: 'read', id }),
  about: NOTICE,
})

const reportReturned = (kind: 'PROGRESS' | 'ANNUAL') =>
  entry<ReportReturned>({
    title: ({ report, name }) => `${report}被退回：${name}`,
    text: ({ office, name, report, opinion }) => [`${office}退回了“${name}”${report}，意见：${opinion}`],
    type,
    target: ({ id, purpose, search }) => ({ kind, purpose, id, search: purpose === 'write' ? search : {} }),
    about: kind,
  })

const provincialReturned = (kind: 'PROV_DEMO' | 'WORK_REPORT') =>
  entry<Returned & Opened>({
    title: ({ name }) => `${name}被退回`,
    text: ({ office, name, opinion }) => [`${office}退回了${name}，意见：${opinion}`],
    type,
    target: ({ id, search }) => ({ kind, purpose: 'write', id, search }),
    about: kind,
  })

const remarksDue = entry<{ returned: string; remarks: number }>({
  title: ({ returned }) => `${REMINDER}${returned}`,
  text: ({ remarks }) => [`此件退回后尚有 ${remarks} 处意见待处理，请改正或答复后重新提交。`],
  type,
})

/** Returned records. */
export const returns = {
  'project.returned': projectReturned,
  'usage.returned': usageReturned,
  'year-calc.returned': yearCalcReturned,
  'demo.returned': pilotReturned,
  'demo.returned.notice': pilotReturnedNotice,
  'progress.returned': reportReturned('PROGRESS'),
  'annual.returned': reportReturned('ANNUAL'),
  'provincial-demo.returned': provincialReturned('PROV_DEMO'),
  'work-report.returned': provincialReturned('WORK_REPORT'),
  'remarks.due': remarksDue,
}
