import type { RuleText } from './rule-text.ts'

const SAVED = { when: ['填报', '保存'], since: '0.1.0' } as const
const SUBMITTED = { when: ['填报', '提交'], since: '0.1.0' } as const

/** Rules of provincial demonstration projects and provincial work reports. */
export const provincialRules = {
  'R-001': {
    ...SAVED,
    text: '同一省份同一年度内，省级示范项目的名称不重复',
    passes: { words: ['“某某储能示范”与“某某构网型储能示范”'] },
    fails: { words: ['本年度已有“某某储能示范”，再填报“某某 储能示范”'] },
  },
  'R-002': {
    ...SAVED,
    text: '省级示范项目的批复日期不晚于今天',
    passes: { words: ['批复日期为昨天'] },
    fails: { words: ['批复日期为明天'] },
  },
  'R-003': {
    ...SAVED,
    text: '省级示范项目关联的储能项目在本省可见范围内',
    passes: { words: ['关联本省的储能项目'] },
    fails: { words: ['关联外省的储能项目'] },
  },
  'R-004': {
    ...SAVED,
    text: '已保存的省级工作报告不能更改年度与类型',
    passes: { words: ['修改年度报告的内容'] },
    fails: { words: ['把半年报告改为年度报告'] },
  },
  'R-005': {
    ...SAVED,
    text: '省级工作报告的进展表只列本省已公布的国家试点示范项目',
    passes: { words: ['列出本省已公布的项目'] },
    fails: { words: ['列出外省的项目', '列出尚在评审的项目'] },
  },
  'R-006': {
    ...SUBMITTED,
    text: '省级工作报告的进展表与平台预填的不一致时，须在备注中说明',
    passes: { words: ['总体进度改为 95%，备注“已完成调试”'] },
    fails: { words: ['总体进度由 90% 改为 95%，没有备注'] },
  },
} as const satisfies Record<string, RuleText>
