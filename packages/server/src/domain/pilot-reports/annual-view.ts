import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { type FileRow, fileInfoOf } from '../files/info.ts'
import type { PilotRecord } from '../pilot-project/query.ts'
import { reply } from '../reply.ts'
import { quarterFigures, yearFigures } from './annual-figures.ts'
import { type AnnualContent, type AnnualRow, evidenceOf, scanOf } from './annual-rows.ts'
import { reportFlow, reportHistories } from './histories.ts'

type Schemas = components['schemas']
type AnnualReport = Schemas['AnnualReport']

const basicOf = (project: PilotRecord): Schemas['AnnualBasic'] =>
  reply({
    demoCode: project.demo_code,
    projectName: project.project_name,
    companyName: project.company_name,
    provinceCode: project.province_code,
    provinceName: project.province_name,
    techType: project.tech_type,
    appSubScenario: project.app_sub_scenario,
    ratedPower: project.rated_power,
    ratedEnergy: project.rated_energy,
    totalInvestment: project.total_investment,
    buildStatus: project.build_status,
    commissionDate: project.commission_date,
    announceNo: project.announce_no,
    announceDate: project.announce_date,
  })

/** Returns the initial content of a new report: figures of the quarters, and indicators promised in the application. */
export async function prefilledAnnual(db: Db, project: PilotRecord, year: number): Promise<AnnualContent> {
  const part = await db
    .selectFrom('demo_part')
    .select('content')
    .where('project_id', '=', project.id)
    .where('part', '=', 'APPLICATION')
    .executeTakeFirst()
  const { keyIndicators = [] } = (part?.content ?? {}) as Schemas['DemoApplicationFields'] // by its part
  const usage = await yearFigures(db, project, year)
  return {
    ...(Object.keys(usage).length > 0 ? { usage } : {}),
    targets: keyIndicators.map(({ name, unit, value }) => ({
      indicator: name,
      ...(unit === undefined ? {} : { unit }),
      ...(value === undefined ? {} : { planValue: value }),
    })),
  }
}

/** The figures of the quarters that have any. */
async function quartersOf(
  db: Db,
  project: PilotRecord,
  year: number,
): Promise<NonNullable<AnnualReport['quarters']>> {
  const quarters = await quarterFigures(db, project, year)
  return quarters.flatMap((usage, index) =>
    usage && Object.keys(usage).length > 0 ? [{ quarter: index + 1, usage }] : [],
  )
}

const filesOf = async (db: Db, ids: readonly number[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('file_info')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()

/** Returns an unsaved report with its initial content. */
export async function newAnnual(
  db: Db,
  project: PilotRecord,
  year: number,
  user: Caller,
): Promise<AnnualReport> {
  const { org_id, recommend_org_id } = project
  const flow = reportFlow('ANNUAL', { org_id, recommend_org_id, status: ReportStatus.draft }, [], user)
  const content = await prefilledAnnual(db, project, year)
  return {
    ...content,
    demoProjectId: project.id,
    year,
    basic: basicOf(project),
    quarterSums: content.usage ?? {},
    quarters: await quartersOf(db, project, year),
    status: ReportStatus.draft,
    statusLabel: flow.statusLabel,
    flow,
  }
}

/** A stored report in the contract's shape. */
export async function annualReport(
  db: Db,
  row: AnnualRow,
  project: PilotRecord,
  user: Caller,
): Promise<AnnualReport> {
  const history = (await reportHistories(db, 'ANNUAL', [row], user)).get(row.id) ?? []
  const flow = reportFlow('ANNUAL', row, history, user)
  const files = await filesOf(db, [...scanOf(row.content), ...evidenceOf(row.content)])
  const infoOf = (id: number) => files.filter((file) => file.id === id).map((file) => fileInfoOf(file))
  return reply<AnnualReport>({
    ...row.content,
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    demoProjectId: row.demo_project_id,
    year: row.year,
    basic: basicOf(project),
    quarterSums: await yearFigures(db, project, row.year),
    quarters: await quartersOf(db, project, row.year),
    usageFiles: evidenceOf(row.content).flatMap(infoOf),
    stampedFile: scanOf(row.content).flatMap(infoOf)[0],
    status: row.status,
    statusLabel: flow.statusLabel,
    submitTime: row.submit_time,
    flow,
  })
}
