import { defineHandlers } from '../contract/types.ts'
import { childrenOf, descendantIds, pageMenus, superiorTree } from '../domain/menus/query.ts'
import { menuRoutes } from '../domain/menus/routes.ts'
import { createMenu, deleteMenus, updateMenu } from '../domain/menus/write.ts'

export const menuHandlers = defineHandlers({
  async buildMenus({ user }, { db }) {
    return menuRoutes(db, user.id)
  },

  async queryMenus({ query }, { db }) {
    return pageMenus(db, query)
  },

  async listMenuChildren({ query }, { db }) {
    return childrenOf(db, query.pid)
  },

  async listMenuDescendantIds({ query }, { db }) {
    return descendantIds(db, query.id)
  },

  async listSuperiorMenus({ body }, { db }) {
    return superiorTree(db, body)
  },

  async createMenu({ body }, { change }) {
    return change((trx) => createMenu(trx, body))
  },

  async updateMenu({ body }, { change }) {
    return change((trx) => updateMenu(trx, body))
  },

  async deleteMenus({ body }, { change }) {
    await change((trx) => deleteMenus(trx, body))
  },
})
