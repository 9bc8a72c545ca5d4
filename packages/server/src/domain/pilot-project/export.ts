import type { Readable } from 'node:stream'
import type { operations } from '@xinchu/contract/schema'
import { AT_PRESENT, fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { allPilots } from './page.ts'

type Filter = NonNullable<operations['exportDemoProjects']['parameters']['query']>

export const PILOTS_NAME = '示范项目'

const COLUMNS: readonly SheetColumn[] = [
  { header: '批次', kind: 'text', width: 16 },
  { header: '项目编号', kind: 'text', width: 18 },
  { header: '示范项目名称', kind: 'text', width: 40 },
  { header: '状态', kind: 'text', width: 20 },
  { header: '申报单位', kind: 'text', width: 30 },
  { header: '推荐单位', kind: 'text', width: 30 },
  { header: '推荐渠道', kind: 'text', width: 14 },
  { header: '省份', kind: 'text', width: 16 },
  { header: '城市', kind: 'text', width: 16 },
  { header: '区县', kind: 'text', width: 16 },
  { header: '技术路线', kind: 'text', width: 18 },
  { header: '应用子场景', kind: 'text', width: 20 },
  { header: '额定功率（MW）', kind: 'number', width: 16 },
  { header: '额定能量（MWh）', kind: 'number', width: 16 },
  { header: '总投资（万元）', kind: 'number', width: 16 },
  { header: '建设状态', kind: 'text', width: 14 },
  { header: '公布文号', kind: 'text', width: 26 },
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
