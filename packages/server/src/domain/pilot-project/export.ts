import type { Readable } from 'node:stream'
import type { operations } from '@xinchu/contract/schema'
import { AT_PRESENT, fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { type SheetColumn, textColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { allPilots } from './page.ts'

type Filter = NonNullable<operations['exportDemoProjects']['parameters']['query']>

export const PILOTS_NAME = '示范项目'

const COLUMNS: readonly SheetColumn[] = [
  textColumn('批次', 16),
  textColumn('项目编号', 18),
  textColumn('示范项目名称', 40),
  textColumn('状态', 20),
  textColumn('申报单位', 30),
  textColumn('推荐单位', 30),
  textColumn('推荐渠道', 14),
  textColumn('省份', 16),
  textColumn('城市', 16),
  textColumn('区县', 16),
  textColumn('技术路线', 18),
  textColumn('应用子场景', 20),
  { header: '额定功率（MW）', kind: 'number', width: 16 },
  { header: '额定能量（MWh）', kind: 'number', width: 16 },
  { header: '总投资（万元）', kind: 'number', width: 16 },
  textColumn('建设状态', 14),
  textColumn('公布文号', 26),
  { header: '公布日期', kind: 'date', width: 14 },
]

/** Writes the demonstration projects of a list as a workbook, as the caller sees them. */
export async function exportPilots(db: Db, filter: Filter, user: Caller, now: Date): Promise<Readable> {
  const rows = await allPilots(db, filter, user, now)
  return workbookStream({
    name: PILOTS_NAME,
    lead: [
      fileLine({
        period: AT_PRESENT,
        total: totalWords(rows.length, '项'),
        source: `${PILOTS_NAME}查询`,
        moment: dateTime(now),
      }),
    ],
    columns: COLUMNS,
    rows: rows.map((row) => [
      `${row.batchYear}年第${row.batchNo}批`,
      row.demoCode,
      row.projectName,
      row.statusLabel,
      row.companyName,
      row.recommendOrgName,
      row.recommendType && labelIn('recommend_type', row.recommendType),
      row.provinceName,
      row.cityName,
      row.countyName,
      row.techTypeLabel,
      row.appSubScenarioLabel,
      row.ratedPower,
      row.ratedEnergy,
      row.totalInvestment,
      row.buildStatusLabel,
      row.announceNo,
      row.announceDate,
    ]),
  })
}
