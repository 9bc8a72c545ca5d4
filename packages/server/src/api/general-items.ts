import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import type { Caller } from '../domain/caller.ts'
import { type DueQuery, dueUsage } from '../domain/general-items/due-usage.ts'
import { dueYearCalc } from '../domain/general-items/due-year-calc.ts'
import { queryGeneralItems } from '../domain/general-items/query.ts'
import { remindUsageReporters } from '../domain/general-items/remind.ts'
import { saveGeneralItems } from '../domain/kinds/general-items/save.ts'
import { missing } from '../errors.ts'

/** The forms that are due, by type of form. */
const DUE = {
  USAGE: async (db, query, user, now) => {
    if (query.quarter === undefined) throw missing('quarter', '季度')
    return dueUsage(db, query, query.quarter, user, now)
  },
  YEARCALC: dueYearCalc,
} as const satisfies Record<
  DueQuery['itemType'],
  (db: Db, query: DueQuery, user: Caller, now: Date) => ReturnType<typeof dueYearCalc>
>

export const generalItemHandlers = defineHandlers({
  async saveGeneralItems({ body, user }, { change, config, now }) {
    const { undoSeconds } = config
    return change((trx) => saveGeneralItems(trx, body, user, { now: now(), undoSeconds }))
  },

  async queryGeneralItems({ query, user }, { db }) {
    return queryGeneralItems(db, query, user)
  },

  async remindUsageReporters({ body, user }, { change, now }) {
    return change((trx) => remindUsageReporters(trx, body, user, now()))
  },

  async listDueItems({ query, user }, { db, now }) {
    return DUE[query.itemType](db, query, user, now())
  },
})
