import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { RecordKind } from '../flow/kind.ts'
import { visibleProjects } from '../scope.ts'
import { reviewedByCity } from './year-calc-scope.ts'

/** Code, fields, event source and scope of quarterly reports. Rooms below the record kind import it from here. */
export const usageBase = {
  code: 'USAGE',
  shape: { fields: fields.UsageFields, rows: {}, groups: {} },
  event: {
    subject: 'usage',
    source: sql`select u.id, p.project_code as code, u.version, p.province_code, p.city_code, p.county_code, u.org_id,
      p.owner_group_id, null::bigint as recommend_org_id, u.status <> ${ReportStatus.draft} as is_open,
      p.submitted_once as is_within
      from usage_report u join es_project p on p.province_code = u.province_code and p.id = u.project_id`,
    list: 'queryGeneralItems',
    sees: visibleProjects,
  },
} as const satisfies Pick<RecordKind<'USAGE'>, 'code' | 'shape' | 'event'>

/** SQL condition: remark `r` is about a calculation that cities review. They see it before it is sent down. */
const sentToCity: RecordKind['unsent'] = ({ deptId }) =>
  deptId === deptKinds.city
    ? sql<boolean>`exists (select 1 from year_calc p
        where p.province_code = r.province_code and p.id = r.entity_id and ${reviewedByCity})`
    : undefined

/** The same of yearly calculations. */
export const yearCalcBase = {
  code: 'YEARCALC',
  shape: { fields: fields.YearCalcFields, rows: { rows: fields.YearCalcRow }, groups: {} },
  unsent: sentToCity,
  event: {
    subject: 'yearCalc',
    source: sql`select id, year::text as code, version, province_code, city_code, county_code, org_id, owner_group_id,
      null::bigint as recommend_org_id, status <> ${ReportStatus.draft} as is_open, true as is_within from year_calc`,
    list: 'queryGeneralItems',
    sees: visibleProjects,
  },
} as const satisfies Pick<RecordKind<'YEARCALC'>, 'code' | 'shape' | 'unsent' | 'event'>
