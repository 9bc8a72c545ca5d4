import { type RawBuilder, sql } from 'kysely'
import { REPORT } from '../../audit-log/specs.ts'
import type { Caller } from '../../caller.ts'
import type { Reader, RecordKind } from '../../flow/kind.ts'
import { BY_PROVINCE_AND_NATION } from '../../flow/report-flows.ts'
import { deskTarget } from '../../flow/tell-moved.ts'
import type { Target } from '../../links/link-to.ts'
import { followsRemarks } from '../../pilot-project/content.ts'
import { visiblePilots } from '../../pilot-project/scope.ts'
import { reportForm } from '../../pilot-reports/links.ts'
import { isKeptFrom } from '../../pilot-reports/parts.ts'
import {
  REPORTS,
  type ReportKind,
  reportSource,
  reportTable,
  visibleReports,
} from '../../pilot-reports/reports.ts'
import { isUpper } from '../../remarks/rules.ts'
import { type LiveReport, loadReports, type ReportOf, undo } from './record.ts'
import { returnedReport } from './returned.ts'
import { beginReports, type ReportItem, storeReports, writtenReports } from './steps.ts'

/** Whoever may not read the remarks does not follow the review. */
const visible = (user: Caller): RawBuilder<boolean> =>
  followsRemarks(user) ? visibleReports(user) : sql<boolean>`false`

/** SQL: the name of the project that the row `r` belongs to, followed by what the report is called. */
const named = (suffix: RawBuilder<string>) =>
  sql<string>`coalesce((select d.project_name from demo_project d where d.id = r.demo_project_id), '') || ${suffix}`

const eventSource = (kind: ReportKind) => sql`
  select r.id, d.demo_code as code, r.version, d.province_code, d.city_code, d.county_code, d.org_id, d.owner_group_id,
    d.recommend_org_id, r.submit_time is not null as is_open, d.submitted_once as is_within
  from ${reportTable(kind)} r join demo_project d on d.id = r.demo_project_id`

/** The levels that ask about announced projects. */
const LEVELS = { reviewer: undefined, levels: 'DEMONSTRATION' } as const

export type ReportMembers<Kind extends ReportKind> = RecordKind<Kind, LiveReport<Kind>, ReportItem<Kind>>

/** The author's form, or the desk. */
function linksOf(kind: ReportKind, record: LiveReport | undefined, reader: Reader): Target {
  if (reader === 'office') return deskTarget(kind, record)
  if (!record) return { kind, purpose: 'write' }
  const { demoProjectId, ...period } = record.key
  return reportForm(demoProjectId, period)
}

/** What both kinds of reports of announced projects have. */
export function reportMembers<Kind extends ReportKind>(
  of: ReportOf<Kind>,
): Omit<ReportMembers<Kind>, 'event' | 'audit' | 'window' | 'checker' | 'queue'> {
  return {
    ...of,
    table: REPORTS[of.code].table,
    flow: BY_PROVINCE_AND_NATION,
    rows: { from: reportSource(of.code), as: 'e', office: sql`p.org_id` },
    visible,
    load: (db, ids, user, lock) => loadReports(db, of, ids, user, lock),
    undo: { columns: undo },
    unsent: (user) => (isUpper(user, LEVELS) ? sql<boolean>`true` : undefined),
    bars: (action, user) => isKeptFrom(user, action),
    begin: (trx, items, ctx) => beginReports(trx, of, items, ctx),
    written: (trx, steps) => writtenReports(trx, of, steps),
    store: (trx, steps, ctx) => storeReports(trx, of.code, steps, ctx),
    links: (record, reader) => linksOf(of.code, record, reader),
    returned: (step, office, ctx) => returnedReport(of.code, step, office, ctx),
  }
}

/** SQL of the columns of the desk's queue. */
export const queue = {
  title: sql`p.project_name`,
  office: sql`p.company_name`,
  city: sql`p.city_code`,
  county: sql`p.county_code`,
  power: sql`p.rated_power`,
  code: sql`p.demo_code`,
  year: sql`e.year`,
  parties: { PRV: 'reviewer', CEN: 'reviewer', NAT: 'nation', PLT: 'nation' },
} as const satisfies RecordKind['queue']

export const eventOf = (kind: ReportKind) => ({ source: eventSource(kind), sees: visiblePilots })

/** What the audit log records of a report. */
export const auditOf = ({ shape }: Pick<RecordKind, 'shape'>, suffix: RawBuilder<string>) => ({
  name: named(suffix),
  specs: [...shape.fields, ...REPORT],
  rows: shape.rows,
})
