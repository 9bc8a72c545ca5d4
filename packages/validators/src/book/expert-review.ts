import type { RuleText } from './rule-text.ts'

/** Rules of the expert review, checked by the server. */
export const expertReviewRules = {
  'E-001': {
    when: ['管理'],
    since: '0.1.0',
    text: '专家组有 3 至 15 位专家，组长在其中，新增的专家不在组内',
    passes: { words: ['5 位专家，组长为其中一位'] },
    fails: { words: ['2 位专家'] },
  },
  'E-002': {
    when: ['管理'],
    since: '0.1.0',
    text: '同一批次同一阶段的组名不重复，一个项目至多属于一个组',
    passes: { words: ['压缩空气组与液流组'] },
    fails: { words: ['两个组都叫压缩空气组'] },
  },
  'E-003': {
    when: ['管理'],
    since: '0.1.0',
    text: '专家组成员为专家库中启用的评审专家',
    passes: { words: ['专家库中的专家'] },
    fails: { words: ['企业账号'] },
  },
  'E-004': {
    when: ['管理'],
    since: '0.1.0',
    text: '已提交评分的专家不能移除；没有专家与评审记录的组方可删除',
    passes: { words: ['移除尚未提交评分的专家'] },
    fails: { words: ['移除已提交评分的专家'] },
  },
  'E-006': {
    when: ['管理'],
    since: '0.1.0',
    text: '利益冲突规则的新版本含全部代码，阈值与回溯年数齐全；批准的是最新提出、尚未批准的版本',
    passes: { words: ['含 C-01 至 C-11 的版本'] },
    fails: { words: ['C-02 没有相似度'] },
  },
  'E-007': {
    when: ['审核'],
    since: '0.1.0',
    text: '只判定待判的利益冲突；不排除的理由不少于 10 字',
    passes: { words: ['不排除，理由：两单位只是名称相近，无隶属关系'] },
    fails: { words: ['不排除，理由：同意'] },
  },
  'E-008': {
    when: ['管理'],
    since: '0.1.0',
    text: '分配所依据的利益冲突是最新的',
    passes: { words: ['重新计算后分配'] },
    fails: { words: ['计算之后专家更换了单位'] },
  },
  'E-012': {
    when: ['提交'],
    since: '0.1.0',
    text: '尚未提交评分时可以申请回避',
    passes: { words: ['开始评分前申请回避'] },
    fails: { words: ['提交评分后申请回避'] },
  },
} as const satisfies Record<string, RuleText>
