import type { RuleText } from './rule-text.ts'

const SAVED = { when: ['填报', '保存'], since: '0.1.0' } as const
const SUBMITTED = { when: ['填报', '提交'], since: '0.1.0' } as const
const REVIEWED = { when: ['审核'], since: '0.1.0' } as const

/** Rules of applying for, recommending, checking and announcing demonstration projects. */
export const pilotRules = {
  'M-001': {
    ...SAVED,
    text: '示范项目名称在同一批次内唯一',
    passes: { words: ['本批次没有同名的示范项目'] },
    fails: { words: ['本批次已有同名的示范项目'] },
  },
  'M-002': {
    ...SAVED,
    text: '示范项目的申报年度、批次与省份在建立后不变',
    passes: { words: ['修改名称与规模'] },
    fails: { words: ['将 2026 年第 1 批改为第 2 批'] },
  },
  'M-003': {
    ...SAVED,
    text: '推荐单位为建设地点所在省的能源主管部门，或投资主体所属的中央企业',
    passes: { words: ['宁夏的项目由宁夏回族自治区能源主管部门推荐'] },
    fails: { words: ['宁夏的项目由北京市能源主管部门推荐'] },
  },
  'M-004': {
    ...SAVED,
    text: '取自关联项目的内容不能另填；来源变化后由申报单位确认更新',
    passes: { words: ['额定功率与关联项目相同'] },
    fails: { words: ['关联项目 100 MW，另填 120 MW'] },
  },
  'M-005': {
    ...SAVED,
    text: '关联的储能项目为本单位的项目，省份相同',
    passes: { words: ['关联本单位在同一省的项目'] },
    fails: { words: ['关联其他单位的项目'] },
  },
  'M-006': {
    ...SUBMITTED,
    text: '申报书的关键指标至少 3 项',
    passes: { words: ['填写 5 项关键指标'] },
    fails: { words: ['只填写 2 项关键指标'] },
  },
  'M-007': {
    ...SUBMITTED,
    text: '实施方案的里程碑至少 3 项',
    passes: { words: ['填写开工、并网、投运三项'] },
    fails: { words: ['只填写开工、投运两项'] },
  },
  'M-008': {
    ...SUBMITTED,
    text: '投资计划各年合计与总投资相差不超过 1%',
    expression: 'abs(sum(investmentPlan.amount) - totalInvestment) <= 0.01 * totalInvestment',
    passes: { words: ['总投资 20000 万元，各年合计 20100 万元'] },
    fails: { words: ['总投资 20000 万元，各年合计 19000 万元'] },
  },
  'M-009': {
    ...SUBMITTED,
    text: '项目简介正文为 200 至 800 字，不计空白',
    passes: { words: ['正文 500 字'] },
    fails: { words: ['正文 120 字'] },
  },
  'M-010': {
    ...SUBMITTED,
    text: '申报单位承诺所填内容真实',
    passes: { words: ['已阅读并承诺'] },
    fails: { words: ['未承诺即提交'] },
  },
  'M-011': {
    ...SUBMITTED,
    text: '盖章申报书、备案证明、接入意见与承诺函齐全',
    passes: { words: ['四类附件均已上传'] },
    fails: { words: ['缺少接入意见'] },
  },
  'M-012': {
    ...SAVED,
    text: '退回后只可修改退回的部分',
    passes: { words: ['退回附件，补传附件'] },
    fails: { words: ['退回附件，修改申报书'] },
  },
  'M-013': {
    ...REVIEWED,
    text: '推荐的项目数不超过推荐名额',
    passes: { words: ['名额 5 项，推荐第 5 项'] },
    fails: { words: ['名额 5 项，推荐第 6 项'] },
  },
  'M-014': {
    when: ['提交', '审核'],
    since: '0.1.0',
    text: '上级签收后不能撤回，推荐次序不再调整',
    passes: { words: ['国家未签收，推荐单位撤回'] },
    fails: { words: ['国家已签收，推荐单位撤回'] },
  },
  'M-015': {
    ...REVIEWED,
    text: '作出不通过、不入选、取消、退出的决定须写明意见，取消、退出的原因为 10 至 500 字，不计空白',
    passes: { words: ['取消入选，写明原因'] },
    fails: { words: ['取消入选，未写意见'] },
  },
  'M-016': {
    ...REVIEWED,
    text: '公布须给出文号与日期，优选入选须给出类别',
    passes: { words: ['国家能源局公告2024年第1号'] },
    fails: { words: ['公布未给出文号'] },
  },
  'M-017': {
    ...REVIEWED,
    text: '公示期满、异议均已答复、本批项目均已评审完毕后方可公布，一个批次的拟入选项目一次公布',
    passes: { words: ['公示期满，异议已答复，公布全部拟入选项目'] },
    fails: { words: ['公示未结束，有异议未答复，或只公布一部分项目'] },
  },
  'M-018': {
    ...REVIEWED,
    text: '启封后方可确定评审结果；与排名不一致的写明理由（不少于 10 字）',
    passes: { words: ['初评启封后确定初评通过'] },
    fails: { words: ['初评未启封即确定初评通过'] },
  },
  'M-019': {
    ...REVIEWED,
    text: '形式审查各要点均为符合或不涉及后方可通过',
    passes: { words: ['十项要点均已判定，没有不符合'] },
    fails: { words: ['有两项要点未判定'] },
  },
  'M-020': {
    when: ['上传'],
    since: '0.1.0',
    text: '示范项目的附件为规定的用途，盖章申报书为 PDF',
    passes: { words: ['盖章申报书.pdf'] },
    fails: { words: ['盖章申报书.docx'] },
  },
  'M-021': {
    ...REVIEWED,
    text: '疑似重复的示范项目（相似度 70 分以上），推荐时逐项说明理由，不少于 10 字',
    passes: { words: ['相似度 82 分，写明“同一基地的另一期，设备与场址均不同”'] },
    fails: { words: ['相似度 82 分，未说明理由'] },
  },
  'M-022': {
    ...REVIEWED,
    text: '初评不通过、优选不入选的项目，有评审结果的逐项给出反馈意见，50 至 2000 字，不计空白',
    passes: { words: ['写明专家指出的主要不足与改进建议，62 字'] },
    fails: { words: ['专家意见从略'] },
  },
} as const satisfies Record<string, RuleText>
