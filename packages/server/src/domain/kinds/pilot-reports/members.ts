import { type RawBuilder, sql } from 'kysely'
import { REPORT } from '../../audit-log/specs.ts'
import type { Caller } from '../../caller.ts'
import type { Reader, RecordKind } from '../../flow/kind.ts'
import { BY_PROVINCE_AND_NATION } from '../../flow/report-flows.ts'
import { deskTarget } from '../../flow/tell-moved.ts'
import type { Target } from '../../links/link-to.ts'
import { followsRemarks } from '../../pilot-project/content.ts'
import { reportForm } from '../../pilot-reports/links.ts'
import { isKeptFrom } from '../../pilot-reports/parts.ts'
import { REPORTS, type ReportKind, reportSource, visibleReports } from '../../pilot-reports/reports.ts'
import { type LiveReport, loadReports, type ReportOf, undo } from './record.ts'
import { returnedReport } from './returned.ts'
import { beginReports, type ReportItem, storeReports, writtenReports } from './steps.ts'

/** Whoever may not read the remarks does not follow the review. */
const visible = (user: Caller): RawBuilder<boolean> =>
  followsRemarks(user) ? visibleReports(user) : sql<boolean>`false`

/** SQL: the name of the project that the row `r` belongs to, followed by what the report is called. */
const named = (suffix: RawBuilder<string>) =>
  sql<string>`coalesce((select d.project_name from demo_project d where d.id = r.demo_project_id), '') || ${suffix}`

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
): Omit<ReportMembers<Kind>, 'event' | 'unsent' | 'audit' | 'window' | 'checker' | 'queue'> {
  return {
    ...of,
    table: REPORTS[of.code].table,
    flow: BY_PROVINCE_AND_NATION,
    rows: { from: reportSource(of.code), as: 'e', office: sql`p.org_id` },
    visible,
    load: (db, ids, user, lock) => loadReports(db, of, ids, user, lock),
    undo: { columns: undo },
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

/** What the audit log records of a report. */
export const auditOf = ({ shape }: Pick<RecordKind, 'shape'>, suffix: RawBuilder<string>) => ({
  name: named(suffix),
  specs: [...shape.fields, ...REPORT],
  rows: shape.rows,
})
