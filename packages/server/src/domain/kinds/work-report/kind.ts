import { fields } from '@xinchu/contract/fields'
import { sql } from 'kysely'
import { REPORT } from '../../audit-log/specs.ts'
import { defineKind } from '../../flow/kind.ts'
import { PROVINCIAL_FLOW } from '../../provincial/flow.ts'
import { findWorkReports } from '../../provincial/report-rows.ts'
import { visibleWorkReports } from '../../provincial/scope.ts'
import { reviewedWorkReport, shape, undo } from './record.ts'
import {
  beginReports,
  periodOf,
  reportChecker,
  returnedReport,
  storeReports,
  workReportLinks,
  writtenReports,
} from './steps.ts'

/** Work reports, which a province makes to the nation. */
export const workReport = defineKind({
  code: 'WORK_REPORT',
  table: 'work_report',
  shape,
  flow: PROVINCIAL_FLOW,
  rows: { from: sql`work_report p join region n on n.code = p.province_code`, as: 'p' },
  visible: visibleWorkReports,
  load: async (db, ids, user, lock) =>
    (await findWorkReports(db, ids, user, lock)).map((row) => reviewedWorkReport(row, user)),
  queue: {
    title: sql`p.content->>'title'`,
    office: sql`n.name`,
    city: sql`null`,
    county: sql`null`,
    power: sql`null`,
    year: sql`p.year`,
    parties: { NAT: 'nation' },
  },
  undo: { columns: undo },
  window: { type: 'PROV_REPORT', binds: ['SAVE', 'SUBMIT'], period: periodOf },
  begin: beginReports,
  checker: reportChecker,
  written: writtenReports,
  store: storeReports,
  returned: returnedReport,
  links: workReportLinks,
  event: {
    subject: 'workReport',
    source: sql`select id, year || '-' || report_type as code, version, province_code, null::text as city_code,
      null::text as county_code, org_id, null::bigint as owner_group_id, null::bigint as recommend_org_id,
      submit_time is not null as is_open, true as is_within from work_report`,
    list: 'listWorkReports',
  },
  audit: {
    name: sql`coalesce(r.content->>'title', (select g.name from region g where g.code = r.province_code) || ' ' || r.year || '年')`,
    specs: [...fields.WorkReportFields, ...REPORT],
    rows: { projects: fields.WorkReportProject },
  },
})
