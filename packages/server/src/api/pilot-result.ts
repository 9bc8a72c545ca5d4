import type { components } from '@xinchu/contract/schema'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import { factorKey } from '../domain/auth/second-factor/key.ts'
import type { Caller } from '../domain/caller.ts'
import { registerPaperObjection } from '../domain/kinds/objection/register.ts'
import { revealObjector, stepObjection } from '../domain/kinds/objection/step.ts'
import { pageObjections } from '../domain/kinds/objection/view.ts'
import { pageExcellentGroups, saveExcellentGroup } from '../domain/pilot-review/excellent-groups.ts'
import { preferredDetail } from '../domain/pilot-review/preferred.ts'
import { publicList, setPublicity } from '../domain/pilot-review/publicity.ts'
import { excellentPage, excellentStates, unionPage } from '../domain/pilot-review/result-pages.ts'
import { reply } from '../domain/reply.ts'
import { notFound } from '../errors.ts'

type Schemas = components['schemas']

async function oneObjection(db: Db, { id }: { id: number }, user: Caller, key: string) {
  const { content } = await pageObjections(db, { id }, user, key)
  const [found] = content
  if (!found) throw notFound('异议')
  return found
}

/** Handlers of the excellence review and its results. */
export const pilotResultHandlers = defineHandlers({
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

  async listDemoObjections({ query, user }, { db, config }) {
    return pageObjections(db, query, user, await factorKey(db, config))
  },

  async registerPaperObjection({ body, user }, { change, now, config }) {
    return change(async (trx) =>
      registerPaperObjection(trx, body, { user, now: now(), key: await factorKey(trx, config) }),
    )
  },

  async stepObjection({ body, user }, { change, now, config }) {
    const { undoSeconds } = config
    return change(async (trx) => {
      const key = await factorKey(trx, config)
      const { undo } = await stepObjection(trx, body, { user, now: now(), undoSeconds, key })
      return reply<Schemas['ObjectionStepResult']>({
        objection: await oneObjection(trx, body, user, key),
        undo,
      })
    })
  },

  async revealObjector({ body, user }, { change, config }) {
    return change(async (trx) => revealObjector(trx, body, { user, key: await factorKey(trx, config) }))
  },
})
