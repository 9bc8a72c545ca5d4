import type { Readable } from 'node:stream'
import { fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { loadRowLabels, rowCells, rowColumns } from '../row-columns.ts'
import { findLines, type ReportFilter, reportedYear, statsOfLines } from './report-lines.ts'
import { reportRow } from './report-list.ts'

const COLUMNS = rowColumns('WorkReportRow')

/** Writes the list of work reports with the provinces that have submitted none, and the grid region of each. */
export async function exportWorkReports(
  db: Db,
  filter: ReportFilter,
  user: Caller,
  now: Date,
): Promise<Readable> {
  const year = filter.year ?? (await reportedYear(db, user, now))
  const { lines } = await findLines(db, { filter, year }, user)
  const stats = await statsOfLines(db, lines, year)
  const labels = await loadRowLabels(db)
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
    columns: [...COLUMNS, { header: '区域', kind: 'text', width: 16 }],
    rows: lines.map((line) => [
      ...rowCells(COLUMNS, reportRow(line, year, stats.get(line), user), labels),
      line.region_group && labelIn('region_group', line.region_group),
    ]),
  })
}
