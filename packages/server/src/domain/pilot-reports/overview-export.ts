import type { Readable } from 'node:stream'
import { AT_PRESENT, fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import type { ReportPeriod } from './cells.ts'
import { type OverviewFilter, reportOverview } from './overview.ts'
import type { ReportKind } from './reports.ts'

const COLUMNS: readonly SheetColumn[] = [
  { header: '项目编号', kind: 'text', width: 18 },
  { header: '示范项目名称', kind: 'text', width: 40 },
  { header: '申报单位', kind: 'text', width: 30 },
  { header: '推荐单位', kind: 'text', width: 30 },
  { header: '省份', kind: 'text', width: 16 },
  { header: '技术路线', kind: 'text', width: 18 },
  { header: '公布日期', kind: 'date', width: 14 },
  { header: '等待起始时间', kind: 'datetime', width: 20 },
]

export const OVERVIEW_NAMES: Readonly<Record<ReportKind, string>> = {
  PROGRESS: '示范项目进展报送总览',
  ANNUAL: '示范项目年度报告总览',
}

const WIDTH = 16

const periodName = ({ year, quarter }: ReportPeriod): string =>
  quarter === null ? `${year}年` : `${year}年第${quarter}季度`

/** Writes an overview as a workbook: a row for each project, a column for each period. */
export async function exportOverview(
  db: Db,
  kind: ReportKind,
  filter: OverviewFilter,
  user: Caller,
  now: Date,
): Promise<Readable> {
  const { periods, rows } = await reportOverview(db, kind, filter, user, now)
  const name = OVERVIEW_NAMES[kind]
  return workbookStream({
    name,
    lead: [
      fileLine({
        period: AT_PRESENT,
        total: totalWords(rows.length, '项'),
        source: name,
        moment: dateTime(now),
      }),
    ],
    columns: [
      ...COLUMNS,
      ...periods.map((period): SheetColumn => ({ header: periodName(period), kind: 'text', width: WIDTH })),
    ],
    rows: rows.map((row) => [
      row.demoCode,
      row.projectName,
      row.companyName,
      row.recommendOrgName,
      row.provinceName,
      row.techTypeLabel,
      row.announceDate,
      row.waitingSince,
      ...row.cells.map(({ stateLabel }) => stateLabel),
    ]),
  })
}
