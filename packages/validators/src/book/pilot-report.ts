import type { RuleText } from './rule-text.ts'

const SAVED = { when: ['填报', '保存'], since: '0.1.0' } as const
const SUBMITTED = { when: ['填报', '提交'], since: '0.1.0' } as const

/** Rules of the catalogue of indices, self-assessments, quarterly progress and annual reports of demonstration projects. */
export const pilotReportRules = {
  'N-001': {
    ...SAVED,
    text: '自评分不超过该指标的满分，数值在指标的上下限之内',
    passes: { words: ['满分 10 分的指标自评 8 分'] },
    fails: { words: ['满分 10 分的指标自评 12 分'] },
  },
  'N-002': {
    ...SUBMITTED,
    text: '提交自评时每项指标都已填写：定量指标填数值，定性指标填说明，并有自评分',
    passes: { words: ['19 项指标全部填写'] },
    fails: { words: ['缺少“综合效率”的数值'] },
  },
  'N-003': {
    ...SAVED,
    text: '自评提交后不可再改',
    passes: { words: ['修改暂存的自评'] },
    fails: { words: ['修改已提交的自评'] },
  },
  'N-004': {
    ...SAVED,
    text: '初评自评在申报期间填写，年度评估、自评、进展与年度报告在公布后填写',
    passes: { words: ['已公布的项目报送进展'] },
    fails: { words: ['评审中的项目报送进展'] },
  },
  'N-005': {
    ...SUBMITTED,
    text: '上一季度的进展提交后，方可提交本季度的',
    passes: { words: ['第 1 季度已提交，提交第 2 季度'] },
    fails: { words: ['第 1 季度尚未提交，提交第 2 季度'] },
  },
  'N-006': {
    ...SUBMITTED,
    text: '总体进度低于上一季度时说明原因',
    expression: 'overallProgress >= previous.overallProgress or progressDropReason',
    passes: { words: ['上季 60%，本季 70%'] },
    fails: { words: ['上季 82%，本季 80%，未说明原因'] },
  },
  'N-007': {
    ...SUBMITTED,
    text: '里程碑晚于计划时说明滞后原因',
    passes: { words: ['里程碑按期完成'] },
    fails: { words: ['里程碑至季末逾期未完成，未说明原因'] },
  },
  'N-008': {
    ...SUBMITTED,
    text: '累计完成投资等于上一季度累计加本期',
    expression: 'abs(cumulativeInvestment - (previous.cumulativeInvestment + periodInvestment)) <= 0.01',
    passes: { words: ['上季累计 8000 万元，本期 2000 万元，累计 10000 万元'] },
    fails: { words: ['上季累计 8000 万元，本期 2000 万元，累计 12000 万元'] },
  },
  'N-009': {
    ...SAVED,
    text: '进展中的里程碑属于该项目的实施方案，完成日期不晚于今日',
    passes: { words: ['填写实施方案第 2 个里程碑的完成日期'] },
    fails: { words: ['填写其他项目的里程碑'] },
  },
  'N-010': {
    ...SUBMITTED,
    text: '年度报告提交前，公布后的各季度进展均已提交',
    passes: { words: ['四个季度均已提交'] },
    fails: { words: ['第 4 季度尚未提交'] },
  },
  'N-011': {
    ...SUBMITTED,
    text: '年度报告提交前已上传盖章扫描件',
    passes: { words: ['已上传盖章扫描件'] },
    fails: { words: ['未上传即提交'] },
  },
  'N-012': {
    ...SUBMITTED,
    text: '年度运行指标与各季度汇总不一致时说明原因，不少于 10 字',
    passes: { words: ['修改充电量并说明原因'] },
    fails: { words: ['修改充电量，未说明原因'] },
  },
  'N-013': {
    ...SAVED,
    text: '佐证文件、照片和扫描件由本单位上传，用途与所在项相符',
    passes: { words: ['引用本单位上传的佐证文件'] },
    fails: { words: ['引用其他单位的文件'] },
  },
  'N-014': {
    ...SAVED,
    text: '同一项目同一期只有一份，项目与期间不能修改',
    passes: { words: ['修改第 2 季度的本期进展'] },
    fails: { words: ['将第 2 季度改为第 3 季度'] },
  },
  'N-015': {
    when: ['管理'],
    since: '0.1.0',
    text: '发布评价指标体系时，各级子项满分之和等于上级，一级满分之和为 100，末级指标有类型',
    passes: { words: ['A2 安全可靠性 25 分，子项合计 25 分'] },
    fails: { words: ['A2 安全可靠性 25 分，子项合计 24 分'] },
  },
  'N-016': {
    when: ['管理'],
    since: '0.1.0',
    text: '已发布的评价指标体系只读；同一阶段至多一个未发布的版本',
    passes: { words: ['修改未发布的第 2 版'] },
    fails: { words: ['修改已发布的第 1 版'] },
  },
  'N-017': {
    when: ['管理'],
    since: '0.1.0',
    text: '评价指标编号在同一版本内不重复，上级列在前面，至多三级，下限不高于上限',
    passes: { words: ['A1-1 与 A1-2'] },
    fails: { words: ['两项指标编号都是 A1-1'] },
  },
} as const satisfies Record<string, RuleText>
