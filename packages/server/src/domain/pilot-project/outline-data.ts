import { TechType } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'

type OutlinePart = components['schemas']['OutlinePart']

/** A heading of a material. Whether it is required, and how long it may be, is the contract's. */
export interface OutlineEntry {
  title: string
  hint?: string
  /** Field that the entry is filled in. */
  field?: string
  entries?: readonly OutlineEntry[]
  /** Only for this technology. */
  techType?: string
}

/** The outlines of all materials, in the order of the documents. */
export const OUTLINES: Readonly<Record<OutlinePart, readonly OutlineEntry[]>> = {
  APPLICATION: [
    {
      title: '申报单位概况',
      field: 'unitIntro',
      hint: '单位性质、注册资本、主营业务、近三年经营情况，储能项目业绩与团队；联合申报的说明各方分工',
    },
    {
      title: '项目概况',
      field: 'projectOverview',
      hint: '建设地点、规模、技术路线、应用场景、建设周期、总投资与资金来源、项目所处阶段',
    },
    {
      title: '建设必要性',
      field: 'necessity',
      hint: '当地电力供需与调节需求，项目解决的问题，与国家和地方规划的符合性',
    },
    {
      title: '技术方案',
      field: 'techPlan',
      hint: '系统构成与主要参数、关键设备选型、接入系统方案、控制与调度策略、建设方案与总平面布置',
      entries: [
        {
          title: '关键指标',
          field: 'keyIndicators',
          hint: '不少于 3 项，写明指标值、单位及与国内、国际水平的对比',
        },
        {
          title: '电芯与电池管理',
          techType: TechType.lithium,
          hint: '电芯规格与循环寿命、一致性管理、热管理方式',
        },
        {
          title: '储气库与压缩膨胀系统',
          techType: TechType.compressedAir,
          hint: '储气库型式与地质条件、压缩与膨胀机组参数、储换热方式',
        },
        {
          title: '电堆与电解液',
          techType: TechType.flow,
          hint: '电堆功率密度、电解液体系与用量、循环寿命与衰减',
        },
      ],
    },
    { title: '创新点', field: 'innovation', hint: '技术、装备、应用或商业模式的创新，国产化与自主化程度' },
    { title: '知识产权', field: 'intellectualProperty', hint: '专利、软件著作权、标准；权属清晰，无争议' },
    {
      title: '安全与消防方案',
      field: 'safetyPlan',
      hint: '本体安全、热失控防护、监测预警、消防设计与应急预案，安全责任体系',
    },
    {
      title: '经济性',
      field: 'economy',
      hint: '收益模式、内部收益率、投资回收期、度电成本、年收入及测算依据',
    },
    {
      title: '示范带动作用',
      field: 'demonstrationEffect',
      hint: '可复制可推广的内容、对产业链的带动、社会与环境效益',
    },
    {
      title: '前期工作与建设条件',
      field: 'conditions',
      hint: '备案、用地、接入、环评、安评等手续的办理情况',
    },
    { title: '政策需求', field: 'policyDemand', hint: '需要国家或地方支持的事项' },
    { title: '真实性承诺', field: 'commitment', hint: '承诺所填内容与附件真实、准确、完整，不含涉密信息' },
  ],
  IMPLEMENTATION: [
    { title: '总体目标', field: 'goals', hint: '示范期内的总体目标与分阶段目标，目标应可考核' },
    { title: '任务分解', field: 'tasks', hint: '逐项写明任务内容、起止时间与责任单位' },
    {
      title: '里程碑',
      field: 'milestones',
      hint: '不少于 3 项，一般含开工、主要设备到货、并网、投运、示范验收',
    },
    { title: '投资计划', field: 'investmentPlan', hint: '按年度填写，合计与总投资相差不超过 1%' },
    { title: '运行方案', field: 'operationPlan', hint: '调度运行方式、年充放电次数与利用小时目标、运维安排' },
    { title: '风险防控', field: 'riskControl', hint: '技术、安全、建设、市场风险及应对措施' },
    { title: '保障措施', field: 'guarantee', hint: '组织、资金、人才、政策保障' },
    { title: '监测与数据报送', field: 'monitorPlan', hint: '监测点与指标、数据接入方式、报送频次与责任人' },
  ],
  ANNUAL: [
    { title: '项目基本情况', hint: '由平台按项目现状填入' },
    { title: '建设情况', field: 'buildSummary', hint: '本年度建设进展、里程碑完成情况与完成投资' },
    {
      title: '运行情况',
      field: 'operationSummary',
      hint: '运行方式、利用情况、设备可靠性；数据由各季度汇总，修改须说明原因',
      entries: [{ title: '运行指标', field: 'usage', hint: '充放电量、等效利用小时、效率与可用系数' }],
    },
    { title: '指标完成情况', field: 'targets', hint: '对照申报书的关键指标逐项填写实际值' },
    { title: '技术示范效果', field: 'techEffect', hint: '技术先进性的验证情况、存在的差距' },
    { title: '经济效益', field: 'economicEffect', hint: '收入、成本、利润及构成' },
    { title: '安全情况', field: 'safetySummary', hint: '安全事件、隐患排查与整改、应急演练' },
    { title: '政策执行情况', field: 'policyExecution', hint: '示范政策的落实情况' },
    { title: '问题与建议', field: 'problems', hint: '需要协调解决的问题与政策建议' },
    { title: '下一年度计划', field: 'nextYearPlan', hint: '下一年度的建设、运行与示范计划' },
  ],
  WORKREPORT: [
    { title: '总体情况', field: 'overview', hint: '本地区新型储能与示范项目的总体情况' },
    { title: '示范项目进展', field: 'projectProgress', hint: '逐个项目的建设与运行进展；表格由平台填入' },
    { title: '政策措施', field: 'policyMeasures', hint: '本地区出台和落实的支持政策' },
    { title: '协调解决问题', field: 'coordination', hint: '协调解决的用地、接入、调用等问题' },
    { title: '施工质量与安全监管', field: 'quality', hint: '质量监督、安全监管的开展情况' },
    { title: '示范效果', field: 'effect', hint: '技术、经济与带动效果' },
    { title: '问题建议', field: 'problems', hint: '存在的问题与建议' },
    { title: '下步计划', field: 'nextPlan', hint: '下一阶段的工作安排' },
  ],
}
