import type { Selectable } from 'kysely'
import type { Db } from '../db/open.ts'
import type { FillTimeTable } from '../db/schema-foundation.ts'
import { windowClosed } from '../errors.ts'
import { momentOf } from '../runtime/time.ts'
import type { Caller } from './caller.ts'

export type FillTimeRow = Selectable<FillTimeTable>

const LEVELS: Readonly<Record<number, string>> = { 100: 'enterprise', 5: 'county', 4: 'city', 3: 'province' }
// The nation and the administrators are bound by no window.
const EXEMPT = new Set([1, 900])

/** Whether a window holds for this caller's region; one without regions holds for all. */
function reaches({ region_codes }: FillTimeRow, user: Caller): boolean {
  return (
    region_codes.length === 0 ||
    [user.provinceCode, user.cityCode, user.countyCode].some(
      (code) => code !== undefined && region_codes.includes(code),
    )
  )
}

/** Until when this caller may act within a window: his level's deadline, or the window's end. */
export function deadlineOf(window: FillTimeRow, user: Caller): string {
  const level = LEVELS[user.deptId]
  const deadlines = window.level_deadlines as Readonly<Record<string, string>> // written by this server as such
  return (level && deadlines[level]) || window.end_time
}

export function isOpenFor(window: FillTimeRow, user: Caller, now: Date): boolean {
  if (EXEMPT.has(user.deptId)) return true
  if (!window.enabled || !reaches(window, user)) return false
  return momentOf(window.start_time) <= now && now <= momentOf(deadlineOf(window, user))
}

export async function windowsOf(db: Db, fillType: string): Promise<FillTimeRow[]> {
  return db
    .selectFrom('fill_time')
    .selectAll()
    .where('fill_type', '=', fillType)
    .orderBy('start_time', 'desc')
    .execute()
}

/** @throws HttpError 423 when no window of this type is open for the caller */
export async function requireWindow(db: Db, fillType: string, user: Caller, now: Date): Promise<void> {
  if (EXEMPT.has(user.deptId)) return
  const windows = await windowsOf(db, fillType)
  if (!windows.some((window) => isOpenFor(window, user, now))) throw windowClosed()
}
