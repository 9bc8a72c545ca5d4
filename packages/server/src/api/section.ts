import { defineHandlers } from '../contract/types.ts'
import { pageSections } from '../domain/sections/query.ts'
import { createSection, deleteSections, updateSection } from '../domain/sections/write.ts'

export const sectionHandlers = defineHandlers({
  async querySections({ query, user }, { db }) {
    return pageSections(db, query, user)
  },

  async createSection({ body, user }, { change }) {
    return change((trx) => createSection(trx, body, user))
  },

  async updateSection({ body, user }, { change, now }) {
    return change((trx) => updateSection(trx, body, user, now()))
  },

  async deleteSections({ body, user }, { change }) {
    await change((trx) => deleteSections(trx, body, user))
  },
})
