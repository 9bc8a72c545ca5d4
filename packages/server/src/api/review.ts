import { defineHandlers } from '../contract/types.ts'
import { reviewChanges } from '../domain/desk/changes.ts'
import { answerRemarks, closeRemarks } from '../domain/desk/deal.ts'
import { decideReviews } from '../domain/desk/decide.ts'
import { saveDraft } from '../domain/desk/drafts.ts'
import { phrasesOf, savePhrases } from '../domain/desk/phrases.ts'
import { reviewRecord } from '../domain/desk/record.ts'
import { countRemarks, listRemarks } from '../domain/desk/remark-list.ts'
import { listTasks } from '../domain/desk/tasks.ts'
import { undoStep } from '../domain/desk/undo.ts'

export const reviewHandlers = defineHandlers({
  async listReviewTasks({ query, user }, { db, now }) {
    return listTasks(db, query, user, now())
  },

  async getReviewRecord({ query, user }, { db, now }) {
    return reviewRecord(db, query, user, now())
  },

  async getReviewChanges({ query, user }, { db }) {
    return reviewChanges(db, query, user)
  },

  async listReviewRemarks({ query, user }, { db }) {
    return listRemarks(db, query, user)
  },

  async countReviewRemarks({ user }, { db }) {
    return countRemarks(db, user)
  },

  async answerReviewRemarks({ body, user }, { change, now }) {
    return change((trx) => answerRemarks(trx, body.items, user, now()))
  },

  async closeReviewRemarks({ body, user }, { change, now }) {
    return change((trx) => closeRemarks(trx, body, user, now()))
  },

  async saveReviewDraft({ body, user }, { change }) {
    return change((trx) => saveDraft(trx, body, user))
  },

  async listReviewPhrases({ user }, { db }) {
    return phrasesOf(db, user)
  },

  async saveReviewPhrases({ body, user }, { change }) {
    return change((trx) => savePhrases(trx, body, user))
  },

  async decideReviews({ body, user }, { change, now, config }) {
    const { undoSeconds } = config
    return change((trx) => decideReviews(trx, body, { user, now: now(), undoSeconds }))
  },

  async undoReview({ body, user }, { change, now }) {
    await change((trx) => undoStep(trx, body.undoId, user, now()))
  },
})
