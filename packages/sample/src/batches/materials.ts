import type { components } from '@xinchu/contract/schema'

type Schemas = components['schemas']

/** Subject of the texts. */
export interface Subject {
  projectName: string
  companyName: string
  /** Full name of the place. */
  placeName: string
  /** Label of the detailed technology. */
  technology: string
  /** MW and MWh */
  power: number
  energy: number
  /** 万元 */
  investment: number
  /** yyyy-MM-dd: the day when construction begins. */
  begin: string
  /** yyyy-MM-dd: the planned day of operation. */
  commission: string
}

const hoursOf = ({ power, energy }: Subject) => Math.round((energy / power) * 100) / 100

/** The application of a project: complete, with four indicators. */
export function applicationOf(subject: Subject): Schemas['DemoApplicationFields'] {
  const { companyName, placeName, projectName, technology, power, energy, investment } = subject
  return {
    unitIntro: `${companyName}从事新型储能电站的投资、建设与运营，建有项目管理、安全生产和技术研发三个部门，具备储能项目从前期工作到商业运营的全过程管理能力。近三年参与建设的储能项目均按期投运，未发生一般及以上安全事故。`,
    projectOverview: `${projectName}位于${placeName}，采用${technology}技术路线，规模${power} MW/${energy} MWh，储能时长${hoursOf(subject)}小时，总投资${investment}万元。项目由储能系统、变流升压系统、监控与能量管理系统、消防系统和送出工程组成。`,
    necessity: `项目所在地区新能源装机占比持续提高，午间消纳和晚高峰保供的矛盾突出。项目投运后每天可充放电1次以上，在午间吸纳富余电力、在晚高峰顶峰放电，缓解局部断面受阻，并为${technology}在同类地区推广提供工程数据。`,
    techPlan: `储能系统按${technology}方案设计，设备分区布置，变流器具备构网能力，可提供惯量与一次调频支撑。能量管理系统接入省级调度，毫秒级采集运行数据并上送新型储能大数据平台。关键设备完成型式试验，系统效率和响应时间由第三方检测。`,
    keyIndicators: [
      { name: '系统综合效率', value: 72, unit: '%', domesticLevel: '65～70', internationalLevel: '65～72' },
      {
        name: '储能时长',
        value: hoursOf(subject),
        unit: 'h',
        domesticLevel: '2～4',
        internationalLevel: '2～8',
      },
      {
        name: '调度响应时间',
        value: 0.2,
        unit: 's',
        domesticLevel: '不大于 0.5',
        internationalLevel: '不大于 0.3',
      },
      { name: '装备国产化率', value: 98, unit: '%', domesticLevel: '95', internationalLevel: '—' },
    ],
    innovation: `一是首次在同等规模上采用新一代${technology}装备，核心部件自主研制；二是构网控制与调度联合优化，支撑弱电网安全运行；三是全站数字孪生，故障提前72小时预警。`,
    intellectualProperty: '已取得授权发明专利12项、软件著作权8项，参与编制国家标准2项、行业标准3项。',
    safetyPlan:
      '按电化学储能电站安全规程及相应技术标准设计，分舱布置、逐级隔离；设置可燃气体、温度、压力多参量监测和早期预警；消防系统与电池管理系统联动，编制应急预案并与当地消防救援机构每半年联合演练一次。',
    economy: { irr: 6.8, paybackYears: 11.5, lcos: 0.48, annualRevenue: Math.round(investment * 0.11) },
    demonstrationEffect:
      '项目形成可复制的设计、施工、运行和检测规范，带动上下游企业12家，预计降低同类项目单位造价15%，并为容量电价和现货市场机制提供实证。',
    conditions:
      '项目已完成备案，取得用地预审与选址意见、接入系统批复和环评批复；资本金已落实，主要设备已完成招标。',
    policyDemand: '建议明确容量补偿标准，支持项目参与现货市场和辅助服务市场。',
    commitment: true,
  }
}

/** Days of a plan in proportion to its length. @returns yyyy-MM-dd */
export function dayAt({ begin, commission }: Subject, share: number): string {
  const from = Date.parse(begin)
  return new Date(from + (Date.parse(commission) - from) * share).toISOString().slice(0, 10)
}

/** The yearly amounts of a plan: equal parts over its years, the last takes the rest. */
function investmentPlanOf(subject: Subject): Schemas['DemoInvestment'][] {
  const first = Number(subject.begin.slice(0, 4))
  const years = Number(subject.commission.slice(0, 4)) - first + 1
  const part = Math.floor(subject.investment / years)
  return Array.from({ length: years }, (_, index) => ({
    year: first + index,
    amount: index === years - 1 ? subject.investment - part * (years - 1) : part,
  }))
}

const MILESTONES = [
  '开工建设',
  '主要设备到货',
  '储能系统安装完成',
  '倒送电',
  '并网调试',
  '投入商业运行',
] as const

/** Planned days of the milestones, yyyy-MM-dd. */
export const plannedDays = (subject: Subject): string[] =>
  MILESTONES.map((_, index) =>
    index === MILESTONES.length - 1 ? subject.commission : dayAt(subject, index / 5),
  )

/**
 * The plan of a project with six milestones.
 * @param firstMilestone number of the first milestone
 * @param reached days when the milestones were reached, as far as they were
 */
export function implementationOf(
  subject: Subject,
  firstMilestone: number,
  reached: readonly (string | undefined)[],
): Schemas['DemoImplementationFields'] {
  return {
    goals: `按期建成${subject.power} MW/${subject.energy} MWh示范工程，系统综合效率不低于72%，形成${subject.technology}工程化成套技术与运行规范，连续安全运行三年以上。`,
    tasks: [
      {
        name: '工程设计与设备研制',
        content: '完成施工图设计、关键设备样机试验和型式试验',
        planStart: subject.begin,
        planEnd: dayAt(subject, 0.4),
        responsible: subject.companyName,
      },
      {
        name: '工程建设',
        content: '完成土建、设备安装和送出工程',
        planStart: dayAt(subject, 0.1),
        planEnd: dayAt(subject, 0.8),
        responsible: subject.companyName,
      },
      {
        name: '调试与试运行',
        content: '完成单体、分系统和并网调试，试运行240小时',
        planStart: dayAt(subject, 0.8),
        planEnd: subject.commission,
        responsible: subject.companyName,
      },
    ],
    milestones: plannedDays(subject).map((planDate, index) => ({
      id: firstMilestone + index,
      name: MILESTONES[index] ?? '',
      planDate,
      ...(reached[index] ? { actualDate: reached[index], progressPct: 100 } : {}),
    })),
    investmentPlan: investmentPlanOf(subject),
    operationPlan:
      '项目由省级调度直接调用，按“午间充、晚间放”运行，年等效利用不少于1000小时；年度检修安排在春秋两季。',
    riskControl:
      '针对设备供货、并网时序和电池安全分别编制风险清单，明确责任人和处置时限；关键设备签订双供应商协议。',
    guarantee:
      '成立由主要负责人牵头的项目领导小组，资金专户管理，质量、安全、进度按周调度，重大事项及时报告推荐单位。',
    monitorPlan: '运行数据按分钟采集，按季度向平台报送进展，按年度提交总结报告。',
  }
}

/** The brief of a project: more than 200 characters. */
export function briefOf(subject: Subject): Schemas['DemoBriefFields'] {
  const { projectName, placeName, technology, power, energy } = subject
  return {
    summary: `${placeName}${power} MW/${energy} MWh${technology}示范工程`,
    content: `${projectName}选址${placeName}，采用${technology}技术路线，建设规模${power} MW/${energy} MWh。项目面向高比例新能源电力系统的调峰、顶峰和构网需求，集成自主研制的储能装备、构网型变流器和数字化能量管理系统，实现全工况安全预警与毫秒级响应。工程建成后每年可消纳新能源电量约${Math.round((energy * 300) / 10)}万千瓦时，减少燃煤机组深度调峰，提高区域电网运行灵活性。项目坚持安全优先，按照分舱隔离、早期预警、快速处置的原则设置多级防护；建立从设计、采购、施工到运行的全过程质量追溯体系，形成成套工程规范和商业模式，为${technology}规模化发展提供示范。`,
    highlights: ['核心装备自主研制', '构网支撑能力', '全过程安全预警'],
  }
}
