import type { ReviewedKind } from '@xinchu/validators'
import { FILL_TYPE_OF_REVIEWED } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { deadlineOf, type FillTimeRow, findWindows, reaches } from '../fill-time/window.ts'

/** Deadlines of the caller's level: those of the windows in which the records are reported. */
export interface ReviewDeadlines {
  /** SQL: the deadline of row `t` (entity, year, quarter); null without a window. */
  expression: RawBuilder<unknown>
  of(record: { entity: ReviewedKind; year?: number; quarter?: number }): string | undefined
}

const isOf = (window: FillTimeRow, period: { year?: number; quarter?: number }): boolean =>
  period.year === undefined ||
  (window.year === period.year &&
    (window.quarter === null || window.quarter === (period.quarter ?? window.quarter)))

/** Reads the windows of all kinds once. Of several windows for a period the last one counts. */
export async function deadlinesFor(db: Db, user: Caller): Promise<ReviewDeadlines> {
  const windows = (await findWindows(db, {}, user)).filter(
    (window) => window.enabled && reaches(window, user),
  )
  const rows = windows.map((window) => ({
    type: window.fill_type,
    year: window.year,
    quarter: window.quarter,
    deadline: deadlineOf(window, user),
  }))
  return {
    expression: sql`(select max(w.deadline) from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as w(type text, year integer, quarter integer, deadline timestamptz)
      where w.type = (${JSON.stringify(FILL_TYPE_OF_REVIEWED)}::text::jsonb)->>t.entity
        and (t.year is null or w.year = t.year and (w.quarter is null or t.quarter is null or w.quarter = t.quarter)))`,
    of({ entity, ...period }) {
      const deadlines = windows
        .filter((window) => window.fill_type === FILL_TYPE_OF_REVIEWED[entity] && isOf(window, period))
        .map((window) => deadlineOf(window, user))
      return deadlines.sort().at(-1)
    },
  }
}
