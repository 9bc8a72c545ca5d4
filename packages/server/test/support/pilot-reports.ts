import { ReportStatus } from '@xinchu/contract/codes'
import { closedQuarter } from '@xinchu/validators'
import { day } from '../../src/runtime/time.ts'
import type { Rig } from '../rig.ts'

const today = day(new Date())

/** The quarter that announced projects report now. */
export const quarter = closedQuarter(today)
/** The year that they report now. */
export const annualYear = Number(today.slice(0, 4)) - 1

export const KINDS = ['PROGRESS', 'ANNUAL'] as const

export const PROGRESS = {
  buildStatus: '3',
  overallProgress: 60,
  cumulativeInvestment: 8000,
  progressContent: '完成储能系统安装',
  nextPlan: '开展分系统调试',
  delayReason: '设备供货推迟',
  expectedCommissionDate: '2027-06-30',
} as const

/** Stores the progress of all quarters that have to be there, the last one in the given state. */
export async function progressIn(rig: Rig, demoProjectId: number, status: ReportStatus): Promise<number> {
  const rows = []
  for (let index = 2024 * 4; index < quarter.year * 4 + quarter.quarter; index += 1)
    rows.push({ year: Math.floor(index / 4), quarter: ((index % 4) + 1) as 1 | 2 | 3 | 4 }) // 1 to 4 by the remainder
  const made = await rig.db
    .insertInto('demo_progress')
    .values(
      rows.map((period, place) => ({
        ...period,
        demo_project_id: demoProjectId,
        province_code: '640000',
        content: JSON.stringify(PROGRESS),
        status: place === rows.length - 1 ? status : ReportStatus.confirmed,
        submit_time: '2026-01-01 00:00:00',
      })),
    )
    .returning(['id', 'year', 'quarter'])
    .execute()
  return made.at(-1)?.id ?? 0
}

async function stampedId(rig: Rig, demoProjectId: number): Promise<number> {
  const { org_id } = await rig.db
    .selectFrom('demo_project')
    .select('org_id')
    .where('id', '=', demoProjectId)
    .executeTakeFirstOrThrow()
  const { id } = await rig.db
    .insertInto('file_info')
    .values({
      file_name: '年度报告.pdf',
      ext: 'pdf',
      size: 10,
      sha256: '0'.repeat(64),
      biz_type: 'ANNUAL_STAMPED',
      storage_key: `report-${Math.random()}`,
      org_id,
      upload_by: 'enterprise_yc',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const TEXT = '按计划完成'

/** The minimum content of an annual report, with its own stamped file. */
export const annualContent = async (rig: Rig, demoProjectId: number) => ({
  buildSummary: TEXT,
  operationSummary: TEXT,
  usage: {},
  targets: [{ indicator: '系统综合效率', planValue: 72, actualValue: 73, achieved: true }],
  techEffect: TEXT,
  economicEffect: { text: TEXT },
  safetySummary: TEXT,
  nextYearPlan: TEXT,
  stampedFileId: await stampedId(rig, demoProjectId),
})

/** Stores an annual report in the given state, with the progress that it rests on. */
export async function annualIn(rig: Rig, demoProjectId: number, status: ReportStatus): Promise<number> {
  await progressIn(rig, demoProjectId, ReportStatus.confirmed)
  const { id } = await rig.db
    .insertInto('annual_report')
    .values({
      demo_project_id: demoProjectId,
      province_code: '640000',
      year: annualYear,
      content: JSON.stringify(await annualContent(rig, demoProjectId)),
      status,
      submit_time: '2026-01-01 00:00:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes all reports, and what the review keeps of them. */
export async function clearReports(rig: Rig): Promise<void> {
  for (const table of ['demo_progress', 'annual_report', 'review_undo'] as const)
    await rig.db.deleteFrom(table).execute()
  for (const table of ['review_remark', 'review_submission'] as const)
    await rig.db
      .deleteFrom(table)
      .where('entity', 'in', [...KINDS])
      .execute()
  await rig.db
    .deleteFrom('flow_history')
    .where('biz_type', 'in', [...KINDS])
    .execute()
  await rig.db
    .deleteFrom('message_push')
    .where('biz_type', 'in', [...KINDS])
    .execute()
}
