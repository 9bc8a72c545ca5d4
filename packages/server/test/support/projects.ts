import type { ProjectDraft } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'

/** A planned project of the first demonstration enterprise that may be submitted; each is kilometres from the next. */
export const soundProject = (serial: number, more: Partial<ProjectDraft> = {}): ProjectDraft => ({
  projectName: `盐池县冯记沟第${serial}储能站`,
  buildStatus: '1',
  projectType: '1',
  provinceCode: '640000',
  cityCode: '640300',
  countyCode: '640323',
  address: '冯记沟乡',
  longitude: roundTo(106.56 + (serial % 50) * 0.023, 4),
  latitude: roundTo(37.2 + Math.floor(serial / 50) * 0.03, 4),
  companyName: '盐池一号储能有限公司',
  creditCode: '91640323MA0000001C',
  ownerType: '3',
  contactName: '李明',
  contactPhone: '13800138000',
  techType: '01',
  techSubType: '0101',
  ratedPower: 100 + serial,
  ratedEnergy: 200 + serial * 3,
  isEchelonUse: false,
  appScenario: '2',
  appSubScenario: '21',
  functionTypes: ['1'],
  gridVoltage: '110',
  gridOperator: '1',
  totalInvestment: 20876.4,
  planGridDate: '2027-12-01',
  ...more,
})
