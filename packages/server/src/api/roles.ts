import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import { menuGrants, userGrants } from '../domain/roles/grants.ts'
import { planRoleChange } from '../domain/roles/plan.ts'
import { listRoles, requireRole, roleDetail } from '../domain/roles/query.ts'
import { createRole, deleteRoles, updateRole } from '../domain/roles/write.ts'
import { pageAccounts } from '../domain/users/query.ts'

export const roleHandlers = defineHandlers({
  async listRoles(_input, { db }) {
    return listRoles(db)
  },

  async getRole({ path }, { db }) {
    return roleDetail(db, path.id)
  },

  async createRole({ body, user }, { change }) {
    return change((trx) => createRole(trx, body, user))
  },

  async planRoleChange({ body, query, user }, { change }) {
    return change((trx) => planRoleChange(trx, body, user, query))
  },

  async updateRole({ body, user }, { change }) {
    return change((trx) => updateRole(trx, body, user))
  },

  async deleteRoles({ body }, { change }) {
    await change((trx) => deleteRoles(trx, body))
  },

  async listRoleUsers({ path, query }, { db }) {
    await requireRole(db, path.id)
    const hasRole = sql<boolean>`exists (select 1 from user_role ur where ur.user_id = u.id and ur.role_id = ${path.id})`
    return pageAccounts(db, [hasRole], query)
  },

  async getUserGrants({ path }, { db }) {
    return userGrants(db, path.id)
  },

  async getMenuGrants({ path }, { db }) {
    return menuGrants(db, path.id)
  },
})
