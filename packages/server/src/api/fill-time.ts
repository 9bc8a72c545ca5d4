import type { components } from '@xinchu/sdk/schema'
import { defineHandlers } from '../contract/types.ts'
import { definedOnly } from '../domain/auth/info.ts'
import type { Caller } from '../domain/caller.ts'
import { limitWindow } from '../domain/fill-time/limit.ts'
import { saveWindow } from '../domain/fill-time/save.ts'
import { deadlineOf, deadlinesOf, type FillTimeRow, findWindows, isOpenFor } from '../domain/fill-time.ts'
import { notFound } from '../errors.ts'
import { momentOf } from '../runtime/time.ts'

type FillTime = components['schemas']['FillTime']

const PROVINCE = 3

function fillTimeOf(row: FillTimeRow, user: Caller, now: Date): FillTime {
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

export const fillTimeHandlers = defineHandlers({
  async listFillTimes({ query, user }, { db, now }) {
    const { regionCode } = query
    return (await findWindows(db, query, user))
      .filter((row) => !regionCode || row.region_codes.length === 0 || row.region_codes.includes(regionCode))
      .map((row) => fillTimeOf(row, user, now()))
  },

  async saveFillTime({ body, user }, { db, now }) {
    const save = user.deptId === PROVINCE ? limitWindow : saveWindow
    const id = await save(db, body, user)
    const [row] = await findWindows(db, { id }, user)
    if (!row) throw notFound('填报时间')
    return fillTimeOf(row, user, now())
  },
})
