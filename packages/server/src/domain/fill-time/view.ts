import type { components } from '@xinchu/sdk/schema'
import { momentOf } from '../../runtime/time.ts'
import { definedOnly } from '../auth/info.ts'
import type { Caller } from '../caller.ts'
import { deadlineOf, deadlinesOf, type FillTimeRow, isOpenFor } from './window.ts'

type FillTime = components['schemas']['FillTime']

/** A window as the contract has it, with whether and how long it is open to this caller. */
export function fillTimeOf(row: FillTimeRow, user: Caller, now: Date): FillTime {
  const open = isOpenFor(row, user, now)
  const deadline = deadlineOf(row, user)
  return {
    id: row.id,
    version: row.version,
    fillType: row.fill_type as FillTime['fillType'], // checked when it was written
    year: row.year,
    startTime: row.start_time,
    endTime: row.end_time,
    enabled: row.enabled,
    levelDeadlines: deadlinesOf(row),
    regionCodes: row.region_codes,
    open,
    deadline,
    ...(open
      ? { remainingSeconds: Math.max(0, Math.floor((momentOf(deadline).getTime() - now.getTime()) / 1000)) }
      : {}),
    ...definedOnly({
      quarter: row.quarter ?? undefined,
      batchNo: row.batch_no ?? undefined,
      remark: row.remark ?? undefined,
      updateBy: row.update_by ?? undefined,
      updateTime: row.update_time,
    }),
  }
}
