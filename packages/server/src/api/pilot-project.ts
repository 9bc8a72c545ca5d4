import { defineHandlers } from '../contract/types.ts'
import type { Db, Trx } from '../db/database.ts'
import type { Transact } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { pageDeleted } from '../domain/deleted-drafts/list.ts'
import { restoreDrafts } from '../domain/deleted-drafts/restore.ts'
import { issuedDocuments, lifeOf } from '../domain/documents/life.ts'
import { fileInfoOf } from '../domain/files/info.ts'
import { keepUpload } from '../domain/files/keep.ts'
import { uploadWithUse } from '../domain/files/store.ts'
import { movePilots } from '../domain/kinds/pilot/move.ts'
import { attach, downloadAttachments } from '../domain/pilot-project/attachments.ts'
import { listBatches } from '../domain/pilot-project/batches.ts'
import { pilotBin } from '../domain/pilot-project/bin.ts'
import { copyParts, copySources } from '../domain/pilot-project/copy.ts'
import {
  pilotDetail,
  pilotImplementation,
  pilotPartStatuses,
  pilotProject,
} from '../domain/pilot-project/detail.ts'
import { exportPilots, PILOTS_NAME } from '../domain/pilot-project/export.ts'
import { formalCheck, judgePoints } from '../domain/pilot-project/formal-check.ts'
import { outlineOf } from '../domain/pilot-project/outline.ts'
import { allPilots, pagePilots, pilotNames } from '../domain/pilot-project/page.ts'
import type { WrittenPart } from '../domain/pilot-project/part-specs.ts'
import { type PartDraft, savePart } from '../domain/pilot-project/parts.ts'
import { platformPage } from '../domain/pilot-project/platform-page.ts'
import { findPilots, requirePilot } from '../domain/pilot-project/query.ts'
import { listQuotas, setQuotas } from '../domain/pilot-project/quota.ts'
import { setRecommendOrder } from '../domain/pilot-project/recommend-order.ts'
import { pilotRow } from '../domain/pilot-project/row.ts'
import { checkUnique, createPilot, deletePilots, updatePilot } from '../domain/pilot-project/write.ts'
import { pilotTasks } from '../domain/pilot-reports/pilot-tasks.ts'
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
  const rows = await findPilots(db, [id], user, { now: now() })
  const [status] = await pilotPartStatuses(db, rows, user, now())
  if (!status) throw notFound('示范项目')
  return status
}

export const pilotProjectHandlers = defineHandlers({
  async createDemoProject({ body, user }, { db, change, now }) {
    const id = await change((trx) => createPilot(trx, body, user, now()))
    return pilotProject(db, await requirePilot(db, id, user, { now: now() }), user)
  },

  async updateDemoProject({ body, user }, { db, change, now }) {
    await change((trx) => updatePilot(trx, body, user, now()))
    return pilotProject(db, await requirePilot(db, body.id, user, { now: now() }), user)
  },

  async deleteDemoProjects({ body, user }, { change, now }) {
    await change((trx) => deletePilots(trx, body, user, now()))
  },

  async listDeletedDemoProjects({ query, user }, { db, now }) {
    return pageDeleted(db, pilotBin, query, { user, now: now() })
  },

  async restoreDemoProjects({ body, user }, { change, now }) {
    await change((trx) => restoreDrafts(trx, pilotBin, body.ids, { user, now: now() }))
  },

  async listDemoProjects({ query, user }, { db, now }) {
    return pagePilots(db, query, user, { now: now() })
  },

  async listDemoBatches({ user }, { db, now }) {
    return listBatches(db, user, now())
  },

  async getSubmittedDemoProjects({ query, user }, { db, now }) {
    return pagePilots(db, query, user, { now: now(), isHandedIn: true })
  },

  async getAllDemoProjects({ query, user }, { db, now }) {
    return allPilots(db, query, user, now())
  },

  async getDemoNameIdList({ query, user }, { db, now }) {
    return pilotNames(db, query, user, now())
  },

  async getDemoProject({ query, user }, { db, now }) {
    const row = await requirePilot(db, query.id, user, { now: now() })
    return {
      ...(await pilotDetail(db, row, user, now())),
      life: await lifeOf(db, row, user),
      documents: await issuedDocuments(db, row, user),
    }
  },

  async getDemoImplementation({ query, user }, { db, now }) {
    return pilotImplementation(db, query.projectId, user, now())
  },

  async checkDemoUnique({ query, user }, { db }) {
    return checkUnique(db, query, user)
  },

  async getDemoSubmitStatus({ body, user }, { db, now }) {
    return pilotPartStatuses(db, await findPilots(db, body.projectIds, user, { now: now() }), user, now())
  },

  async updateDemoStatuses({ body, user }, { config, change, now }) {
    const { undoSeconds } = config
    return change((trx) => movePilots(trx, body, { user, now: now(), undoSeconds }))
  },

  async getDemoTasks({ query, user }, { db, now }) {
    return pilotTasks(db, query, user, now())
  },

  async exportDemoProjects({ query, user }, { db, now }) {
    return {
      fileName: `${PILOTS_NAME}-${day(now()).replaceAll('-', '')}.xlsx`,
      contentType: XLSX,
      content: await exportPilots(db, query, user, now()),
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
    return rows.map((row) => pilotRow(row, user))
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
