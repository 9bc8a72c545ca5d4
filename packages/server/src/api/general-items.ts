import { defineHandlers } from '../contract/types.ts'
import { dueUsage } from '../domain/general-items/due-usage.ts'
import { dueYearCalc } from '../domain/general-items/due-year-calc.ts'
import { queryGeneralItems } from '../domain/general-items/query.ts'
import { remindUsageReporters } from '../domain/general-items/remind.ts'
import { saveGeneralItems } from '../domain/kinds/general-items/save.ts'
import { missing } from '../errors.ts'

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
    if (query.itemType === 'YEARCALC') return dueYearCalc(db, query, user)
    if (query.quarter === undefined) throw missing('quarter', '季度')
    return dueUsage(db, query, query.quarter, user, now())
  },
})
