import { defineHandlers } from '../contract/types.ts'
import {
  deleteQueries,
  listSavedQueries,
  renameQuery,
  saveQuery,
} from '../domain/saved-queries/saved-queries.ts'
import { badRequest } from '../errors.ts'

export const savedQueryHandlers = defineHandlers({
  async listSavedQueries({ query, user }, { db }) {
    return listSavedQueries(db, query.listName, user)
  },

  async saveSavedQuery({ body, user }, { change }) {
    return change((trx) => saveQuery(trx, body, user))
  },

  async renameSavedQuery({ body, user }, { change }) {
    return change((trx) => renameQuery(trx, body, user))
  },

  async deleteSavedQueries({ query, body, user }, { change }) {
    const ids = [...new Set([...(query.ids ?? []), ...(body ?? [])])]
    if (ids.length === 0) throw badRequest('请选择要删除的内容')
    await change((trx) => deleteQueries(trx, ids, user))
  },
})
