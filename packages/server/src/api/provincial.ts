import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import type { Caller } from '../domain/caller.ts'
import { pageDeleted } from '../domain/deleted-drafts/list.ts'
import { restoreDrafts } from '../domain/deleted-drafts/restore.ts'
import { workReportWord } from '../domain/documents/work-report-documents.ts'
import { openStored } from '../domain/files/stored.ts'
import { provincialBin } from '../domain/kinds/provincial-pilot/bin.ts'
import {
  createProvincialDemo,
  deleteProvincialDemos,
  updateProvincialDemo,
} from '../domain/kinds/provincial-pilot/save.ts'
import { saveWorkReport } from '../domain/kinds/work-report/save.ts'
import { isHeldByProvince } from '../domain/provincial/files.ts'
import { ownProvince } from '../domain/provincial/parts.ts'
import { checkName } from '../domain/provincial/pilot-check.ts'
import { exportProvincialPilots } from '../domain/provincial/pilot-export.ts'
import { pageProvincialPilots } from '../domain/provincial/pilot-page.ts'
import { requireProvincialPilot } from '../domain/provincial/pilot-rows.ts'
import { provincialDemos } from '../domain/provincial/pilot-view.ts'
import { exportWorkReports } from '../domain/provincial/report-export.ts'
import { listWorkReports } from '../domain/provincial/report-list.ts'
import { remindWorkReports } from '../domain/provincial/report-remind.ts'
import { findWorkReport, requireWorkReport } from '../domain/provincial/report-rows.ts'
import { newWorkReport, workReport } from '../domain/provincial/report-view.ts'
import { notFound } from '../errors.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

async function storedPilot(db: Db, id: number, user: Caller) {
  const [project] = await provincialDemos(db, [await requireProvincialPilot(db, id, user)], user)
  if (!project) throw notFound('省级示范项目')
  return project
}

export const provincialHandlers = defineHandlers({
  async createProvincialDemo({ body, user }, { db, change, now, config }) {
    const means = { user, now: now(), undoSeconds: config.undoSeconds }
    const { ids, undo } = await change((trx) => createProvincialDemo(trx, body, means))
    return { ...(await storedPilot(db, ids[0] ?? 0, user)), ...(undo ? { undo } : {}) }
  },

  async updateProvincialDemo({ body, user }, { db, change, now, config }) {
    const means = { user, now: now(), undoSeconds: config.undoSeconds }
    const { undo } = await change((trx) => updateProvincialDemo(trx, body, means))
    return { ...(await storedPilot(db, body.id, user)), ...(undo ? { undo } : {}) }
  },

  async deleteProvincialDemos({ body, user }, { change, now }) {
    await change((trx) => deleteProvincialDemos(trx, body, user, now()))
  },

  async listDeletedProvincialDemos({ query, user }, { db, now }) {
    return pageDeleted(db, provincialBin, query, { user, now: now() })
  },

  async restoreProvincialDemos({ body, user }, { change, now }) {
    await change((trx) => restoreDrafts(trx, provincialBin, body.ids, { user, now: now() }))
  },

  async queryProvincialDemos({ query, user }, { db }) {
    return pageProvincialPilots(db, query, user)
  },

  async checkProvincialDemo({ query, user }, { db, now }) {
    return checkName(db, query, user, now())
  },

  async downloadProvincialDemos({ query, user }, { db, files, now }) {
    const { fileId } = query
    if (fileId === undefined)
      return {
        fileName: `省级示范项目-${day(now()).replaceAll('-', '')}.xlsx`,
        contentType: XLSX,
        content: await exportProvincialPilots(db, query, user, now()),
      }
    const file = await db.selectFrom('file_info').selectAll().where('id', '=', fileId).executeTakeFirst()
    if (file?.biz_type !== 'PROV_DEMO_DOC' || !(await isHeldByProvince(db, file, user)))
      throw notFound('文件')
    return {
      fileName: file.file_name,
      // Never the claimed type, so that a browser saves the file instead of rendering it.
      contentType: 'application/octet-stream',
      content: await openStored(files, file),
    }
  },

  async getCurrentWorkReport({ query, user }, { db, now }) {
    const key = { provinceCode: ownProvince(user), year: query.year, reportType: query.reportType }
    const row = await findWorkReport(db, key, user)
    return row ? workReport(db, row, user) : newWorkReport(db, key, user, now())
  },

  async saveWorkReport({ body, user }, { db, change, now, config }) {
    const means = { user, now: now(), undoSeconds: config.undoSeconds }
    const { ids, undo } = await change((trx) => saveWorkReport(trx, body, means))
    const saved = await workReport(db, await requireWorkReport(db, ids[0] ?? 0, user), user)
    return { ...saved, ...(undo ? { undo } : {}) }
  },

  async getWorkReportById({ query, user }, { db }) {
    return workReport(db, await requireWorkReport(db, query.id, user), user)
  },

  async listWorkReports({ query, user }, { db, now }) {
    return listWorkReports(db, query, user, now())
  },

  async exportWorkReports({ query, user }, { db, now }) {
    return {
      fileName: `省级工作报告-${day(now()).replaceAll('-', '')}.xlsx`,
      contentType: XLSX,
      content: await exportWorkReports(db, query, user, now()),
    }
  },

  async remindWorkReports({ body, user }, { change, now }) {
    return change((trx) => remindWorkReports(trx, body, user, now()))
  },

  async downloadWorkReportWord({ query, user }, services) {
    return workReportWord(query.id, user, services)
  },
})
