import { defineHandlers } from '../contract/types.ts'
import { computeConflicts } from '../domain/pilot-review/conflict-store.ts'
import { decideConflict, groupConflicts } from '../domain/pilot-review/conflict-view.ts'
import { CONFLICTS_NAME, exportConflicts } from '../domain/pilot-review/conflicts-export.ts'
import { saveExpert, saveOwnAvailability } from '../domain/pilot-review/expert-write.ts'
import { expertProfile, pageExperts } from '../domain/pilot-review/experts.ts'
import { EXPERTS_NAME, exportExperts } from '../domain/pilot-review/experts-export.ts'
import { deleteGroupExperts, saveGroup } from '../domain/pilot-review/group-write.ts'
import { findGroupExperts, requireGroup } from '../domain/pilot-review/groups.ts'
import { approvePolicy, listPolicies, proposePolicy } from '../domain/pilot-review/policy.ts'
import { recomputeStale } from '../domain/pilot-review/recompute.ts'
import { declareRecusal } from '../domain/pilot-review/recusal.ts'
import { createExpert } from '../domain/users/create-expert.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

/** The expert pool, the groups and their conflicts of interest. */
export const pilotReviewHandlers = defineHandlers({
  async listExperts({ query }, { db, now }) {
    return pageExperts(db, query, now())
  },

  async exportExperts({ query }, { db, now }) {
    return {
      fileName: `${EXPERTS_NAME}-${day(now()).replaceAll('-', '')}.xlsx`,
      contentType: XLSX,
      content: await exportExperts(db, query, now()),
    }
  },

  async createExpert({ body, user }, services) {
    return createExpert(services, body, user)
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

  async listConflictPolicies(_, { db }) {
    return listPolicies(db)
  },

  async proposeConflictPolicy({ body, user }, { change }) {
    return change((trx) => proposePolicy(trx, body, user))
  },

  async approveConflictPolicy({ path, user }, { change, now }) {
    return change(async (trx) => {
      const policy = await approvePolicy(trx, path.id, user)
      await recomputeStale(trx, now())
      return policy
    })
  },

  async getGroupConflicts({ query }, { db }) {
    return groupConflicts(db, await requireGroup(db, query.groupId))
  },

  async exportConflicts({ query }, { db, now }) {
    const group = await requireGroup(db, query.groupId)
    return {
      fileName: `${CONFLICTS_NAME}-${group.group_name}-${day(now()).replaceAll('-', '')}.xlsx`,
      contentType: XLSX,
      content: await exportConflicts(db, group, now()),
    }
  },

  async computeConflicts({ body }, { change, now }) {
    return change(async (trx) => {
      const group = await requireGroup(trx, body.groupId)
      await computeConflicts(trx, group, now())
      return groupConflicts(trx, group)
    })
  },

  async decideConflict({ body, user }, { change }) {
    return change((trx) => decideConflict(trx, body, user))
  },

  async declareRecusal({ body, user }, { change, now }) {
    await change((trx) => declareRecusal(trx, body, user, now()))
  },
})
