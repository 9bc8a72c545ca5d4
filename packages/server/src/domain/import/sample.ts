import type { RawRow } from './places.ts'

/** The template's sample: a plausible project in an invented place. */
export const SAMPLE: Readonly<Record<string, string | number>> = {
  projectName: '【示例】盐池县高沙窝储能电站一期',
  buildStatus: '规划',
  projectType: '电化学储能',
  phaseNo: '一期',
  province: '宁夏回族自治区',
  city: '吴忠市',
  county: '盐池县',
  address: '高沙窝镇',
  longitude: 106.8,
  latitude: 37.9,
  companyName: '示例储能有限公司',
  creditCode: '91640000MA76ABCD0Q',
  contactName: '联系人姓名',
  contactPhone: '13800138000',
  ratedPower: 100,
  ratedEnergy: 200,
  isEchelonUse: '否',
  totalInvestment: 20000,
  planGridDate: '2027-12-01',
}

const MARK = /^【示例】/

// The other texts of the sample are choices, which may change.
const ITS_OWN = [
  'address',
  'companyName',
  'creditCode',
  'contactName',
  'contactPhone',
  'ratedPower',
  'ratedEnergy',
]

/** Whether a row is a sample: as the template has it, or filled in by somebody. */
export function sampleKind(raw: RawRow): 'sample' | 'changed' | undefined {
  if (!MARK.test(raw['projectName'] ?? '')) return undefined
  const isChanged = ITS_OWN.some((name) => raw[name] !== undefined && raw[name] !== String(SAMPLE[name]))
  return isChanged ? 'changed' : 'sample'
}
