import { DataSource } from '@xinchu/contract/codes'
import { defineHandlers } from '../contract/types.ts'
import { may } from '../domain/caller.ts'
import { pageDeleted } from '../domain/deleted-drafts/list.ts'
import { restoreDrafts } from '../domain/deleted-drafts/restore.ts'
import { loadLabels } from '../domain/dict/labels.ts'
import { projectReport } from '../domain/documents/project-report.ts'
import { projectBin } from '../domain/es-project/bin.ts'
import { projectContact } from '../domain/es-project/contacts.ts'
import { projectDetail } from '../domain/es-project/detail.ts'
import { findNamesakes } from '../domain/es-project/duplicates/namesakes.ts'
import { exportProjects, exportStored } from '../domain/es-project/export.ts'
import { pageProjects } from '../domain/es-project/page.ts'
import { selectProjects } from '../domain/es-project/select.ts'
import { countByStatus, sumByRegion } from '../domain/es-project/summary.ts'
import { createProject, deleteProjects, requireProject, updateProject } from '../domain/es-project/write.ts'
import { requireWindow } from '../domain/fill-time/closure.ts'
import { judgeSubmission } from '../domain/general-items/judge-submission.ts'
import { provinceFlag } from '../domain/general-items/province-flag.ts'
import { moveProjects, signIn } from '../domain/kinds/project/move.ts'
import { editionOf } from '../domain/statistics/as-of.ts'
import { badRequest } from '../errors.ts'

export const projectHandlers = defineHandlers({
  async createEsProject({ body, user }, { db, change, now }) {
    await requireWindow(db, 'PROJECT', user, now())
    const dataSource = may(user, 'projects.fillForOwnCompany') ? DataSource.enterprise : DataSource.office
    const id = await change((trx) => createProject(trx, { draft: body, dataSource }, user, now()))
    return projectDetail(db, await requireProject(db, id, user), user)
  },

  async updateEsProject({ body, user }, { db, change, now }) {
    await requireWindow(db, 'PROJECT', user, now())
    await change((trx) => updateProject(trx, body, user, now()))
    return projectDetail(db, await requireProject(db, body.id, user), user)
  },

  async deleteEsProjects({ body, user }, { change, now }) {
    await change((trx) => deleteProjects(trx, body, user, now()))
  },

  async listDeletedEsProjects({ query, user }, { db, now }) {
    return pageDeleted(db, projectBin, query, { user, now: now() })
  },

  async restoreEsProjects({ body, user }, { change, now }) {
    await change((trx) => restoreDrafts(trx, projectBin, body.ids, { user, now: now() }))
  },

  async queryEsProjects({ query, user }, { db, now }) {
    const edition = await editionOf(db, { asOf: query.asOf, side: query.source }, now())
    return pageProjects(db, { ...query, edition }, user, now())
  },

  async selectEsProjects({ query, user }, { db, now }) {
    return selectProjects(db, query, user, now())
  },

  async getEsProject({ path, user }, { db }) {
    return projectDetail(db, await requireProject(db, path.id, user), user)
  },

  async downloadProjectPdf({ query, user }, { db, config, reports, now }) {
    const project = await projectDetail(db, await requireProject(db, query.id, user), user)
    const printing = {
      platform: config.title,
      now: now(),
      office: user.orgName || user.realName,
      labels: await loadLabels(db),
    }
    const content = await reports.draw(projectReport(project, printing))
    return {
      fileName: `项目报送表-${project.projectCode ?? project.id}.pdf`,
      contentType: 'application/pdf',
      content,
    }
  },

  async revealProjectContact({ query, user }, { db }) {
    return projectContact(db, query.id, user)
  },

  async submitProject({ body, user }, { config, db, change, now }) {
    await requireWindow(db, 'PROJECT', user, now())
    const { undoSeconds } = config
    return change((trx) => moveProjects(trx, body, user, { now: now(), undoSeconds }))
  },

  async readProject({ body, user }, { change }) {
    await change((trx) => signIn(trx, body.ids, user))
  },

  async judgeSubmit({ query, user }, { db, now }) {
    return judgeSubmission(db, query, user, now())
  },

  async downloadProjects({ body, user }, { db, now }) {
    return exportProjects(db, body, user, now())
  },

  async exportRecordProjectList({ body, user }, { db, now }) {
    return exportStored(db, body, user, now())
  },

  async getDeclareStatusCounts({ query, user }, { db }) {
    return countByStatus(db, 'declare_status', query, user)
  },

  async getCountryStatusCounts({ query, user }, { db }) {
    return countByStatus(db, 'country_status', query, user)
  },

  async listProvinceSummaries({ query: { source, asOf }, user }, { db, now }) {
    const edition = await editionOf(db, { asOf, side: source }, now())
    return sumByRegion(db, 'province_code', { ...(source ? { source } : {}), edition }, user)
  },

  async listCitySummaries({ query, user }, { db, now }) {
    const edition = await editionOf(db, { asOf: query.asOf, side: query.source }, now())
    return sumByRegion(db, 'city_code', { ...query, edition }, user)
  },

  async listCountySummaries({ query, user }, { db, now }) {
    if (!query.cityCode && !query.provinceCode) {
      const message = '请给出市级或省级行政区划代码'
      throw badRequest('F-014', message, [
        { field: 'cityCode', message },
        { field: 'provinceCode', message },
      ])
    }
    const edition = await editionOf(db, { asOf: query.asOf, side: query.source }, now())
    return sumByRegion(db, 'county_code', { ...query, edition }, user)
  },

  async checkEsProjectUnique({ query, user }, { db }) {
    return findNamesakes(db, query, user)
  },

  async getSubmitProvinceFlag({ query, user }, { db, now }) {
    return provinceFlag(db, query, user, now())
  },
})
