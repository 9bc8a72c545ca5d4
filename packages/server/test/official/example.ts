import { type PilotSource, pilotDocument } from '../../src/domain/documents/official/application.ts'
import type { Detail } from '../../src/domain/documents/official/materials.ts'
import type { OfficialDocument } from '../../src/domain/documents/official/model.ts'

const PARAGRAPH =
  '按“预防为主、防消结合”设计，执行电化学储能电站安全规程与液流电池储能电站设计标准，主要对比见下表。电堆间与电解液储罐区分区布置，防火间距不小于 10 m，人员疏散通道双向设置。'

const INNOVATION = `（一）高功率密度电堆
采用超薄复合双极板与梯度流道，在 300 mA/cm² 电流密度下能量效率不低于 80%，电堆体积功率密度较上一代提高 38%，单堆额定功率 62.5 kW，由 1600 台电堆组成 100 MW 系统。
（二）百兆瓦级电解液均衡
四罐组在线调配，按荷电状态偏差自动切换；容量衰减每千次循环不超过 0.8%，免停机恢复。
1. 在线监测
${PARAGRAPH}
（1）采样
${PARAGRAPH}`

const node = (id: number, title: string, fieldKey: string, partType: 'APPLICATION' | 'IMPLEMENTATION') => ({
  id,
  no: String(id),
  title,
  required: true,
  fieldKey,
  partType,
})

/** Titles and fields of the outline. */
export const outlines = {
  application: [
    ['申报单位概况', 'unitIntro'],
    ['项目概况', 'projectOverview'],
    ['建设必要性', 'necessity'],
    ['技术方案', 'techPlan'],
    ['关键指标', 'keyIndicators'],
    ['创新点', 'innovation'],
    ['知识产权', 'intellectualProperty'],
    ['安全与消防方案', 'safetyPlan'],
    ['经济性', 'economy'],
    ['示范带动作用', 'demonstrationEffect'],
    ['前期工作与建设条件', 'conditions'],
    ['政策需求', 'policyDemand'],
  ].map(([title = '', key = ''], at) => node(at + 1, title, key, 'APPLICATION')),
  implementation: [
    ['总体目标', 'goals'],
    ['建设任务', 'tasks'],
    ['里程碑', 'milestones'],
    ['投资计划', 'investmentPlan'],
    ['运行方案', 'operationPlan'],
    ['风险防控', 'riskControl'],
    ['保障措施', 'guarantee'],
    ['监测与数据报送', 'monitorPlan'],
  ].map(([title = '', key = ''], at) => node(at + 1, title, key, 'IMPLEMENTATION')),
}

const INDICATORS = [
  ['额定能量效率（交流侧）', '%', 72.5, '70', '73'],
  ['循环寿命', '次', 16000, '15 000', '16 000'],
  ['电堆额定功率密度', 'W/cm²', 0.215, '0.18', '0.22'],
  ['转换效率', '%', 86.2708, '≥ 85', '≥ 86'],
] as const

/** A complete application: every figure in it differs from the others. */
export const detail: Detail = {
  id: 1,
  version: 3,
  projectName: '盐池县100MW/500MWh全钒液流储能示范项目',
  demoCode: 'DEMO20260200023',
  batchYear: 2026,
  batchNo: 2,
  provinceCode: '640000',
  provinceName: '宁夏回族自治区',
  cityCode: '640300',
  cityName: '吴忠市',
  countyCode: '640323',
  countyName: '盐池县',
  companyName: '宁夏盐池液流储能有限公司',
  creditCode: '91640323MA76XXXX0X',
  contactName: '李明',
  contactPhone: '138****8000',
  recommendType: '1',
  recommendOrgName: '宁夏回族自治区能源主管部门',
  unionUnits: [{ name: '银川电堆技术研究院', creditCode: '91640100MA76YYYY1Y' }],
  longitude: 107.4052,
  latitude: 37.7836,
  techType: '02',
  ratedPower: 100,
  ratedEnergy: 500,
  totalInvestment: 119500.25,
  planCommissionDate: '2027-12-31',
  status: '1',
  statusLabel: '待推荐',
  excellentTypeStatus: '0',
  actions: [],
  createTime: '2026-07-01 09:00:00',
  updateTime: '2026-07-14 16:02:11',
  flow: { status: '1', statusLabel: '待推荐', actions: [], history: [] },
  attachments: [
    {
      id: 5,
      fileName: '检测报告.pdf',
      ext: 'pdf',
      size: 1_843_200,
      bizType: 'DEMO_TEST',
      uploadTime: '2026-07-10 10:00:00',
      uploadBy: 'enterprise_yc',
    },
  ],
  partStatus: {
    projectId: 1,
    application: '2',
    implementation: '2',
    brief: '2',
    attachments: '2',
    missing: [],
    canSubmit: true,
  },
  application: {
    id: 1,
    version: 1,
    projectId: 1,
    partStatus: '2',
    unitIntro: PARAGRAPH.repeat(2),
    projectOverview: PARAGRAPH,
    necessity: PARAGRAPH.repeat(3),
    techPlan: INNOVATION,
    keyIndicators: INDICATORS.map(([name, unit, value, domesticLevel, internationalLevel]) => ({
      name,
      unit,
      value,
      domesticLevel,
      internationalLevel,
    })),
    innovation: INNOVATION,
    safetyPlan: PARAGRAPH.repeat(4),
    economy: { irr: 7.35, paybackYears: 11.2, lcos: 0.4321, annualRevenue: 12345.6 },
    demonstrationEffect: PARAGRAPH,
    conditions: PARAGRAPH,
    policyDemand: '',
    commitment: true,
  },
  implementation: {
    id: 1,
    version: 1,
    projectId: 1,
    partStatus: '2',
    goals: PARAGRAPH,
    tasks: Array.from({ length: 14 }, (_, at) => ({
      name: `第${at + 1}项任务`,
      content: PARAGRAPH.slice(0, 30 + at),
      planStart: '2026-09-01',
      planEnd: '2027-03-31',
      responsible: '宁夏盐池液流储能有限公司',
    })),
    milestones: [
      { id: 11, name: '主体工程开工', planDate: '2026-10-15', progressPct: 5 },
      { id: 12, name: '全容量并网', planDate: '2027-12-31', progressPct: 100 },
    ],
    investmentPlan: [
      { year: 2026, amount: 39500.1 },
      { year: 2027, amount: 80000.15 },
    ],
    operationPlan: PARAGRAPH,
    riskControl: PARAGRAPH,
    guarantee: PARAGRAPH,
  },
  brief: {
    id: 1,
    version: 1,
    projectId: 1,
    partStatus: '2',
    summary: '百兆瓦级全钒液流储能与构网控制的工程示范。',
    content: PARAGRAPH.repeat(3),
    highlights: ['单堆功率 62.5 kW', '全年可用系数不低于 98%'],
  },
}

export const source = (more: Partial<PilotSource> = {}): PilotSource => ({
  detail,
  outlines,
  labels: new Map([['demo_direction', new Map([['03', '长时储能']])]]),
  platform: '全国新型储能大数据平台',
  submission: { no: 1, time: '2026-07-14 16:02:11' },
  issue: { code: '7K2MQF9D3VXT', address: 'https://xinchu.example/verify' },
  ...more,
})

/** All documents of the application. */
export const documents = (more: Partial<PilotSource> = {}): OfficialDocument[] =>
  (['APPLICATION', 'IMPLEMENTATION', 'BRIEF', 'MATERIALS'] as const).map((kind) =>
    pilotDocument(kind, source(more)),
  )
