import { type RawBuilder, sql } from 'kysely'

const DAY_MS = 86_400_000

/** SQL value: some days of 24 hours before a moment. */
export const daysBefore = (now: Date, days: number): RawBuilder<string> =>
  sql<string>`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`

/** How long rows wait. Days are whole days of 24 hours, as in a task. */
export interface Waits {
  count: number
  oldest: number
  days3: number
  days7: number
}

/** SQL columns: how long the rows `t` of a group wait. */
export const waits = (now: Date): RawBuilder<unknown> => sql`count(*) as count,
  greatest(0, floor(extract(epoch from ${daysBefore(now, 0)} - min(t.since)) / 86400))::integer as oldest,
  count(*) filter (where t.since > ${daysBefore(now, 4)}) as days3,
  count(*) filter (where t.since <= ${daysBefore(now, 4)} and t.since > ${daysBefore(now, 8)}) as days7`

/** The same as the contract has it. */
export const waitsOf = ({ count, oldest, days3, days7 }: Waits) => ({
  count,
  oldestDays: oldest,
  ages: { days3, days7, longer: count - days3 - days7 },
})
