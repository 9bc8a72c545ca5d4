import { defineHandlers } from '../contract/types.ts'
import { pageExcellentGroups, saveExcellentGroup } from '../domain/demo-review/excellent-groups.ts'
import { answerObjection, pageObjections, submitObjection } from '../domain/demo-review/objections.ts'
import { preferredDetail } from '../domain/demo-review/preferred.ts'
import { publicList, setPublicity } from '../domain/demo-review/publicity.ts'
import { excellentPage, excellentStates, unionPage } from '../domain/demo-review/result-pages.ts'

/** Handlers of the excellence review and its results. */
export const demoResultHandlers = defineHandlers({
  async createExcellentGroup({ body, user }, { change }) {
    return change((trx) => saveExcellentGroup(trx, body, user))
  },

  async getExcellentGroupPage({ query }, { db }) {
    return pageExcellentGroups(db, query)
  },

  async getExcellentProjectPage({ query, user }, { db, now }) {
    return excellentPage(db, query, user, now())
  },

  async getExcellentTypeStatus({ query, user }, { db, now }) {
    return excellentStates(db, query, user, now())
  },

  async getPrimaryExcellentUnion({ query, user }, { db, now }) {
    return unionPage(db, query, user, now())
  },

  async getPreferredDetails({ path, query, user }, { db, now }) {
    return preferredDetail(db, { id: path.id, stage: query.stage ?? 'EXCELLENT' }, user, now())
  },

  async listPublicDemos({ query }, { db, now }) {
    return publicList(db, query, now())
  },

  async setPublicity({ body, user }, { change, now }) {
    return change((trx) => setPublicity(trx, body, user, now()))
  },

  async listDemoObjections({ query, user }, { db }) {
    return pageObjections(db, query, user)
  },

  async submitDemoObjection({ body, user }, { change, now }) {
    return change((trx) => submitObjection(trx, body, user, now()))
  },

  async answerDemoObjection({ body, user }, { change }) {
    return change((trx) => answerObjection(trx, body, user))
  },
})
