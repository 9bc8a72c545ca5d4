import { defineHandlers } from '../contract/types.ts'
import { pageSections } from '../domain/sections/query.ts'
import { createSection, deleteSections, updateSection } from '../domain/sections/write.ts'

export const sectionHandlers = defineHandlers({
  async querySections({ query, user }, { db }) {
    return pageSections(db, query, user)
  },

  async createSection({ body, user }, { db }) {
    return createSection(db, body, user)
  },

  async updateSection({ body, user }, { db }) {
    return updateSection(db, body, user)
  },

  async deleteSections({ body, user }, { db }) {
    await deleteSections(db, body, user)
  },
})
