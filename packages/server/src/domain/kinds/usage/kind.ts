import { fields } from '@xinchu/contract/fields'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { REPORT } from '../../audit-log/specs.ts'
import { defineKind, type Undone } from '../../flow/kind.ts'
import { ALL_ACTIONS, BY_PROVINCE_AND_NATION } from '../../flow/report-flows.ts'
import { usageBase } from '../../general-items/bases.ts'
import { findUsage, usageSource, visibleUsage } from '../../general-items/usage-rows.ts'
import { touchReports } from '../../revisions/statistics.ts'
import { type LiveUsage, reviewedUsage, undo } from './record.ts'
import {
  assertAuthor,
  assertOnce,
  returnedUsage,
  storeUsage,
  touchCounted,
  type UsageItem,
  usageChecker,
  usageFinder,
  usageLinks,
  warnedUsage,
  writtenUsage,
} from './steps.ts'

/** Whether a report was taken into the warehouse as the step left it. */
async function isStored(trx: Trx, records: readonly Undone[]): Promise<boolean> {
  const left = records.map(({ id, version }) => ({ id, version }))
  const { rows } = await sql`
    select 1 from official_report w
    join jsonb_to_recordset(${JSON.stringify(left)}::text::jsonb) as x(id bigint, version integer)
      on x.id = w.usage_id and x.version = w.usage_version limit 1`.execute(trx)
  return rows.length > 0
}

/** Quarterly reports on the use of stations, which the province and the nation review. */
export const usage = defineKind<'USAGE', LiveUsage, UsageItem>({
  ...usageBase,
  table: 'usage_report',
  flow: BY_PROVINCE_AND_NATION,
  rows: { from: usageSource, as: 'u' },
  visible: visibleUsage,
  load: async (db, ids, user, lock) =>
    (await findUsage(db, { ids, keys: [] }, user, lock)).map((row) => reviewedUsage(row, user)),
  queue: {
    title: sql`p.project_name`,
    office: sql`p.company_name`,
    city: sql`p.city_code`,
    county: sql`p.county_code`,
    power: sql`p.rated_power`,
    code: sql`p.project_code`,
    year: sql`u.year`,
    quarter: sql`u.quarter`,
    parties: { PRV: 'reviewer', NAT: 'nation' },
  },
  undo: {
    columns: undo,
    refusal: async (trx, records) => ((await isStored(trx, records)) ? '不能撤销：已入库' : undefined),
    after: (trx, records) =>
      touchReports(
        trx,
        records.map(({ id }) => id),
      ),
  },
  window: { type: 'QUARTER', binds: ALL_ACTIONS, period: ({ record: { key } }) => key },
  finder: usageFinder,
  assertEntitled: assertAuthor,
  assertFirst: assertOnce,
  checker: usageChecker,
  written: writtenUsage,
  store: storeUsage,
  after: touchCounted,
  warned: warnedUsage,
  returned: returnedUsage,
  links: usageLinks,
  audit: {
    name: sql`coalesce((select p.project_name from es_project p where p.province_code = r.province_code
      and p.id = r.project_id), '') || ' ' || r.year || '年第' || r.quarter || '季度'`,
    specs: [...fields.UsageFields, ...REPORT],
  },
})
