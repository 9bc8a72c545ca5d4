import { defineHandlers } from '../contract/types.ts'
import { may } from '../domain/caller.ts'
import { copyWindows } from '../domain/fill-time/copy.ts'
import { limitWindow } from '../domain/fill-time/limit.ts'
import { saveWindow } from '../domain/fill-time/save.ts'
import { fillTimeOf } from '../domain/fill-time/view.ts'
import { findWindows, isForAll } from '../domain/fill-time/window.ts'
import { notFound } from '../errors.ts'

export const fillTimeHandlers = defineHandlers({
  async listFillTimes({ query, user }, { db, now }) {
    const { regionCode } = query
    return (await findWindows(db, query, user))
      .filter((row) => !regionCode || isForAll(row) || row.region_codes.includes(regionCode))
      .map((row) => fillTimeOf(row, user, now()))
  },

  async saveFillTime({ body, user }, { db, change, now }) {
    const save = may(user, 'windows.limit') ? limitWindow : saveWindow
    const id = await change((trx) => save(trx, body, user, now()))
    const [row] = await findWindows(db, { id }, user)
    if (!row) throw notFound('填报时间')
    return fillTimeOf(row, user, now())
  },

  async copyFillTimes({ body, user }, { change }) {
    return change((trx) => copyWindows(trx, body, user))
  },
})
