import { defineHandlers } from '../contract/types.ts'
import { assignExcellent, assignPrimary } from '../domain/pilot-review/assign.ts'
import { changePlan, computePlan, findPlan } from '../domain/pilot-review/plan.ts'
import {
  applyReassignment,
  extendDeadline,
  planReassignment,
  remindExperts,
} from '../domain/pilot-review/reassign.ts'
import { askSeed, decideSeed, listSeedRequests } from '../domain/pilot-review/seed-requests.ts'

/** Handlers of expert assignment: plans, seeds, reassignment and deadlines. */
export const pilotAssignHandlers = defineHandlers({
  async getAssignPlan({ query }, { db, now }) {
    return findPlan(db, query, now())
  },

  async computeAssignPlan({ body, user }, { change, now }) {
    return change((trx) => computePlan(trx, body, user, now()))
  },

  async changeAssignPlan({ body }, { change, now }) {
    return change((trx) => changePlan(trx, body, now()))
  },

  async assignPrimaryExperts({ body, user }, { change, now }) {
    return change((trx) => assignPrimary(trx, body, { user, now: now() }))
  },

  async assignExcellentExperts({ body, user }, { change, now }) {
    return change((trx) => assignExcellent(trx, body, { user, now: now() }))
  },

  async listSeedRequests({ query }, { db }) {
    return listSeedRequests(db, query.groupId)
  },

  async askSeed({ body, user }, { change }) {
    return change((trx) => askSeed(trx, body, user))
  },

  async decideSeed({ path, body, user }, { change }) {
    return change((trx) => decideSeed(trx, path.id, body, user))
  },

  async planReassignment({ body }, { db, now }) {
    return planReassignment(db, body, now())
  },

  async applyReassignment({ body, user }, { change, now }) {
    return change((trx) => applyReassignment(trx, body, user, now()))
  },

  async extendReviewDeadline({ body }, { change, now }) {
    return change((trx) => extendDeadline(trx, body, now()))
  },

  async remindExperts({ body }, { change, now }) {
    return change((trx) => remindExperts(trx, body, now()))
  },
})
