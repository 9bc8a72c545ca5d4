import { deptKinds } from '@xinchu/contract/rights'
import { type Db, insertRows, type Trx } from '@xinchu/server/sample-port'
import { quarterOf } from '@xinchu/validators'
import { sql } from 'kysely'
import { companyIds, ownerGroupIds } from '../load-projects.ts'
import { dayAfter } from '../progress.ts'
import { type Batch, type BatchProject, batchProjects, firstMilestoneOf } from './batch.ts'
import { announcedDesigns, currentDesigns } from './designs.ts'
import { historyOf } from './history.ts'
import { plannedDays } from './materials.ts'
import { annualRow, progressRows, type Reporting } from './reports.ts'

const ANNOUNCED_YEAR = 2024
const ANNOUNCED_ON = '2024-01-17'
const APPLIED_ON = '2023-10-09'
// Days from the current batch's applications to today.
const CURRENT_AGE = 40

/** States of the current batch by place in its list: some of each, most in the primary review. */
const CURRENT_STATES = ['0', '2', '1', '1', '3', '1', '4', '3', '5', '5', '3'] as const
const IN_REVIEW = '6'

function batches(today: string): Batch[] {
  const appliedOn = dayAfter(today, -CURRENT_AGE)
  return [
    {
      year: ANNOUNCED_YEAR,
      no: 1,
      appliedOn: APPLIED_ON,
      firstId: 1,
      designs: announcedDesigns,
      statusOf: () => '12',
      // The second of Ningxia's three.
      isOwn: (index) =>
        announcedDesigns.findIndex(({ provinceCode }) => provinceCode === '640000') + 1 === index,
      announced: { no: '演示公告2024年第1号', date: ANNOUNCED_ON },
    },
    {
      year: Number(today.slice(0, 4)),
      no: 1,
      appliedOn,
      firstId: announcedDesigns.length + 1,
      designs: currentDesigns,
      statusOf: (index) => CURRENT_STATES[index] ?? IN_REVIEW,
      isOwn: (index) => index < 4,
    },
  ]
}

/** The energy departments by province; those that are missing are made. */
export async function provinceOffices(trx: Trx, codes: readonly string[]): Promise<Map<string, Recommender>> {
  const select = () =>
    trx
      .selectFrom('org')
      .select(['id', 'region_code', 'org_name'])
      .where('dept_id', '=', deptKinds.province)
      .execute()
  const known = new Set((await select()).map(({ region_code }) => region_code))
  const missing = [...new Set(codes)].filter((code) => !known.has(code))
  const regions = await trx.selectFrom('region').select(['code', 'name']).where('level', '=', 1).execute()
  const nameOf = new Map(regions.map(({ code, name }) => [code, name]))
  if (missing.length > 0)
    await trx
      .insertInto('org')
      .values(
        missing.map((code) => ({
          org_name: `${nameOf.get(code) ?? ''}能源主管部门`,
          dept_id: deptKinds.province,
          region_code: code,
          create_by: 'system',
        })),
      )
      .execute()
  return new Map(
    (await select()).map(({ id, region_code, org_name }) => [region_code ?? '', { id, name: org_name }]),
  )
}

interface Recommender {
  id: number
  name: string
}

async function groupOffice(db: Db): Promise<Recommender | undefined> {
  const row = await db
    .selectFrom('org')
    .select(['id', 'org_name'])
    .where('dept_id', '=', deptKinds.group)
    .executeTakeFirst()
  return row && { id: row.id, name: row.org_name }
}

interface Offices {
  byProvince: ReadonlyMap<string, Recommender>
  group: Recommender | undefined
}

function recommenderOf({ row, recommendsGroup }: BatchProject, { byProvince, group }: Offices) {
  const ofGroup = recommendsGroup ? group : undefined
  const office = ofGroup ?? byProvince.get(row.province_code)
  if (!office) throw new RangeError(`no office recommends from ${row.province_code}`)
  return { ...office, type: ofGroup ? '2' : '1' }
}

const reportingOf = (batch: Batch, { row, subject }: BatchProject, index: number): Reporting => ({
  id: row.id,
  index,
  provinceCode: row.province_code,
  power: subject.power,
  energy: subject.energy,
  investment: subject.investment,
  begin: subject.begin,
  planned: subject.commission,
  commissioned: row.commission_date,
  isOwn: batch.isOwn(index),
  plan: plannedDays(subject),
  firstMilestone: firstMilestoneOf(row.id),
})

/** The quarterly and annual reports of an announced batch since its announcement. */
async function loadReports(
  trx: Trx,
  batch: Batch,
  projects: readonly BatchProject[],
  today: string,
): Promise<void> {
  if (!batch.announced) return
  const first = quarterOf(batch.announced.date)
  const reporting = projects.map((project, index) => reportingOf(batch, project, index))
  const numbered = (rows: readonly object[]) => rows.map((row, index) => ({ id: index + 1, ...row }))
  const progress = numbered(reporting.flatMap((each) => progressRows(each, first, today)))
  await insertRows(trx, 'demo_progress', progress)
  const years = Array.from(
    { length: Number(today.slice(0, 4)) - first.year },
    (_, index) => first.year + index,
  )
  const annual = numbered(
    reporting.flatMap((each) => years.flatMap((year) => annualRow(each, year, today) ?? [])),
  )
  await insertRows(trx, 'annual_report', annual)
  await sql`select setval(pg_get_serial_sequence('demo_progress', 'id'), ${Math.max(1, progress.length)}),
    setval(pg_get_serial_sequence('annual_report', 'id'), ${Math.max(1, annual.length)})`.execute(trx)
}

/** Projects with the office that recommends each, and what befell it. */
async function insertProjects(trx: Trx, batch: Batch, projects: readonly BatchProject[]): Promise<void> {
  const groups = await ownerGroupIds(trx)
  const orgs = await companyIds(
    trx,
    projects.map(({ company }) => company),
    groups,
  )
  const offices = {
    byProvince: await provinceOffices(
      trx,
      projects.map(({ row }) => row.province_code),
    ),
    group: await groupOffice(trx),
  }
  const dated = projects.map((project) => {
    const office = recommenderOf(project, offices)
    return { project, office, ...historyOf(batch, project, office.name) }
  })
  await insertRows(
    trx,
    'demo_project',
    dated.map(({ project: { row, company }, office, set }) => ({
      ...row,
      ...set,
      credit_code: company.creditCode,
      owner_group_id: groups.get(company.ownerGroup ?? '') ?? null,
      org_id: orgs.get(company.creditCode),
      recommend_type: office.type,
      recommend_org_id: office.id,
      deleted: false,
      version: 0,
      create_by: 'system',
      update_by: 'system',
    })),
  )
  await insertRows(
    trx,
    'flow_history',
    dated.flatMap(({ rows }) => rows),
  )
}

/** The parts of the projects' applications. */
async function insertParts(trx: Trx, batch: Batch, projects: readonly BatchProject[]): Promise<void> {
  const time = `${dayAfter(batch.appliedOn, -2)} 10:00:00`
  await trx
    .insertInto('demo_part')
    .values(
      projects.flatMap(({ row, parts }) =>
        parts.map(({ part, content, status }) => ({
          project_id: row.id,
          part,
          content: JSON.stringify(content),
          status,
          create_time: time,
          update_time: time,
        })),
      ),
    )
    .execute()
}

async function loadBatch(trx: Trx, batch: Batch, today: string): Promise<void> {
  const projects = batchProjects(batch)
  await insertProjects(trx, batch, projects)
  await trx
    .insertInto('demo_serial')
    .values({ batch_year: batch.year, batch_no: batch.no, last: projects.length })
    .execute()
  await insertParts(trx, batch, projects)
  await loadReports(trx, batch, projects, today)
}

/**
 * Stores the demonstration's batches: one that was announced, and the current one in every state of its way.
 * @param today yyyy-MM-dd
 */
export async function loadBatches(trx: Trx, today: string): Promise<void> {
  for (const batch of batches(today)) await loadBatch(trx, batch, today)
  const total = announcedDesigns.length + currentDesigns.length
  await sql`select setval(pg_get_serial_sequence('demo_project', 'id'), ${total}),
    setval('demo_milestone_id', ${(total + 1) * 6})`.execute(trx)
}
