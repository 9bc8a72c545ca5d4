import { ReportStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { reply } from '../reply.ts'
import { actionsOn } from './parts.ts'
import { chapters, chapterText } from './report-chapters.ts'
import { findLines, type Line, reportedYear, statsOfLines } from './report-lines.ts'
import { summaryOf } from './report-summary.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['listWorkReports']['parameters']['query']>

/** A line as the list has it. */
export function reportRow(
  line: Line,
  year: number,
  stats: Schemas['WorkReportStats'] | undefined,
  user: Caller,
): Schemas['WorkReportRow'] {
  const { province_code: provinceCode, province_name: provinceName, report_type: reportType } = line
  const own = { provinceCode, provinceName, year, reportType, stats, remindTime: line.remind_time }
  if (line.id === null) {
    const status = ReportStatus.draft
    return reply<Schemas['WorkReportRow']>({
      ...own,
      status,
      statusLabel: labelIn('report_status', status),
      reported: false,
      actions: actionsOn({ province_code: provinceCode, status }, user),
    })
  }
  return reply<Schemas['WorkReportRow']>({
    ...own,
    id: line.id,
    version: line.version,
    title: line.content.title,
    status: line.status,
    statusLabel: labelIn('report_status', line.status),
    reported: line.submit_time !== null,
    filledChapters: filledChapters(line.content),
    actions: actionsOn({ province_code: provinceCode, status: line.status }, user),
    submitTime: line.submit_time,
    updateTime: line.update_time,
  })
}

const filledChapters = (content: object): number =>
  chapters.filter(({ name }) => chapterText(content, name) !== undefined).length

/** The reports of a year by province and type, with the provinces that have submitted none. */
export async function listWorkReports(
  db: Db,
  query: Query,
  user: Caller,
  now: Date,
): Promise<Schemas['WorkReportPage']> {
  const { page = 0, size = 10, ...filter } = query
  const year = query.year ?? (await reportedYear(db, user, now))
  const { lines, total } = await findLines(db, { filter, year, page: { page, size } }, user)
  const stats = await statsOfLines(db, lines, year)
  return {
    content: lines.map((line) => reportRow(line, year, stats.get(line), user)),
    totalElements: total,
    summary: await summaryOf(db, filter, year, user),
  }
}
