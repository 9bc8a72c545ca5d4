import type { Readable } from 'node:stream'
import { fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { chapters } from './report-chapters.ts'
import { findLines, type Line, type ReportFilter, reportedYear, statsOfLines } from './report-lines.ts'
import { filledChapters } from './report-list.ts'
import type { WorkReportStats } from './report-rows.ts'

interface Exported {
  line: Line
  year: number
  stats: WorkReportStats | undefined
}

interface Column extends SheetColumn {
  value(row: Exported): unknown
}

const text = (header: string, value: Column['value'], width = 16): Column => ({
  ...{ header, width, value },
  kind: 'text',
})
const figure = (header: string, of: (stats: WorkReportStats) => number): Column => ({
  ...{ header, width: 16 },
  kind: 'number',
  value: ({ stats }) => stats && of(stats),
})

/** The report of a line, if it was submitted. */
const handed = <T>(line: Line, of: (report: Exclude<Line, { id: null }>) => T): T | undefined =>
  line.id === null ? undefined : of(line)

const COLUMNS: readonly Column[] = [
  text('省份', ({ line }) => line.province_name, 26),
  text('区域', ({ line }) => line.region_group && labelIn('region_group', line.region_group)),
  { header: '年度', width: 8, kind: 'number', value: ({ year }) => year },
  text('类型', ({ line }) => labelIn('work_report_type', line.report_type)),
  text('状态', ({ line }) => statusOf(line)),
  text('标题', ({ line }) => handed(line, ({ content }) => content.title), 50),
  text(`已填章节（共 ${chapters.length} 章）`, ({ line }) =>
    handed(line, ({ content }) => filledChapters(content)),
  ),
  text('提交时间', ({ line }) => handed(line, ({ submit_time }) => submit_time), 20),
  text('最近催报时间', ({ line }) => line.remind_time, 20),
  figure('示范项目数', ({ demoCount }) => demoCount),
  figure('已投运数', ({ operatingCount }) => operatingCount),
  figure('总功率（MW）', ({ power }) => power),
  figure('总能量（MWh）', ({ energy }) => energy),
  figure('总投资（万元）', ({ investment }) => investment),
]

const statusOf = (line: Line) =>
  line.id === null || line.submit_time === null ? '未报' : labelIn('report_status', line.status)

/** Exports the list of work reports under its filters as a workbook. */
export async function exportWorkReports(
  db: Db,
  filter: ReportFilter,
  user: Caller,
  now: Date,
): Promise<Readable> {
  const year = filter.year ?? (await reportedYear(db, user, now))
  const { lines } = await findLines(db, { filter, year }, user)
  const stats = await statsOfLines(db, lines, year)
  return workbookStream({
    name: '省级工作报告',
    lead: [
      fileLine({
        period: `${year}年`,
        total: totalWords(lines.length, '份'),
        source: '省级工作报告',
        moment: dateTime(now),
      }),
    ],
    columns: COLUMNS,
    rows: lines.map((line) => COLUMNS.map(({ value }) => value({ line, year, stats: stats.get(line) }))),
  })
}
