import { defineHandlers } from '../contract/types.ts'
import { pageExcellentGroups, saveExcellentGroup } from '../domain/demo-review/excellent-groups.ts'

/** The excellence review and what comes of it. */
export const demoResultHandlers = defineHandlers({
  async createExcellentGroup({ body, user }, { change }) {
    return change((trx) => saveExcellentGroup(trx, body, user))
  },

  async getExcellentGroupPage({ query }, { db }) {
    return pageExcellentGroups(db, query)
  },
})
