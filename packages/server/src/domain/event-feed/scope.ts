import type { operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import { contract } from '../../operations.ts'
import { type Caller, isAmong } from '../caller.ts'
import { kinds } from '../desk/list.ts'
import type { EventSubject } from '../events/kinds.ts'
import { viewerOf } from '../pilot-project/sight.ts'
import { visible } from '../pilot-project/visibility.ts'

/** SQL: events with the columns that the conditions of the lists read, in place of a record's own. */
export const eventsAsRecords = sql`(select e.*, e.is_open as submitted_once, false as deleted,
  case when e.is_open then e.time end as submit_time from record_event e)`

/** The call that lists records, and the condition of the list. */
interface List {
  list: keyof operations
  sees(user: Caller): RawBuilder<boolean>
}

const OTHERS = {
  period: { list: 'listStatPeriods', sees: () => sql<boolean>`true` },
} as const satisfies Partial<Record<EventSubject, List>>

/** The calls that list the records, by subject. */
const LISTS: Readonly<Record<string, List>> = {
  ...OTHERS,
  ...Object.fromEntries(
    kinds.flatMap(({ event, visible }) =>
      event ? [[event.subject, { list: event.list, sees: event.sees ?? visible }]] : [],
    ),
  ),
}

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
    if (isAmong(user, contract.operation(list).callers))
      parts.set(sees, [...(parts.get(sees) ?? []), subject])
  const seen = [...parts].map(
    ([sees, subjects]) => sql<boolean>`(p.subject = any(${subjects}::text[]) and ${sees(user)})`,
  )
  if (seen.length === 0) return sql<boolean>`false`
  const unsealed = seesSealed(user) ? sql<boolean>`true` : sql<boolean>`not p.is_sealed`
  return sql<boolean>`(${sql.join(seen, sql` or `)}) and ${unsealed}`
}
