import { defineHandlers } from '../contract/types.ts'
import { assessCatalogue } from '../domain/demo-reports/catalogue.ts'
import { findIndexValue, indexPeriods, saveIndexValue } from '../domain/demo-reports/index-values.ts'

export const demoReportHandlers = defineHandlers({
  async getAssessCatalogue({ query }, { db }) {
    return assessCatalogue(db, query)
  },

  async saveIndexValue({ body, user }, { change, now }) {
    return change((trx) => saveIndexValue(trx, body, user, now()))
  },

  async getIndexValueDraft({ query, user }, { db, now }) {
    return findIndexValue(db, query, user, now())
  },

  async getIndexOrderTime({ query, user }, { db, now }) {
    return indexPeriods(db, query, user, now())
  },
})
