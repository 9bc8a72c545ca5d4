import { defineHandlers } from '../contract/types.ts'
import { pageOrgs } from '../domain/org/query.ts'
import { createOrg, updateOrg } from '../domain/org/write.ts'
import { tellingMoved } from '../domain/users/tell-registered.ts'

export const orgHandlers = defineHandlers({
  async listOrgs({ query, user }, { db }) {
    return pageOrgs(db, query, user)
  },

  async createOrg({ body, user }, { change }) {
    return change((trx) => createOrg(trx, body, user))
  },

  async updateOrg({ body, user }, { change }) {
    return change((trx) => tellingMoved(trx, () => updateOrg(trx, body, user)))
  },
})
