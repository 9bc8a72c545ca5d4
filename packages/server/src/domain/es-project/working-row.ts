import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { bestScore } from './best-score.ts'
import type { ProjectRow } from './query.ts'
import { listRow } from './row.ts'
import { isPending } from './waiting.ts'

type Schemas = components['schemas']

/** A working record with what its office should look at first. */
export type WorkingRow = ProjectRow & { repeat_score: number | null }

/** Further columns of a list row, of es_project as `p`. */
export const attention = sql`${bestScore} as repeat_score`

const DAY_MS = 86_400_000

/** Calendar days in Beijing since a moment of the contract. */
const daysSince = (moment: string, now: Date): number =>
  Math.max(0, Math.round((Date.parse(day(now)) - Date.parse(moment.slice(0, 10))) / DAY_MS))

/** A list row of a working record: also how long it waits, and the best score of an undecided pair. */
export function workingRow(row: WorkingRow, user: Caller, now: Date): Schemas['EsProjectRow'] {
  const since = isPending(row) ? row.waiting_since : null
  return reply({
    ...listRow(row, user),
    waitingDays: since === null ? undefined : daysSince(since, now),
    repeatScore: row.repeat_score,
  })
}
