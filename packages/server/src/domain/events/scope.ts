import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { type RawBuilder, sql } from 'kysely'
import { type Caller, isAmong } from '../caller.ts'
import { visibleDemos } from '../demo-project/scope.ts'
import { viewerOf } from '../demo-project/sight.ts'
import { visible } from '../demo-review/visibility.ts'
import { visibleProvincialDemos, visibleWorkReports } from '../provincial/scope.ts'
import { visibleProjects } from '../scope.ts'
import type { EventSubject } from './kinds.ts'

/** SQL: events with the columns that the conditions of the lists read, in place of a record's own. */
export const eventsAsRecords = sql`(select e.*, e.is_open as submitted_once, false as deleted,
  case when e.is_open then e.time end as submit_time from record_event e)`

const paths = document.paths

/** The calls that list the records, and the conditions of these lists. */
const LISTS = {
  project: { list: paths['/api/esProject/queryAll'].get, sees: visibleProjects },
  usage: { list: paths['/api/esProject/generalItems'].get, sees: visibleProjects },
  yearCalc: { list: paths['/api/esProject/generalItems'].get, sees: visibleProjects },
  demo: { list: paths['/api/esDemonstrationProject/list'].get, sees: visibleDemos },
  progress: { list: paths['/api/tbProgressSubmission/selectAllList'].get, sees: visibleDemos },
  annual: { list: paths['/api/demoAnnualReport/getTaskManager'].get, sees: visibleDemos },
  provincialDemo: {
    list: paths['/api/provincialDemonstrationProject'].get,
    sees: visibleProvincialDemos,
  },
  workReport: { list: paths['/api/provicedemoWorkreport/getAllList'].get, sees: visibleWorkReports },
  period: { list: paths['/api/statistics/periods'].get, sees: () => sql<boolean>`true` },
} as const satisfies Record<
  EventSubject,
  { list: { 'x-callers': readonly string[] }; sees(user: Caller): RawBuilder<boolean> }
>

/** Whether a caller knows the states of a sealed review. */
function seesSealed(user: Caller): boolean {
  const viewer = viewerOf(user, { is_assigned: false })
  return (['PRIMARY_SEALED', 'EXCELLENCE_SEALED'] as const).every(
    (stage) => visible(stage, viewer, 'STATUS') === 'ALL',
  )
}

/** SQL condition: events (`p`) of records that are in the caller's lists, or were before the change. */
export function visibleEvents(user: Caller): RawBuilder<boolean> {
  const parts = new Map<(user: Caller) => RawBuilder<boolean>, string[]>()
  for (const [subject, { list, sees }] of Object.entries(LISTS))
    if (isAmong(user, list['x-callers'])) parts.set(sees, [...(parts.get(sees) ?? []), subject])
  const seen = [...parts].map(
    ([sees, subjects]) => sql<boolean>`(p.subject = any(${subjects}::text[]) and ${sees(user)})`,
  )
  if (seen.length === 0) return sql<boolean>`false`
  const unsealed = seesSealed(user) ? sql<boolean>`true` : sql<boolean>`not p.is_sealed`
  return sql<boolean>`(${sql.join(seen, sql` or `)}) and ${unsealed}`
}
