import { ReportStatus, WorkReportType } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import {
  type Caller,
  currentStats,
  findReviewed,
  insertRows,
  loadUser,
  momentOf,
  namesFor,
  prefillNow,
  raiseRemarks,
  reportTitle,
  storeMissing,
  type Trx,
} from '@xinchu/server/sample-port'
import { sql } from 'kysely'
import { provinceOffices } from './batches/load-batches.ts'
import { remindMissing } from './load-reminders.ts'
import { dayAfter } from './progress.ts'
import { provincialReportOf, RETURN_OF, reporters } from './provincial.ts'
import { provincialStations } from './provincial-stations.ts'

type Kind = 'PROV_DEMO' | 'WORK_REPORT'
type Office = { id: number; name: string }

/** A stored record with the days of its steps. */
interface Stored {
  kind: Kind
  id: number
  province: string
  office: Office
  status: ReportStatus
  submitted: string
  decided: string
}

const DECISIONS: Readonly<Partial<Record<ReportStatus, string>>> = {
  [ReportStatus.returnedByNation]: 'RETURN',
  [ReportStatus.confirmed]: 'CONFIRM',
}

/** The steps that led to the state of a record. */
function historyOf(
  nation: Caller,
  { kind, id, province, office, status, submitted, decided }: Stored,
): Record<string, unknown>[] {
  const own = { province_code: province, biz_type: kind, biz_id: id }
  if (status === ReportStatus.draft) return []
  const sent = {
    ...own,
    org_name: office.name,
    user_name: '省级填报人',
    dept_id: deptKinds.province,
    action: 'SUBMIT',
    from_status: ReportStatus.draft,
    to_status: ReportStatus.submitted,
    opinion: null,
    time: `${submitted} 10:20:00`,
  }
  const action = DECISIONS[status]
  if (!action) return [sent]
  const decision = {
    ...own,
    org_name: nation.orgName,
    user_name: nation.realName,
    dept_id: nation.deptId,
    action,
    from_status: ReportStatus.submitted,
    to_status: status,
    opinion: action === 'RETURN' ? RETURN_OF[kind].opinion : null,
    time: `${decided} 15:05:00`,
  }
  return [sent, decision]
}

async function nationCaller(trx: Trx): Promise<Caller> {
  const { id } = await trx
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'nation')
    .executeTakeFirstOrThrow()
  const caller = await loadUser(trx, id)
  if (!caller) throw new RangeError('no account of the nation')
  return caller
}

/** Adds what the nation asked about the returned records of a kind. */
async function remarkOn(trx: Trx, records: readonly Stored[], nation: Caller): Promise<void> {
  for (const { kind, id, decided } of records.filter(
    ({ status }) => status === ReportStatus.returnedByNation,
  )) {
    const found = await findReviewed(trx, kind, [id], nation)
    await storeMissing(trx, kind, found)
    const { remarks, opinion } = RETURN_OF[kind]
    const raised = found.map((record) => ({ record, remarks, opinion, submissionNo: 1 }))
    const names = await namesFor(
      trx,
      found.map(({ content }) => content),
    )
    const now = momentOf(`${decided} 15:05:00`)
    await raiseRemarks(trx, kind, raised, { user: nation, now, sent: true, names })
    await sql`update flow_history set remark_count = ${remarks.length}
      where biz_type = ${kind} and biz_id = ${id} and action = 'RETURN'`.execute(trx)
  }
}

type Offices = ReadonlyMap<string, Office>

function officeOf(offices: Offices, province: string): Office {
  const office = offices.get(province)
  if (!office) throw new RangeError(`no office of ${province}`)
  return office
}

const opinionOf = (kind: Kind, status: ReportStatus) =>
  status === ReportStatus.returnedByNation ? RETURN_OF[kind].opinion : null

/** Stores the projects that provinces approved. */
async function loadStations(trx: Trx, offices: Offices, today: string): Promise<Stored[]> {
  const year = Number(today.slice(0, 4))
  const stations = provincialStations(year).map(({ status, province, content }, index) => ({
    kind: 'PROV_DEMO' as const,
    id: index + 1,
    province,
    content,
    status,
    office: officeOf(offices, province),
    submitted: dayAfter(today, -40 + index),
    decided: dayAfter(today, -12 + (index % 9)),
  }))
  await insertRows(
    trx,
    'provincial_demo',
    stations.map(({ id, province, content, status, office, submitted }) => ({
      id,
      province_code: province,
      year,
      project_name: content.projectName,
      city_code: content.cityCode ?? null,
      county_code: content.countyCode ?? null,
      tech_type: content.techType,
      rated_power: content.ratedPower,
      rated_energy: content.ratedEnergy,
      content,
      org_id: office.id,
      status,
      last_opinion: opinionOf('PROV_DEMO', status),
      submit_time: status === ReportStatus.draft ? null : `${submitted} 10:20:00`,
      create_by: 'system',
    })),
  )
  return stations
}

interface Period {
  year: number
  reportType: components['schemas']['WorkReportType']
  /** Provinces with a report, by its state. */
  states: ReadonlyMap<string, ReportStatus>
}

type Report = Stored & { content: object; prefill: object }

async function insertReports(
  trx: Trx,
  { year, reportType }: Pick<Period, 'year' | 'reportType'>,
  reports: readonly Report[],
  stats: Awaited<ReturnType<typeof currentStats>>,
): Promise<void> {
  await insertRows(
    trx,
    'work_report',
    reports.map(({ id, province, content, prefill, status, office, submitted }) => ({
      id,
      province_code: province,
      year,
      report_type: reportType,
      content,
      prefill,
      stats: stats.get(province),
      org_id: office.id,
      status,
      last_opinion: opinionOf('WORK_REPORT', status),
      submit_time: `${submitted} 10:20:00`,
      create_by: 'system',
    })),
  )
}

/** Stores the work reports of a period. Provinces that are not in it have not reported. */
async function loadReports(
  trx: Trx,
  { year, reportType, states }: Period,
  {
    offices,
    names,
    first,
    today,
  }: { offices: Offices; names: ReadonlyMap<string, string>; first: number; today: string },
): Promise<Stored[]> {
  const stats = await currentStats(trx, [...states.keys()], year)
  const reports: Report[] = []
  for (const [province, status] of states) {
    const name = names.get(province) ?? ''
    const key = { provinceCode: province, year, reportType }
    const prefill = await prefillNow(trx, key, momentOf(`${dayAfter(today, -30)} 09:00:00`))
    const figures = stats.get(province)
    reports.push({
      kind: 'WORK_REPORT',
      id: first + reports.length,
      province,
      status,
      office: officeOf(offices, province),
      submitted: dayAfter(today, -28 + (reports.length % 14)),
      decided: dayAfter(today, -9 + (reports.length % 6)),
      prefill,
      content: provincialReportOf(
        reportTitle(key, name),
        name,
        prefill.projects,
        figures?.operatingCount ?? 0,
      ),
    })
  }
  await insertReports(trx, { year, reportType }, reports, stats)
  return reports
}

/** Stores the demonstration's provincial projects and work reports. @param today yyyy-MM-dd */
export async function loadProvincial(trx: Trx, today: string): Promise<void> {
  const year = Number(today.slice(0, 4))
  const regions = await trx.selectFrom('region').select(['code', 'name']).where('level', '=', 1).execute()
  const names = new Map(regions.map(({ code, name }) => [code, name]))
  const half = { year, reportType: WorkReportType.halfYear, states: reporters() }
  const before = {
    year: year - 1,
    reportType: WorkReportType.year,
    states: new Map([...half.states.keys()].map((code) => [code, ReportStatus.confirmed])),
  }
  const codes = [...half.states.keys(), ...provincialStations(year).map(({ province }) => province)]
  const offices = await provinceOffices(trx, codes)
  const stations = await loadStations(trx, offices, today)
  const now = await loadReports(trx, half, { offices, names, first: 1, today })
  const past = await loadReports(trx, before, {
    offices,
    names,
    first: now.length + 1,
    today: dayAfter(today, -270),
  })
  const nation = await nationCaller(trx)
  const all = [...stations, ...now, ...past]
  await insertRows(
    trx,
    'flow_history',
    all.flatMap((record) => historyOf(nation, record)),
  )
  await sql`select setval(pg_get_serial_sequence('provincial_demo', 'id'), ${stations.length}),
    setval(pg_get_serial_sequence('work_report', 'id'), ${now.length + past.length})`.execute(trx)
  await remarkOn(trx, all, nation)
  await remindMissing(trx, half, offices, nation, today)
}
