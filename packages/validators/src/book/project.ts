import type { RuleText } from './rule-text.ts'

const TYPED = { when: ['填报', '保存', '提交', '导入'], since: '0.1.0' } as const
const WARNED = { when: ['填报', '提交', '导入', '审核'], since: '0.1.0' } as const
const SENT = { when: ['保存'], since: '0.1.0' } as const

/** A hybrid project of 100 MW and 200 MWh with these parts: technology, MW, MWh. */
const hybridOf = (
  ...parts: readonly (readonly [techType: string, ratedPower: number, ratedEnergy: number])[]
) => ({
  project: {
    techType: '90',
    ratedPower: 100,
    ratedEnergy: 200,
    hybridDetail: parts.map(([techType, ratedPower, ratedEnergy]) => ({ techType, ratedPower, ratedEnergy })),
  },
})
const SOUND_HYBRID = hybridOf(['01', 60, 120], ['02', 40, 80])

const YANCHI = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }

/** Rules across the fields of a project, and what only the server knows of it. */
export const projectRules = {
  'P-001': {
    ...TYPED,
    text: '细分技术属于所选的技术路线',
    expression: 'startsWith(techSubType, techType)',
    fields: ['EsProject.techSubType', 'EsProject.techType'],
    passes: { project: { techType: '01', techSubType: '0101' } },
    fails: { project: { techType: '02', techSubType: '0101' } },
  },
  'P-002': {
    ...TYPED,
    text: '细分场景属于所选的应用场景',
    expression: 'startsWith(appSubScenario, appScenario)',
    fields: ['EsProject.appSubScenario', 'EsProject.appScenario'],
    passes: { project: { appScenario: '1', appSubScenario: '11' } },
    fails: { project: { appScenario: '2', appSubScenario: '11' } },
  },
  'P-003': {
    ...TYPED,
    text: '混合储能至少填写两种技术路线',
    expression: 'techType != "90" || count(hybridDetail) >= 2',
    fields: ['EsProject.hybridDetail'],
    passes: SOUND_HYBRID,
    fails: hybridOf(['01', 100, 200]),
  },
  'P-004': {
    ...TYPED,
    text: '混合储能各部分额定功率之和等于项目额定功率',
    formula: '各部分额定功率之和与项目额定功率相差不超过 0.01 MW',
    expression: 'abs(sum(hybridDetail.ratedPower) - ratedPower) <= 0.01',
    fields: ['EsProject.hybridDetail', 'EsProject.ratedPower'],
    passes: SOUND_HYBRID,
    fails: hybridOf(['01', 60, 120], ['02', 30, 80]),
  },
  'P-005': {
    ...TYPED,
    text: '混合储能各部分额定能量之和等于项目额定能量',
    formula: '各部分额定能量之和与项目额定能量相差不超过 0.01 MWh',
    expression: 'abs(sum(hybridDetail.ratedEnergy) - ratedEnergy) <= 0.01',
    fields: ['EsProject.hybridDetail', 'EsProject.ratedEnergy'],
    passes: SOUND_HYBRID,
    fails: hybridOf(['01', 60, 100], ['02', 40, 80]),
  },
  'P-006': {
    ...TYPED,
    text: '备案日期不晚于今天',
    expression: 'recordDate <= today',
    fields: ['EsProject.recordDate'],
    passes: { project: { recordDate: '2026-06-30' }, today: '2026-07-01' },
    fails: { project: { recordDate: '2026-07-02' }, today: '2026-07-01' },
  },
  'P-007': {
    ...WARNED,
    text: '储能时长在 0.05 至 100 小时之间',
    formula: '储能时长＝额定能量÷额定功率',
    expression: '0.05 <= ratedEnergy / ratedPower && ratedEnergy / ratedPower <= 100',
    fields: ['EsProject.ratedEnergy', 'EsProject.ratedPower'],
    passes: { project: { ratedPower: 100, ratedEnergy: 200 } },
    fails: { project: { ratedPower: 1, ratedEnergy: 200 } },
  },
  'P-008': {
    ...WARNED,
    text: '单位造价在 200 至 10000 元/kWh 之间',
    formula: '单位造价＝总投资（万元）×10÷额定能量（MWh）',
    expression: '200 <= totalInvestment * 10 / ratedEnergy && totalInvestment * 10 / ratedEnergy <= 10000',
    fields: ['EsProject.totalInvestment', 'EsProject.ratedEnergy'],
    passes: { project: { ratedEnergy: 200, totalInvestment: 19800 } },
    fails: { project: { ratedEnergy: 200, totalInvestment: 1980 } },
  },
  'P-009': {
    ...WARNED,
    text: '累计完成投资不明显超过总投资',
    formula: '累计完成投资不大于总投资的 1.2 倍',
    expression: 'completedInvestment <= totalInvestment * 1.2',
    fields: ['EsProject.completedInvestment', 'EsProject.totalInvestment'],
    passes: { project: { totalInvestment: 20000, completedInvestment: 21000 } },
    fails: { project: { totalInvestment: 20000, completedInvestment: 26000 } },
  },
  'P-010': {
    ...WARNED,
    text: '大型动力电池梯次利用储能项目受政策限制',
    formula: '梯次利用且额定能量不小于 20 MWh 的提示核对',
    expression: '!(isEchelonUse && ratedEnergy >= 20)',
    fields: ['EsProject.isEchelonUse', 'EsProject.ratedEnergy'],
    passes: { project: { isEchelonUse: true, ratedEnergy: 10 } },
    fails: { project: { isEchelonUse: true, ratedEnergy: 40 } },
  },
  'P-011': {
    ...WARNED,
    text: '用户侧项目并网电压一般不超过 110 kV',
    expression: '!startsWith(appSubScenario, "3") || gridVoltage <= 110',
    fields: ['EsProject.gridVoltage', 'EsProject.appSubScenario'],
    passes: { project: { appScenario: '3', appSubScenario: '31', gridVoltage: '35' } },
    fails: { project: { appScenario: '3', appSubScenario: '31', gridVoltage: '220' } },
  },
  'P-012': {
    ...SENT,
    text: '提交过的项目，建设状态只能依次向前变更；更正由省级退回后办理',
    formula: '规划→备案→在建→投运→停运→退役；规划、备案、在建可终止，停运可恢复投运',
    fields: ['EsProject.buildStatus'],
    passes: { from: '3', to: '4' },
    fails: { from: '4', to: '2' },
  },
  'P-013': {
    when: ['填报', '提交'],
    since: '0.1.0',
    text: '已备案及以后的项目须上传项目备案证',
    fields: ['EsProject.attachmentIds', 'EsProject.buildStatus'],
    passes: { words: ['建设状态 在建', '附件 项目备案证'] },
    fails: { words: ['建设状态 在建', '没有项目备案证'] },
  },
  'P-014': {
    ...SENT,
    text: '已保存的项目不能更改省份',
    fields: ['EsProject.provinceCode'],
    passes: { words: ['原为宁夏，仍为宁夏'] },
    fails: { words: ['原为宁夏，改为甘肃'] },
  },
  'P-015': {
    when: ['保存', '提交', '导入'],
    since: '0.1.0',
    text: '企业只能填报本单位的项目',
    fields: ['EsProject.companyName', 'EsProject.creditCode', 'EsProject.ownerGroupId'],
    passes: { words: ['项目单位为本单位，或留空'] },
    fails: { words: ['项目单位为其他企业'] },
  },
  'P-016': {
    when: ['保存', '导入'],
    since: '0.1.0',
    text: '主管部门只能填报本地区的项目',
    fields: ['EsProject.provinceCode', 'EsProject.cityCode', 'EsProject.countyCode'],
    passes: { words: ['盐池县填报盐池县的项目'] },
    fails: { words: ['盐池县填报灵武市的项目'] },
  },
  'P-017': {
    ...SENT,
    text: '联系方式、身份证号不能是隐去了一部分的',
    fields: ['EsProject.contactEmail'],
    passes: { words: ['联系人电子邮箱 lianxi@example.cn'] },
    fails: { words: ['联系人电子邮箱 li***@example.cn'] },
  },
  'P-018': {
    when: ['导入'],
    since: '0.1.0',
    text: '工作簿单元格的内容可以识别：投资主体在字典中，是否项填“是”或“否”',
    fields: ['EsProject.ownerGroupId', 'EsProject.isEchelonUse'],
    passes: { words: ['是否梯次利用 是'] },
    fails: { words: ['是否梯次利用 部分'] },
  },
  'P-019': {
    ...WARNED,
    text: '经度、纬度在所在县（区）的范围内',
    formula: '县（区）外接矩形向四周放宽 0.05 度；地图上没有的县（区）按地市，再按省份',
    fields: ['EsProject.longitude', 'EsProject.latitude', 'EsProject.countyCode'],
    passes: { project: { ...YANCHI, longitude: 107.4051, latitude: 37.7832 } },
    fails: { project: { ...YANCHI, longitude: 106.2126, latitude: 37.9853 } },
  },
} as const satisfies Record<string, RuleText>
