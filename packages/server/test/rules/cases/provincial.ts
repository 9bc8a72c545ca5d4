import { day } from '../../../src/runtime/time.ts'
import type { Rig } from '../../rig.ts'
import { announcedOf } from '../../support/announced.ts'

const year = Number(day(new Date()).slice(0, 4))

const provinceOf = (rig: Rig) => rig.as('province_nx')

/** A call that breaks each rule. */
export const provincialCases: Readonly<Record<string, (rig: Rig) => Promise<unknown>>> = {
  async 'R-001'(rig) {
    const { provincialDemos } = await provinceOf(rig)
    await provincialDemos.create({ action: 'SAVE', projectName: '某某储能示范', year })
    return provincialDemos.create({ action: 'SAVE', projectName: '某某 储能示范', year })
  },
  async 'R-002'(rig) {
    const { provincialDemos } = await provinceOf(rig)
    return provincialDemos.create({
      action: 'SAVE',
      projectName: '批复在将来',
      year,
      approveDate: '2099-01-01',
    })
  },
  async 'R-003'(rig) {
    const { provincialDemos } = await provinceOf(rig)
    return provincialDemos.create({ action: 'SAVE', projectName: '关联外省', year, esProjectId: 999_999 })
  },
  async 'R-004'(rig) {
    await rig.db.deleteFrom('work_report').execute()
    const { workReports } = await provinceOf(rig)
    const { id, version } = await workReports.save({
      action: 'SAVE',
      year,
      reportType: '2',
      title: '年度报告',
    })
    if (id === undefined || version === undefined) throw new Error('a saved report has an id')
    return workReports.save({ action: 'SAVE', id, version, year, reportType: '1', title: '年度报告' })
  },
  async 'R-005'(rig) {
    const { workReports } = await rig.as('province_bj')
    const demoProjectId = await announcedOf(rig, 'enterprise_yc')
    return workReports.save({ action: 'SAVE', year, reportType: '2', projects: [{ demoProjectId }] })
  },
  async 'R-006'(rig) {
    await rig.db.deleteFrom('work_report').execute()
    const { workReports } = await provinceOf(rig)
    const { projects = [], title = '' } = await workReports.getCurrent({ year, reportType: '1' })
    const changed = projects.map((row) => ({ ...row, overallProgress: 12 }))
    return workReports.save({ action: 'SUBMIT', year, reportType: '1', title, projects: changed })
  },
}
