import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { fileInfoOf } from '../files/info.ts'
import { flowHistories } from '../flow/notes.ts'
import { reviewCounts } from '../remarks/counts.ts'
import { reply } from '../reply.ts'
import { actionsOn } from './parts.ts'
import { currentStats, prefillNow, reportTitle } from './report-prefill.ts'
import type { WorkReportKey, WorkReportRow, WorkReportStats } from './report-rows.ts'

type WorkReport = components['schemas']['WorkReport']

const NO_STATS: WorkReportStats = { demoCount: 0, operatingCount: 0, power: 0, energy: 0, investment: 0 }

/** Returns the figures of reports: those kept at the submission, or else the present ones. */
export async function statsFor(
  db: Db,
  keys: readonly (Pick<WorkReportRow, 'province_code'> & { stats: WorkReportStats | null })[],
  year: number,
): Promise<Map<string, WorkReportStats>> {
  const open = keys.filter(({ stats }) => stats === null).map(({ province_code }) => province_code)
  const current = open.length > 0 ? await currentStats(db, open, year) : new Map<string, WorkReportStats>()
  return new Map(
    keys.map(({ province_code, stats }) => [province_code, stats ?? current.get(province_code) ?? NO_STATS]),
  )
}

/** A stored report in the contract's shape. */
export async function workReport(db: Db, row: WorkReportRow, user: Caller): Promise<WorkReport> {
  const histories = await flowHistories(db, 'WORK_REPORT', new Map([[row.id, { reviewer: undefined }]]), user)
  const { stampedFileId } = row.content
  const scan = stampedFileId
    ? await db.selectFrom('file_info').selectAll().where('id', '=', stampedFileId).executeTakeFirst()
    : undefined
  const actions = actionsOn(row, user)
  const statusLabel = labelIn('report_status', row.status)
  const counts = await reviewCounts(db, { code: 'WORK_REPORT' }, [row.id], user)
  return reply<WorkReport>({
    ...row.content,
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    year: row.year,
    reportType: row.report_type,
    provinceCode: row.province_code,
    provinceName: row.province_name,
    stats: (await statsFor(db, [row], row.year)).get(row.province_code) ?? NO_STATS,
    prefill: row.prefill,
    remarkCount: counts.get(row.id)?.remarkCount ?? 0,
    stampedFile: scan && fileInfoOf(scan),
    status: row.status,
    statusLabel,
    submitTime: row.submit_time,
    flow: reply({
      status: row.status,
      statusLabel,
      actions,
      history: histories.get(row.id) ?? [],
      lastOpinion: row.last_opinion,
    }),
  })
}

/** Returns an unsaved report with its initial content. */
export async function newWorkReport(
  db: Db,
  key: WorkReportKey,
  user: Caller,
  now: Date,
): Promise<WorkReport> {
  const province = await db
    .selectFrom('region')
    .selectAll()
    .where('code', '=', key.provinceCode)
    .executeTakeFirst()
  if (!province) throw notFound('省份')
  const status = ReportStatus.draft
  const actions = actionsOn({ province_code: key.provinceCode, status }, user)
  const statusLabel = labelIn('report_status', status)
  const stats = await currentStats(db, [key.provinceCode], key.year)
  const prefill = await prefillNow(db, key, now)
  return reply<WorkReport>({
    title: reportTitle(key, province.name),
    projects: prefill.projects,
    prefill,
    ...key,
    provinceName: province.name,
    stats: stats.get(key.provinceCode) ?? NO_STATS,
    status,
    statusLabel,
    flow: reply({ status, statusLabel, actions, history: [] }),
  })
}
