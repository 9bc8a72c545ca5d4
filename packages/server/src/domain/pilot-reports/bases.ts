import { sql } from 'kysely'
import type { RecordKind } from '../flow/kind.ts'
import { visiblePilots } from '../pilot-project/scope.ts'
import { isUpper } from '../remarks/rules.ts'
import { type ReportKind, reportTable } from './reports.ts'

/** The levels that ask about announced projects. */
const LEVELS = { reviewer: undefined, levels: 'DEMONSTRATION' } as const

const unsent: RecordKind['unsent'] = (user) => (isUpper(user, LEVELS) ? sql<boolean>`true` : undefined)

const eventSource = (kind: ReportKind) => sql`
  select r.id, d.demo_code as code, r.version, d.province_code, d.city_code, d.county_code, d.org_id, d.owner_group_id,
    d.recommend_org_id, r.submit_time is not null as is_open, d.submitted_once as is_within
  from ${reportTable(kind)} r join demo_project d on d.id = r.demo_project_id`

/** What the parts of both kinds of reports of announced projects have in common, for rooms below the kinds. */
export const reportBases = {
  PROGRESS: {
    code: 'PROGRESS',
    unsent,
    event: {
      subject: 'progress',
      list: 'listProgressSubmissions',
      source: eventSource('PROGRESS'),
      sees: visiblePilots,
    },
  },
  ANNUAL: {
    code: 'ANNUAL',
    unsent,
    event: { subject: 'annual', list: 'getAnnualTasks', source: eventSource('ANNUAL'), sees: visiblePilots },
  },
} as const satisfies { readonly [Kind in ReportKind]: Pick<RecordKind<Kind>, 'code' | 'unsent' | 'event'> }
