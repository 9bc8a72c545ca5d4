import { sql } from 'kysely'
import type { RecordKind } from '../flow/kind.ts'
import { visiblePilots } from './scope.ts'
import { shape } from './shape.ts'

/** Code, fields, event source and scope of demonstration projects. Rooms below the record kind import it from here. */
export const pilotBase = {
  code: 'DEMO',
  shape,
  event: {
    subject: 'demo',
    source: sql`select id, demo_code as code, version, province_code, city_code, county_code, org_id, owner_group_id,
      recommend_org_id, submitted_once as is_open, true as is_within from demo_project`,
    list: 'listDemoProjects',
    sees: visiblePilots,
  },
} as const satisfies Pick<RecordKind<'DEMO'>, 'code' | 'shape' | 'event'>
