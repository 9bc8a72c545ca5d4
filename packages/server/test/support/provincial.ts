import type { ReportStatus } from '@xinchu/contract/codes'
import type { XinchuClient } from '@xinchu/sdk'
import { day } from '../../src/runtime/time.ts'
import type { Rig } from '../rig.ts'
import { smallPdf } from './small-pdf.ts'

export const PROVINCIAL_KINDS = ['PROV_DEMO', 'WORK_REPORT'] as const
export type ProvincialKind = (typeof PROVINCIAL_KINDS)[number]

const year = Number(day(new Date()).slice(0, 4))

const TEXT = '全年推进示范项目建设，定期调度。'

/** Complete records of Ningxia. @param fileId the approval or the stamped scan */
export const PILOT_CONTENT = (fileId: number) => ({
  projectName: '盐池县独立储能省级示范',
  year,
  batchNo: 1,
  cityCode: '640300',
  companyName: '盐池一号储能有限公司',
  techType: '01',
  appScenario: '2' as const,
  ratedPower: 100,
  ratedEnergy: 200,
  buildStatus: '3' as const,
  approveDocNo: '宁发改能源〔2026〕12号',
  approveDate: `${year}-01-01`,
  attachmentIds: [fileId],
})

export const REPORT_CONTENT = (fileId: number) => ({
  title: '宁夏回族自治区工作报告',
  overview: TEXT,
  projectProgress: TEXT,
  policyMeasures: TEXT,
  coordination: TEXT,
  quality: TEXT,
  effect: TEXT,
  nextPlan: TEXT,
  stampedFileId: fileId,
})

const FILES = { PROV_DEMO: 'PROV_DEMO_DOC', WORK_REPORT: 'WORKREPORT_STAMPED' } as const

/** Uploads the file that a kind of record needs, and returns its id. */
export async function fileFor(province: XinchuClient, kind: ProvincialKind): Promise<number> {
  const file = new File([smallPdf(kind)], '文件.pdf', { type: 'application/pdf' })
  return (await province.files.upload({ file, bizType: FILES[kind] })).id
}

const TABLES = { PROV_DEMO: 'provincial_demo', WORK_REPORT: 'work_report' } as const

/** Submits a record of Ningxia and puts it into a state. Returns its id. */
export async function provincialIn(rig: Rig, kind: ProvincialKind, status: ReportStatus): Promise<number> {
  const province = await rig.sameAs('province_nx')
  const fileId = await fileFor(province, kind)
  const { id = 0 } =
    kind === 'PROV_DEMO'
      ? await province.provincialDemos.create({ ...PILOT_CONTENT(fileId), action: 'SUBMIT' })
      : await province.workReports.save({
          ...REPORT_CONTENT(fileId),
          year,
          reportType: '2',
          action: 'SUBMIT',
        })
  await rig.db.updateTable(TABLES[kind]).set({ status }).where('id', '=', id).execute()
  return id
}

/** Deletes what provinces reported, and what the review keeps of it. */
export async function clearProvincial(rig: Rig): Promise<void> {
  for (const table of ['provincial_demo', 'work_report', 'review_undo'] as const)
    await rig.db.deleteFrom(table).execute()
  for (const table of ['review_remark', 'review_submission', 'review_draft'] as const)
    await rig.db
      .deleteFrom(table)
      .where('entity', 'in', [...PROVINCIAL_KINDS])
      .execute()
  for (const table of ['flow_history', 'message_push'] as const)
    await rig.db
      .deleteFrom(table)
      .where('biz_type', 'in', [...PROVINCIAL_KINDS])
      .execute()
}
