import { assertConditions } from '../contract/saved-conditions.ts'
import { defineHandlers } from '../contract/types.ts'
import {
  deleteQueries,
  listSavedQueries,
  renameQuery,
  saveQuery,
} from '../domain/saved-queries/saved-queries.ts'

export const savedQueryHandlers = defineHandlers({
  async listSavedQueries({ query, user }, { db }) {
    return listSavedQueries(db, query.listName, user)
  },

  async saveSavedQuery({ body, user }, { db, change }) {
    await assertConditions(db, body)
    return change((trx) => saveQuery(trx, body, user))
  },

  async renameSavedQuery({ body, user }, { change }) {
    return change((trx) => renameQuery(trx, body, user))
  },

  async deleteSavedQueries({ body, user }, { change }) {
    await change((trx) => deleteQueries(trx, body, user))
  },
})
