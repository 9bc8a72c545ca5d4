import { defineHandlers } from '../contract/types.ts'
import { assessCatalogue } from '../domain/demo-reports/catalogue.ts'

export const demoReportHandlers = defineHandlers({
  async getAssessCatalogue({ query }, { db }) {
    return assessCatalogue(db, query)
  },
})
