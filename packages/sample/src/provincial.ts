import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'

type Schemas = components['schemas']

/** Opinions of the nation on returned records, by kind. */
export const RETURN_OF: Readonly<
  Record<'PROV_DEMO' | 'WORK_REPORT', { opinion: string; remarks: Schemas['RemarkDraft'][] }>
> = {
  PROV_DEMO: {
    opinion: '请补充支持政策，并核对建设规模',
    remarks: [
      { field: 'supportPolicy', text: '请填写本省对该项目的容量补偿或调用支持政策' },
      { field: 'ratedEnergy', text: '批复文件所列时长为 4 小时，请核对额定能量' },
    ],
  },
  WORK_REPORT: {
    opinion: '请按意见补充后重新报送',
    remarks: [
      { field: 'coordination', text: '请写明已协调解决的问题及结果' },
      { field: 'nextPlan', text: '请写明在建项目的计划投运时间' },
    ],
  },
}

const CONFIRMED = [
  '150000',
  '320000',
  '330000',
  '340000',
  '370000',
  '440000',
  '530000',
  '620000',
  '650000',
  '660000',
]
const SUBMITTED = [
  '130000',
  '140000',
  '210000',
  '310000',
  '350000',
  '360000',
  '410000',
  '420000',
  '430000',
  '510000',
]

/** Provinces with a half-year report of the year, by state. */
export const reporters = (): Map<string, ReportStatus> =>
  new Map([
    ...CONFIRMED.map((code) => [code, ReportStatus.confirmed] as const),
    ...SUBMITTED.map((code) => [code, ReportStatus.submitted] as const),
    ['640000', ReportStatus.returnedByNation] as const,
  ])

/** The text of a work report. */
export function provincialReportOf(
  title: string,
  name: string,
  projects: readonly Schemas['WorkReportProject'][],
  operating: number,
) {
  const count = projects.length
  return {
    title,
    overview: `${name}按照国家新型储能试点示范工作要求，建立省级统筹、市县落实的调度机制，按季度报送项目进展，新型储能装机规模稳步增长。`,
    projectProgress:
      count > 0
        ? `全省列入国家试点示范的项目 ${count} 个，其中已投运 ${operating} 个，其余项目按计划推进。具体情况见下表。`
        : '本省暂无列入国家试点示范的项目，省级示范项目按计划推进。',
    projects: [...projects],
    policyMeasures:
      '完善新型储能参与电力市场和调度运用规则，明确独立储能充放电价格政策，对示范项目优先安排并网。',
    coordination: '会同电网企业、自然资源和消防部门定期会商，协调解决接网工程、用地和消防验收等问题。',
    quality: '落实项目单位安全生产主体责任，开展施工质量监督和并网验收检查，建立隐患台账并按期整改。',
    effect: '示范项目在调峰、调频和支撑新能源消纳方面作用明显，迎峰度夏期间按调度指令充放电。',
    problems: '部分技术路线单位造价仍然较高，建议进一步完善容量补偿机制。',
    nextPlan: '继续做好项目调度和安全监管，推动在建示范项目按期投运，总结可推广的经验。',
  }
}
