import { defineHandlers } from '../contract/types.ts'
import type { Db, Trx } from '../db/database.ts'
import type { Transact } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { attach, downloadAttachments } from '../domain/demo-project/attachments.ts'
import { listBatches } from '../domain/demo-project/batches.ts'
import { copyParts, copySources } from '../domain/demo-project/copy.ts'
import {
  demoDetail,
  demoImplementation,
  demoPartStatuses,
  demoProject,
} from '../domain/demo-project/detail.ts'
import { DEMOS_NAME, exportDemos } from '../domain/demo-project/export.ts'
import { formalCheck, judgePoints } from '../domain/demo-project/formal-check.ts'
import { outlineOf } from '../domain/demo-project/outline.ts'
import { allDemos, demoNames, pageDemos } from '../domain/demo-project/page.ts'
import type { WrittenPart } from '../domain/demo-project/part-specs.ts'
import { type PartDraft, savePart } from '../domain/demo-project/parts.ts'
import { platformPage } from '../domain/demo-project/platform-page.ts'
import { findDemos, requireDemo } from '../domain/demo-project/query.ts'
import { listQuotas, setQuotas } from '../domain/demo-project/quota.ts'
import { setRecommendOrder } from '../domain/demo-project/recommend-order.ts'
import { demoRow } from '../domain/demo-project/row.ts'
import { demoTasks } from '../domain/demo-project/tasks.ts'
import { checkUnique, createDemo, deleteDemos, updateDemo } from '../domain/demo-project/write.ts'
import { issuedDocuments, lifeOf } from '../domain/documents/life.ts'
import { fileInfoOf } from '../domain/files/info.ts'
import { keepUpload } from '../domain/files/keep.ts'
import { uploadWithUse } from '../domain/files/store.ts'
import { movePilots } from '../domain/kinds/pilot/move.ts'
import { notFound } from '../errors.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

interface Saving {
  db: Db
  change: Transact
  now(): Date
}

/** Saves a part and returns the project's completeness. */
async function saved<Part extends WrittenPart>(
  draft: PartDraft<Part>,
  user: Caller,
  { db, change, now }: Saving,
) {
  await change((trx) => savePart(trx, draft, user, now()))
  return statusOf(draft.projectId, user, { db, now })
}

/** Returns the completeness of a project's parts. */
async function statusOf(id: number, user: Caller, { db, now }: Pick<Saving, 'db' | 'now'>) {
  const rows = await findDemos(db, [id], user, { now: now() })
  const [status] = await demoPartStatuses(db, rows, user, now())
  if (!status) throw notFound('示范项目')
  return status
}

export const demoProjectHandlers = defineHandlers({
  async createDemoProject({ body, user }, { db, change, now }) {
    const id = await change((trx) => createDemo(trx, body, user, now()))
    return demoProject(db, await requireDemo(db, id, user, { now: now() }), user)
  },

  async updateDemoProject({ body, user }, { db, change, now }) {
    await change((trx) => updateDemo(trx, body, user, now()))
    return demoProject(db, await requireDemo(db, body.id, user, { now: now() }), user)
  },

  async deleteDemoProjects({ body, user }, { change, now }) {
    await change((trx) => deleteDemos(trx, body, user, now()))
  },

  async listDemoProjects({ query, user }, { db, now }) {
    return pageDemos(db, query, user, { now: now() })
  },

  async listDemoBatches({ user }, { db, now }) {
    return listBatches(db, user, now())
  },

  async getSubmittedDemoProjects({ query, user }, { db, now }) {
    return pageDemos(db, query, user, { now: now(), isHandedIn: true })
  },

  async getAllDemoProjects({ query, user }, { db, now }) {
    return allDemos(db, query, user, now())
  },

  async getDemoNameIdList({ query, user }, { db, now }) {
    return demoNames(db, query, user, now())
  },

  async getDemoProject({ query, user }, { db, now }) {
    const row = await requireDemo(db, query.id, user, { now: now() })
    return {
      ...(await demoDetail(db, row, user, now())),
      life: await lifeOf(db, row, user),
      documents: await issuedDocuments(db, row, user),
    }
  },

  async getDemoImplementation({ query, user }, { db, now }) {
    return demoImplementation(db, query.projectId, user, now())
  },

  async checkDemoUnique({ query, user }, { db }) {
    return checkUnique(db, query, user)
  },

  async getDemoSubmitStatus({ body, user }, { db, now }) {
    return demoPartStatuses(db, await findDemos(db, body.projectIds, user, { now: now() }), user, now())
  },

  async updateDemoStatuses({ body, user }, { config, change, now }) {
    const { undoSeconds } = config
    return change((trx) => movePilots(trx, body, { user, now: now(), undoSeconds }))
  },

  async getDemoTasks({ query, user }, { db, now }) {
    return demoTasks(db, query, user, now())
  },

  async exportDemoProjects({ query, user }, { db, now }) {
    return {
      fileName: `${DEMOS_NAME}-${day(now()).replaceAll('-', '')}.xlsx`,
      contentType: XLSX,
      content: await exportDemos(db, query, user, now()),
    }
  },

  async getPlatformProjectPage({ query, user }, { db, now }) {
    return platformPage(db, query, user, now())
  },

  async listDemoCopySources({ query, user }, { db, now }) {
    return copySources(db, query.projectId, user, now())
  },

  async copyDemoParts({ body, user }, services) {
    const { change, now } = services
    await change((trx) => copyParts(trx, body, user, now()))
    return statusOf(body.projectId, user, services)
  },

  async getFormalCheck({ query, user }, { db, now }) {
    return formalCheck(db, query.projectId, user, now())
  },

  async judgeFormalCheck({ body, user }, { db, change, now }) {
    await change((trx) => judgePoints(trx, body, user, now()))
    return formalCheck(db, body.projectId, user, now())
  },

  async listRecommendQuotas({ query, user }, { db }) {
    return listQuotas(db, query, user)
  },

  async setRecommendQuotas({ body, user }, { db, change }) {
    await change((trx) => setQuotas(trx, body, user))
    return listQuotas(db, body, user)
  },

  async setRecommendOrder({ body, user }, { change, now }) {
    const rows = await change((trx) => setRecommendOrder(trx, body.ids, user, now()))
    return rows.map((row) => demoRow(row, user))
  },

  async uploadDemoFile({ upload, user }, services) {
    const used = uploadWithUse(upload)
    const record = (trx: Trx) => attach(trx, used, user, services.now())
    return fileInfoOf(await keepUpload(used.upload, record, services))
  },

  async downloadDemoFile({ query, user, request }, { db, files, now }) {
    return downloadAttachments(db, query, user, { now: now(), files, request })
  },

  getDemoOutline({ query }) {
    return outlineOf(query)
  },

  async saveDemoApplication({ body, user }, services) {
    const { projectId, version, draft, ...content } = body
    return saved({ part: 'APPLICATION', projectId, version, draft, content }, user, services)
  },

  async saveDemoImplementation({ body, user }, services) {
    const { projectId, version, draft, ...content } = body
    return saved({ part: 'IMPLEMENTATION', projectId, version, draft, content }, user, services)
  },

  async saveDemoBrief({ body, user }, services) {
    const { projectId, version, draft, ...content } = body
    return saved({ part: 'BRIEF', projectId, version, draft, content }, user, services)
  },
})
