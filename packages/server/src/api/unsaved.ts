import { defineHandlers } from '../contract/types.ts'
import { deleteUnsaved, saveUnsaved } from '../domain/unsaved/changes.ts'
import { listUnsaved, unsavedValues } from '../domain/unsaved/entries.ts'

export const unsavedHandlers = defineHandlers({
  async listUnsaved({ user }, { db, now }) {
    return listUnsaved(db, user, now())
  },

  async getUnsavedValues({ query, user }, { db }) {
    return unsavedValues(db, query, user)
  },

  async saveUnsaved({ body, user }, { change }) {
    return change((trx) => saveUnsaved(trx, body, user))
  },

  async deleteUnsaved({ body, user }, { change }) {
    await change((trx) => deleteUnsaved(trx, body, user))
  },
})
