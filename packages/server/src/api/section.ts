import { defineHandlers } from '../contract/types.ts'
import { pageSections } from '../domain/sections/query.ts'
import { createSection, deleteSections, updateSection } from '../domain/sections/write.ts'
import { badRequest } from '../errors.ts'

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

  async deleteSections({ query, body, user }, { db }) {
    const ids = [...new Set([...(query.ids ?? []), ...(body ?? [])])]
    if (ids.length === 0) throw badRequest('请选择要删除的内容')
    await deleteSections(db, ids, user)
  },
})
