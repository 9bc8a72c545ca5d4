import { defineHandlers } from '../contract/types.ts'
import { askOpening, confirmGroup, confirmOpening, openingInfo } from '../domain/pilot-review/opening.ts'
import { excellentProgress, reviewProgress } from '../domain/pilot-review/progress.ts'
import { adjustResult, revealNames, reviewResults } from '../domain/pilot-review/results.ts'
import { exportResults, resultsName } from '../domain/pilot-review/results-export.ts'
import { saveScore } from '../domain/pilot-review/score.ts'
import { checkSeal, scoreReceipt } from '../domain/pilot-review/seal-check.ts'
import { pageTasks } from '../domain/pilot-review/tasks.ts'
import { XLSX } from '../workbook/index.ts'

/** Sheets, their seal, the opening, and the results. */
export const pilotScoreHandlers = defineHandlers({
  async savePrimaryScore({ body, user }, { change, now }) {
    return change((trx) => saveScore(trx, 'PRIMARY', body, user, now()))
  },

  async saveExcellentScore({ body, user }, { change, now }) {
    return change((trx) => saveScore(trx, 'EXCELLENT', body, user, now()))
  },

  async getPrimaryExpertList({ query, user }, { db }) {
    return pageTasks(db, 'PRIMARY', query, user)
  },

  async getExcellentExpertList({ query, user }, { db }) {
    return pageTasks(db, 'EXCELLENT', query, user)
  },

  async getExcellentExpertProgress({ query }, { db }) {
    return excellentProgress(db, query)
  },

  async getScoreReceipt({ query, user }, { db }) {
    return scoreReceipt(db, query, user)
  },

  async getReviewProgress({ query }, { db }) {
    return reviewProgress(db, query)
  },

  async confirmGroupSheets({ body, user }, { change }) {
    await change((trx) => confirmGroup(trx, body.groupId, user))
  },

  async getScoreOpening({ query }, { db }) {
    return openingInfo(db, query)
  },

  async askScoreOpening({ body, user }, { change }) {
    return change((trx) => askOpening(trx, body, user))
  },

  async confirmScoreOpening({ body, user }, { change }) {
    return change((trx) => confirmOpening(trx, body, user))
  },

  async checkScoreSeal({ query, user }, { db }) {
    return checkSeal(db, query, user)
  },

  async exportReviewResults({ query, user }, { db, now }) {
    return {
      fileName: `${resultsName(query)}.xlsx`,
      contentType: XLSX,
      content: await exportResults(db, query, user, now()),
    }
  },

  async getReviewResults({ query, user }, { db, now }) {
    return reviewResults(db, query, user, now())
  },

  async adjustReviewResult({ body, user }, { change, now }) {
    await change((trx) => adjustResult(trx, body, user, now()))
  },

  async revealExpertNames({ body, user }, { change }) {
    return change((trx) => revealNames(trx, body, user))
  },
})
