import type { components } from '@xinchu/contract/schema'
import { momentOf } from '../../runtime/time.ts'
import { type Caller, may } from '../caller.ts'
import { reply } from '../reply.ts'
import { closureOf } from './closure.ts'
import { deadlineOf, deadlinesOf, type FillTimeRow, isOpenFor, reaches } from './window.ts'

type FillTime = components['schemas']['FillTime']

/** Converts a window to the contract's shape, with its state and its end for the caller. */
export function fillTimeOf(row: FillTimeRow, user: Caller, now: Date): FillTime {
  const open = isOpenFor(row, user, now)
  const deadline = deadlineOf(row, user)
  const isConcerned = reaches(row, user)
  return reply({
    id: row.id,
    version: row.version,
    fillType: row.fill_type,
    year: row.year,
    startTime: row.start_time,
    endTime: row.end_time,
    enabled: row.enabled,
    levelDeadlines: deadlinesOf(row),
    regionCodes: row.region_codes,
    ...(row.org_ids.length > 0 ? { orgIds: row.org_ids } : {}),
    open,
    deadline,
    ...(open
      ? { remainingSeconds: Math.max(0, Math.floor((momentOf(deadline).getTime() - now.getTime()) / 1000)) }
      : {}),
    quarter: row.quarter,
    batchNo: row.batch_no,
    remark: row.remark,
    // Only that office and those who set windows may see why another office got more time.
    reason: isConcerned || may(user, 'windows.set') ? row.reason : null,
    ...(open || !isConcerned
      ? {}
      : { closedReason: closureOf([row], { fillType: row.fill_type }, user, now).message }),
    updateBy: row.update_by,
    updateTime: row.update_time,
  })
}
