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
} as const satisfies Record<string, RuleText>
