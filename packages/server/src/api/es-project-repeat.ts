import { defineHandlers } from '../contract/types.ts'
import { decideAppeal, openAppeal, withdrawAppeal } from '../domain/es-project/appeals/appeal.ts'
import { listAppeals } from '../domain/es-project/appeals/list.ts'
import { contrast } from '../domain/es-project/duplicates/contrast.ts'
import { decidePairs } from '../domain/es-project/duplicates/decide.ts'
import { subjectOf } from '../domain/es-project/duplicates/draft.ts'
import { findDuplicates } from '../domain/es-project/duplicates/find.ts'
import { pagePairs, pairsById } from '../domain/es-project/duplicates/pairs.ts'
import { shownPairs } from '../domain/es-project/duplicates/show.ts'
import { badRequest } from '../errors.ts'

export const repeatHandlers = defineHandlers({
  async checkProjectRepeat({ body, user }, { db, change }) {
    if (body.pairIds?.length) {
      const ids = await change((trx) => decidePairs(trx, body, user))
      return pairsById(db, ids, user)
    }
    if (!body.project) throw badRequest('F-001', '请给出待查项目，或待判定的重复对', 'project')
    const subject = await subjectOf(db, body.project, user, body.excludeId)
    const [pairs = []] = await findDuplicates(db, [subject], user)
    return shownPairs(db, [{ id: subject.id, pairs }], user)
  },

  async queryRepeatPairs({ query, user }, { db }) {
    return pagePairs(db, query, user)
  },

  async listRepeatAppeals({ query, user }, { db }) {
    return listAppeals(db, query, user)
  },

  async createRepeatAppeal({ body, user }, { change }) {
    return change((trx) => openAppeal(trx, body, user))
  },

  async withdrawRepeatAppeal({ body, user }, { change }) {
    await change((trx) => withdrawAppeal(trx, body.id, user))
  },

  async decideRepeatAppeal({ body, user }, { change }) {
    return change((trx) => decideAppeal(trx, body, user))
  },

  async getContrastList({ query, user }, { db }) {
    return contrast(db, query.ids, user)
  },
})
