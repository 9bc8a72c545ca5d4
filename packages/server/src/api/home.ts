import { defineHandlers } from '../contract/types.ts'
import { homeChanges } from '../domain/home/changes.ts'
import { pinnedCards, savePinnedCards } from '../domain/home/pinned-cards.ts'

export const homeHandlers = defineHandlers({
  async getHomeChanges({ user }, { db }) {
    return homeChanges(db, user)
  },

  async getPinnedCards({ user }, { db }) {
    return pinnedCards(db, user)
  },

  async savePinnedCards({ body, user }, { change }) {
    return change((trx) => savePinnedCards(trx, body, user))
  },
})
