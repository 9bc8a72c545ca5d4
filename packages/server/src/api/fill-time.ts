import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import { definedOnly } from '../domain/auth/info.ts'
import type { Caller } from '../domain/caller.ts'
import { deadlineOf, type FillTimeRow, isOpenFor } from '../domain/fill-time.ts'
import { badRequest, forbidden, notFound, staleVersion } from '../errors.ts'
import { momentOf } from '../runtime/time.ts'

type FillTime = components['schemas']['FillTime']

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
    levelDeadlines: row.level_deadlines as NonNullable<FillTime['levelDeadlines']>, // checked when it was written
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
      updateTime: row.update_time,
    }),
  }
}

export const fillTimeHandlers = defineHandlers({
  async listFillTimes({ query, user }, { db, now }) {
    const rows = await db
      .selectFrom('fill_time')
      .selectAll()
      .$if(query.fillType !== undefined, (all) => all.where('fill_type', '=', query.fillType ?? ''))
      .$if(query.year !== undefined, (all) => all.where('year', '=', query.year ?? 0))
      .$if(query.quarter !== undefined, (all) => all.where('quarter', '=', query.quarter ?? 0))
      .orderBy('start_time', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const { regionCode } = query
    return rows
      .filter((row) => !regionCode || row.region_codes.length === 0 || row.region_codes.includes(regionCode))
      .map((row) => fillTimeOf(row, user, now()))
  },

  async saveFillTime({ body, user }, { db, now }) {
    if (user.deptId === 3) throw forbidden('省级暂不能设置填报时间，请联系国家主管部门')
    if (body.endTime <= body.startTime)
      throw badRequest('日期先后顺序不正确', [{ field: 'endTime', message: '日期先后顺序不正确' }])
    const values = {
      fill_type: body.fillType,
      year: body.year,
      quarter: body.quarter ?? null,
      batch_no: body.batchNo ?? null,
      start_time: body.startTime,
      end_time: body.endTime,
      level_deadlines: JSON.stringify(body.levelDeadlines ?? {}),
      region_codes: body.regionCodes ?? [],
      enabled: body.enabled,
      remark: body.remark ?? null,
      update_by: user.username,
      update_time: sql<string>`now()`,
    }
    if (body.id === undefined) {
      const made = await db
        .insertInto('fill_time')
        .values({ ...values, create_by: user.username })
        .returningAll()
        .executeTakeFirstOrThrow()
      return fillTimeOf(made, user, now())
    }
    const changed = await db
      .updateTable('fill_time')
      .set({ ...values, version: sql`version + 1` })
      .where('id', '=', body.id)
      .where('version', '=', body.version ?? -1)
      .returningAll()
      .executeTakeFirst()
    if (changed) return fillTimeOf(changed, user, now())
    const exists = await db.selectFrom('fill_time').select('id').where('id', '=', body.id).executeTakeFirst()
    throw exists ? staleVersion() : notFound('填报时间')
  },
})
