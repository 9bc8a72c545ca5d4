import { defineHandlers } from '../contract/types.ts'
import { assessCatalogue } from '../domain/demo-reports/catalogue.ts'
import {
  createVersion,
  listVersions,
  publishVersion,
  saveVersion,
} from '../domain/demo-reports/catalogue-versions.ts'
import { findIndexValue, indexPeriods, saveIndexValue } from '../domain/demo-reports/index-values.ts'
import { pageProgress } from '../domain/demo-reports/progress-page.ts'
import { findProgress } from '../domain/demo-reports/progress-rows.ts'
import { saveProgress } from '../domain/demo-reports/progress-save.ts'
import { progressSubmissions } from '../domain/demo-reports/progress-view.ts'
import { notFound } from '../errors.ts'

export const demoReportHandlers = defineHandlers({
  async getAssessCatalogue({ query, user }, { db }) {
    return assessCatalogue(db, query, user)
  },

  async listAssessVersions({ query, user }, { db }) {
    return listVersions(db, query, user)
  },

  async createAssessVersion({ body, user }, { change }) {
    return change((trx) => createVersion(trx, body, user))
  },

  async saveAssessVersion({ body }, { change }) {
    return change((trx) => saveVersion(trx, body))
  },

  async publishAssessVersion({ body, user }, { change, now }) {
    return change((trx) => publishVersion(trx, body, user, now()))
  },

  async saveIndexValue({ body, user }, { change, now }) {
    return change((trx) => saveIndexValue(trx, body, user, now()))
  },

  async getIndexValueDraft({ query, user }, { db, now }) {
    return findIndexValue(db, query, user, now())
  },

  async getIndexOrderTime({ query, user }, { db, now }) {
    return indexPeriods(db, query, user, now())
  },

  async saveProgressSubmission({ body, user }, { db, change, now }) {
    const id = await change((trx) => saveProgress(trx, body, user, now()))
    const [saved] = await progressSubmissions(db, await findProgress(db, [id], user), user)
    if (!saved) throw notFound('进展报送')
    return saved
  },

  async listProgressSubmissions({ query, user }, { db }) {
    return pageProgress(db, query, user)
  },
})
