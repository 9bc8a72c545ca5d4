import { defineHandlers } from '../contract/types.ts'
import { saveExpert, saveOwnAvailability } from '../domain/demo-review/expert-write.ts'
import { expertProfile, pageExperts } from '../domain/demo-review/experts.ts'
import { deleteGroupExperts, saveGroup } from '../domain/demo-review/group-write.ts'
import { findGroupExperts } from '../domain/demo-review/groups.ts'

/** The expert pool and the groups. */
export const demoReviewHandlers = defineHandlers({
  async listExperts({ query }, { db, now }) {
    return pageExperts(db, query, now())
  },

  async saveExpert({ body, user }, { change, now }) {
    return change((trx) => saveExpert(trx, body, user, now()))
  },

  async getOwnExpert({ user }, { db, now }) {
    return expertProfile(db, user.id, now())
  },

  async saveOwnAvailability({ body, user }, { change, now }) {
    return change((trx) => saveOwnAvailability(trx, body, user, now()))
  },

  async createExpertGroup({ body, user }, { change }) {
    return change((trx) => saveGroup(trx, body, user))
  },

  async findGroupExperts({ query }, { db, now }) {
    return findGroupExperts(db, query, now())
  },

  async deleteGroupExperts({ body, user }, { change }) {
    await change((trx) => deleteGroupExperts(trx, body, user))
  },
})
