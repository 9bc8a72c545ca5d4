import { defineHandlers } from '../contract/types.ts'
import { may } from '../domain/caller.ts'
import { limitWindow } from '../domain/fill-time/limit.ts'
import { saveWindow } from '../domain/fill-time/save.ts'
import { fillTimeOf } from '../domain/fill-time/view.ts'
import { findWindows } from '../domain/fill-time/window.ts'
import { notFound } from '../errors.ts'

export const fillTimeHandlers = defineHandlers({
  async listFillTimes({ query, user }, { db, now }) {
    const { regionCode } = query
    return (await findWindows(db, query, user))
      .filter((row) => !regionCode || row.region_codes.length === 0 || row.region_codes.includes(regionCode))
      .map((row) => fillTimeOf(row, user, now()))
  },

  async saveFillTime({ body, user }, { db, change, now }) {
    const save = may(user, 'windows.limit') ? limitWindow : saveWindow
    const id = await change((trx) => save(trx, body, user))
    const [row] = await findWindows(db, { id }, user)
    if (!row) throw notFound('填报时间')
    return fillTimeOf(row, user, now())
  },
})
