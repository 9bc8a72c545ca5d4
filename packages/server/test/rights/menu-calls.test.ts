import { describe, expect, test } from 'vitest'
import { grants, type MenuKey, menus } from '../../src/seed/menus.ts'
import { accounts, isOpenTo } from '../support/callers.ts'

/** The calls without which a page shows nothing. */
const NEEDED: Readonly<Partial<Record<MenuKey, readonly string[]>>> = {
  SL: ['getScaleLayout'],
  SLR: ['getScaleLayout'],
  SLP: ['getScaleLayout'],
  US: ['getUsageStatistics'],
  USR: ['getUsageStatistics'],
  USP: ['getUsageStatistics'],
  CM: ['getUsageStatistics'],
  PL: ['getPipeline'],
  MAP: ['findProjectLocations'],
  CALS: ['queryGeneralItems'],
  QE: ['listDueItems'],
  QG: ['listDueItems'],
  CAL: ['listDueItems'],
  PJ: ['queryEsProjects'],
  DK: ['listReviewTasks'],
  PA: ['queryEsProjects'],
  PQY: ['queryEsProjects'],
  PR: ['queryRepeatPairs'],
  PD: ['getEsProject'],
  DA: ['listDemoProjects'],
  DQ: ['listDemoProjects', 'exportDemoProjects', 'listDemoBatches'],
  DRP: ['listDemoProjects'],
  DRC: ['listDemoProjects'],
  DPF: ['getPlatformProjectPage'],
  DN: ['getPlatformProjectPage'],
  DD: ['getDemoProject'],
  DE1: ['getPrimaryExpertList'],
  DE2: ['getExcellentExpertList'],
  DG: ['getExcellentGroupPage'],
  DX: ['getReviewResults'],
  DPR: ['listProgressSubmissions'],
  DAR: ['getAnnualReport', 'downloadAnnualPdf', 'downloadAnnualWord'],
  DIX: ['getAssessCatalogue'],
  VD: ['queryProvincialDemos'],
  VR: ['listWorkReports', 'getWorkReportById', 'downloadWorkReportWord'],
  MS: ['queryMessages'],
  PM: ['createSection'],
  IM: ['createSection'],
  FM: ['createSection'],
  SU: ['listUsers'],
  SRG: ['listRegionSuccessions'],
  SR: ['listRegistrations'],
  RO: ['listRoles'],
  SM: ['queryMenus'],
}

/** Calls that are of one menu: who may make them has the menu. */
const LED_TO: Readonly<Record<string, readonly MenuKey[]>> = {
  exportDemoProjects: ['DQ'],
  listWorkReports: ['VR'],
  listProgressSubmissions: ['DPR'],
  getAnnualReport: ['DAR'],
  getDemoProject: ['DD'],
  findProjectLocations: ['MAP'],
  getPipeline: ['PL'],
  getEsProject: ['PD'],
  listRegistrations: ['SR'],
  listReviewTasks: ['DK'],
}

const menusOf = ({ deptId, roleId }: { deptId: number; roleId: number }): readonly string[] =>
  grants
    .filter((grant) => grant.deptId === deptId && (grant.roleId === 0 || grant.roleId === roleId))
    .flatMap((grant) => grant.menus.split(' '))

describe.each(accounts.map((account) => [account.username, account] as const))('%s', (_name, account) => {
  const held = menusOf(account)

  test('may make the calls of every page in the menus', () => {
    const refused = held.flatMap((key) =>
      (NEEDED[key as MenuKey] ?? []).filter((call) => !isOpenTo(account, call)).map((call) => [key, call]),
    )
    expect(refused).toEqual([])
  })

  test('has a menu for what may be read', () => {
    const hidden = Object.entries(LED_TO).filter(
      ([call, keys]) => isOpenTo(account, call) && !keys.some((key) => held.includes(key)),
    )
    expect(hidden).toEqual([])
  })
})

test('every menu that needs calls is one of the platform', () => {
  expect(Object.keys(NEEDED).filter((key) => !(key in menus))).toEqual([])
})
