import { defineHandlers } from '../contract/types.ts'
import { searchAll } from '../domain/search/search.ts'
import { day } from '../runtime/time.ts'

export const searchHandlers = defineHandlers({
  async searchAll({ query, user }, { db, now }) {
    return searchAll(db, query, user, day(now()))
  },
})
