import { BuildStatus, DemoStatus, ReportStatus, WorkReportType } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { reply } from '../reply.ts'
import type { WorkReportKey, WorkReportStats } from './report-rows.ts'

type Schemas = components['schemas']

interface Announced {
  id: number
  project_name: string
  province_code: string
  rated_power: number | null
  rated_energy: number | null
  total_investment: number | null
  build_status: Schemas['BuildStatus'] | null
  commission_date: string | null
  overall_progress: number | null
}

/**
 * The announced demonstration projects of provinces. Projects that the province recommended have the facts of their
 * latest passed quarter up to a year. The province may not read the progress of the others.
 */
async function announcedIn(db: Db, provinceCodes: readonly string[], year: number): Promise<Announced[]> {
  const { rows } = await sql<Announced>`
    select p.id, p.project_name, p.province_code, p.rated_power, p.rated_energy, p.total_investment,
      coalesce(last.content->>'buildStatus', p.build_status) as build_status, p.commission_date,
      (last.content->>'overallProgress')::numeric as overall_progress
    from demo_project p left join org o on o.id = p.recommend_org_id
    left join lateral (select r.content from demo_progress r
      where o.region_code = p.province_code and r.demo_project_id = p.id and r.year <= ${year} and r.status in (${ReportStatus.passed}, ${ReportStatus.confirmed})
      order by r.year desc, r.quarter desc limit 1) last on true
    where not p.deleted and p.status = ${DemoStatus.announced} and p.province_code = any(${[...provinceCodes]}::text[])
    order by p.demo_code`.execute(db)
  return rows
}

const total = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 10_000), 0) / 10_000

function statsOf(projects: readonly Announced[]): WorkReportStats {
  return {
    demoCount: projects.length,
    operatingCount: projects.filter(({ build_status }) => build_status === BuildStatus.operating).length,
    power: total(projects.map(({ rated_power }) => rated_power)),
    energy: total(projects.map(({ rated_energy }) => rated_energy)),
    investment: total(projects.map(({ total_investment }) => total_investment)),
  }
}

/** Returns the present figures of the announced demonstration projects, by province. */
export async function currentStats(
  db: Db,
  provinceCodes: readonly string[],
  year: number,
): Promise<Map<string, WorkReportStats>> {
  const projects = await announcedIn(db, provinceCodes, year)
  return new Map(
    provinceCodes.map((code) => [
      code,
      statsOf(projects.filter(({ province_code }) => province_code === code)),
    ]),
  )
}

/** 2026年上半年 or 2026年度. */
export const periodName = ({ year, reportType }: Omit<WorkReportKey, 'provinceCode'>): string =>
  reportType === WorkReportType.halfYear ? `${year}年上半年` : `${year}年度`

/** The title of a new report. */
export const reportTitle = (key: WorkReportKey, provinceName: string): string =>
  `${provinceName}${periodName(key)}新型储能试点示范工作报告`

/** Returns the prefilled table of a report. */
export async function prefillNow(
  db: Db,
  { provinceCode, year }: Pick<WorkReportKey, 'provinceCode' | 'year'>,
  now: Date,
): Promise<Schemas['WorkReportPrefill']> {
  const projects = await announcedIn(db, [provinceCode], year)
  return {
    time: dateTime(now),
    projects: projects.map((project) =>
      reply<Schemas['WorkReportProject']>({
        demoProjectId: project.id,
        projectName: project.project_name,
        overallProgress: project.overall_progress,
        buildStatus: project.build_status,
        commissionDate: project.commission_date,
      }),
    ),
  }
}

type Rows = readonly Schemas['WorkReportProject'][]

/** Returns the prefilled table with the existing remarks. */
export function refilled(
  { projects }: Schemas['WorkReportPrefill'],
  rows: Rows = [],
): Schemas['WorkReportProject'][] {
  const remarks = new Map(rows.map(({ demoProjectId, remark }) => [demoProjectId, remark]))
  return projects.map((row) => {
    const remark = remarks.get(row.demoProjectId)
    return remark ? { ...row, remark } : row
  })
}

const FILLED = ['overallProgress', 'buildStatus', 'commissionDate'] as const

/** Returns the indexes of rows that differ from the prefilled ones without a remark. */
export function unexplained({ projects }: Schemas['WorkReportPrefill'], rows: Rows = []): number[] {
  const filled = new Map(projects.map((row) => [row.demoProjectId, row]))
  return rows.flatMap((row, place) => {
    const own = filled.get(row.demoProjectId)
    const isOther = own !== undefined && FILLED.some((name) => row[name] !== own[name])
    return isOther && !row.remark?.trim() ? [place] : []
  })
}

/** Names of the announced projects of a province, by id. */
export async function announcedNames(db: Db, provinceCode: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('demo_project')
    .select(['id', 'project_name'])
    .where('province_code', '=', provinceCode)
    .where('status', '=', DemoStatus.announced)
    .where('deleted', '=', false)
    .execute()
  return new Map(rows.map(({ id, project_name }) => [id, project_name]))
}
