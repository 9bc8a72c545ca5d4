import { fields, groups } from '@xinchu/contract/fields'
import { sql } from 'kysely'
import type { RecordKind } from '../flow/kind.ts'

/** Code, fields, event source and scope of project records. Rooms below the record kind import it from here. */
export const projectBase = {
  code: 'PROJECT',
  shape: {
    fields: fields.EsProjectFields,
    rows: { hybridDetail: fields.HybridPart },
    groups: groups['EsProjectFields'] ?? {},
  },
  event: {
    subject: 'project',
    source: sql`select id, project_code as code, version, province_code, city_code, county_code, org_id, owner_group_id,
      null::bigint as recommend_org_id, submitted_once as is_open, true as is_within from es_project`,
    list: 'selectEsProjects',
  },
} as const satisfies Pick<RecordKind<'PROJECT'>, 'code' | 'shape' | 'event'>
