import { sql } from 'kysely'
import { DELETED, REPORT } from '../../audit-log/specs.ts'
import { defineKind } from '../../flow/kind.ts'
import { deskTarget } from '../../flow/tell-moved.ts'
import { PROVINCIAL_FLOW } from '../../provincial/flow.ts'
import { findProvincialPilots } from '../../provincial/pilot-rows.ts'
import { visibleProvincialPilots } from '../../provincial/scope.ts'
import { newProvincialPilot, reviewedProvincialPilot, shape, undo } from './record.ts'
import { periodOf, pilotChecker, returnedPilot, storePilots, writtenPilots } from './steps.ts'

/** Provincial demonstration projects, which a province reports to the nation. */
export const provincialPilot = defineKind({
  code: 'PROV_DEMO',
  table: 'provincial_demo',
  shape,
  flow: PROVINCIAL_FLOW,
  rows: { from: sql`provincial_demo p`, as: 'p' },
  visible: visibleProvincialPilots,
  load: async (db, ids, user, lock) =>
    (await findProvincialPilots(db, ids, user, lock)).map((row) => reviewedProvincialPilot(row, user)),
  queue: {
    title: sql`p.project_name`,
    office: sql`p.content->>'companyName'`,
    city: sql`p.city_code`,
    county: sql`p.county_code`,
    power: sql`p.rated_power`,
    year: sql`p.year`,
    parties: { NAT: 'nation' },
  },
  undo: { columns: undo },
  window: { type: 'PROV_DEMO', binds: ['SAVE', 'SUBMIT'], period: periodOf },
  begin: async (_trx, items, { user, now }) => items.map(() => newProvincialPilot(user, now)),
  checker: pilotChecker,
  written: writtenPilots,
  store: storePilots,
  returned: returnedPilot,
  links: (record, reader) =>
    reader === 'office'
      ? deskTarget('PROV_DEMO', record)
      : { kind: 'PROV_DEMO', purpose: record ? 'write' : 'list' },
  event: {
    subject: 'provincialDemo',
    source: sql`select id, null::text as code, version, province_code, city_code, county_code, org_id,
      null::bigint as owner_group_id, null::bigint as recommend_org_id, submit_time is not null as is_open,
      true as is_within from provincial_demo`,
    list: 'queryProvincialDemos',
  },
  audit: {
    name: sql`r.project_name || ' ' || r.year || '年'`,
    specs: [...shape.fields, ...REPORT, DELETED],
  },
})
