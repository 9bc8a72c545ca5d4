import { defineHandlers } from '../contract/types.ts'
import type { Db, Trx } from '../db/database.ts'
import type { Caller } from '../domain/caller.ts'
import { fileInfoOf } from '../domain/files/info.ts'
import { keepUpload } from '../domain/files/keep.ts'
import { saveAnnual } from '../domain/kinds/pilot-annual/save.ts'
import { uploadStamped } from '../domain/kinds/pilot-annual/stamped.ts'
import { saveProgress } from '../domain/kinds/pilot-progress/save.ts'
import { requirePilot } from '../domain/pilot-project/query.ts'
import { annualCheck } from '../domain/pilot-reports/annual-check.ts'
import { yearFigures } from '../domain/pilot-reports/annual-figures.ts'
import { findAnnual } from '../domain/pilot-reports/annual-rows.ts'
import { annualTasks } from '../domain/pilot-reports/annual-tasks.ts'
import { annualReport, newAnnual, prefilledAnnual } from '../domain/pilot-reports/annual-view.ts'
import { assessCatalogue } from '../domain/pilot-reports/catalogue.ts'
import {
  createVersion,
  listVersions,
  publishVersion,
  saveVersion,
} from '../domain/pilot-reports/catalogue-versions.ts'
import { findIndexValue, indexPeriods, saveIndexValue } from '../domain/pilot-reports/index-values.ts'
import { type OverviewFilter, pageOverview } from '../domain/pilot-reports/overview.ts'
import { exportOverview, OVERVIEW_NAMES } from '../domain/pilot-reports/overview-export.ts'
import { reportParts } from '../domain/pilot-reports/parts.ts'
import { pageProgress } from '../domain/pilot-reports/progress-page.ts'
import { progressSubmissions } from '../domain/pilot-reports/progress-view.ts'
import { remindReporters } from '../domain/pilot-reports/remind.ts'
import { findReports, type ReportKind, withIds } from '../domain/pilot-reports/reports.ts'
import { badRequest, missing, notFound } from '../errors.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

/** The workbook of an overview. */
async function overviewFile(
  kind: ReportKind,
  query: OverviewFilter,
  user: Caller,
  { db, now }: { db: Db; now(): Date },
) {
  return {
    fileName: `${OVERVIEW_NAMES[kind]}-${day(now()).replaceAll('-', '')}.xlsx`,
    contentType: XLSX,
    content: await exportOverview(db, kind, query, user, now()),
  }
}

async function storedReport(db: Db, { id }: { id: number }, user: Caller, now: Date) {
  const row = await findAnnual(db, { id }, user)
  if (!row) throw notFound('年度报告')
  return annualReport(db, row, await requirePilot(db, row.demo_project_id, user, { now }), user)
}

export const pilotReportHandlers = defineHandlers({
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

  async saveProgressSubmission({ body, user }, { db, change, now, config }) {
    const { undoSeconds } = config
    const { ids, undo } = await change((trx) => saveProgress(trx, body, { user, now: now(), undoSeconds }))
    const rows = await findReports(db, 'PROGRESS', withIds(ids), user)
    const [saved] = await progressSubmissions(db, rows, user)
    if (!saved) throw notFound('进展报送')
    return { ...saved, ...(undo ? { undo } : {}) }
  },

  async listProgressSubmissions({ query, user }, { db }) {
    return pageProgress(db, query, user)
  },

  async queryProgressOverview({ query, user }, { db, now }) {
    return pageOverview(db, 'PROGRESS', query, user, now())
  },

  async exportProgressOverview({ query, user }, services) {
    return overviewFile('PROGRESS', query, user, services)
  },

  async remindProgressReporters({ body, user }, { change, now }) {
    return change((trx) => remindReporters(trx, 'PROGRESS', body, user, now()))
  },

  async remindAnnualReporters({ body, user }, { change, now }) {
    return change((trx) => remindReporters(trx, 'ANNUAL', body, user, now()))
  },

  async queryAnnualOverview({ query, user }, { db, now }) {
    return pageOverview(db, 'ANNUAL', query, user, now())
  },

  async exportAnnualOverview({ query, user }, services) {
    return overviewFile('ANNUAL', query, user, services)
  },

  async saveAnnualReport({ body, user }, { db, change, now, config }) {
    const { undoSeconds } = config
    const { ids, undo } = await change((trx) => saveAnnual(trx, body, { user, now: now(), undoSeconds }))
    return { ...(await storedReport(db, { id: ids[0] ?? 0 }, user, now())), ...(undo ? { undo } : {}) }
  },

  async getAnnualReport({ query, user }, { db, now }) {
    const { id, demoProjectId, year } = query
    if (id === undefined && demoProjectId === undefined) throw missing('demoProjectId', '示范项目')
    if (id === undefined && year === undefined) throw missing('year', '年度')
    const row = await findAnnual(db, query, user)
    if (row)
      return annualReport(db, row, await requirePilot(db, row.demo_project_id, user, { now: now() }), user)
    if (demoProjectId === undefined || year === undefined) throw notFound('年度报告')
    const project = await requirePilot(db, demoProjectId, user, { now: now() })
    if (!reportParts(project, user).has('author')) throw notFound('年度报告')
    return newAnnual(db, project, year, user)
  },

  async checkAnnualReport({ query, user }, { db, now }) {
    const { demoProjectId, year } = query
    const project = await requirePilot(db, demoProjectId, user, { now: now() })
    const row = await findAnnual(db, query, user)
    const sums = await yearFigures(db, project, year)
    const content = row?.content ?? (await prefilledAnnual(db, project, year))
    return annualCheck(db, { project, year, content, sums }, user, now())
  },

  async getAnnualTasks({ query, user }, { db, now }) {
    return annualTasks(db, query, user, now())
  },

  async uploadAnnualReport({ upload, user }, services) {
    if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
    const record = (trx: Trx) => uploadStamped(trx, upload, user, services.now())
    return fileInfoOf(await keepUpload(upload, record, services))
  },
})
