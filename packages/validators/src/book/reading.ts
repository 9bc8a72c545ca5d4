import type { RuleText } from './rule-text.ts'

const READ = { when: ['填报', '导入'], since: '0.1.0' } as const
const NUMBER = { kind: 'number', unit: 'MW', decimals: 4 } as const
const NAME = { kind: 'string', maxLength: 100 } as const

/** Rules of reading cells and inputs: damaged cells, placeholders and numbers. */
export const readingRules = {
  'C-001': {
    ...READ,
    text: '单元格不是公式错误（#N/A、#REF! 等）',
    passes: { cell: { text: '盐池变' }, spec: { kind: 'string', maxLength: 60 } },
    fails: { cell: { text: '#N/A' }, spec: { kind: 'string', maxLength: 60 } },
  },
  'C-002': {
    ...READ,
    text: '公式有计算结果',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { kind: 'formula', text: '' }, spec: NUMBER },
  },
  'C-003': {
    ...READ,
    text: '数字、名称和文号不在合并的单元格中，各行分别填写',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { kind: 'merged', text: 'Y5:Y7' }, spec: NUMBER },
  },
  'C-004': {
    ...READ,
    text: '地区、单位、日期和选择项在上下合并的单元格中时，各行按同一值读取',
    passes: { words: ['各行分别填写'] },
    fails: { words: ['J5:J8 合并，内为宁夏回族自治区：4 行按同一值读取'] },
  },
  'C-005': {
    ...READ,
    text: '“/”“无”“不适用”等占位的文字视为未填',
    passes: { cell: { text: '42' }, spec: { kind: 'string', maxLength: 60 } },
    fails: { cell: { text: '不涉及' }, spec: { kind: 'string', maxLength: 60 } },
  },
  'C-006': {
    ...READ,
    text: '必填项不以“待定”“/”等占位',
    passes: { cell: { text: '2027-12-01' }, spec: { kind: 'date', required: 'submit' } },
    fails: { cell: { text: '待定' }, spec: { kind: 'date', required: 'submit' } },
  },
  'C-007': {
    ...READ,
    text: '文字中没有不可见字符，导入时去掉',
    passes: { cell: { text: '盐池县储能站' }, spec: NAME },
    fails: { cell: { text: '盐池县\u200b储能站' }, spec: NAME },
  },
  'C-008': {
    ...READ,
    text: '数字列不以“-”表示 0 或未填',
    passes: { cell: { text: '0' }, spec: { kind: 'number', unit: 'MW', decimals: 4 }, by: 'csv' },
    fails: { cell: { text: '-' }, spec: { kind: 'number', unit: 'MW', decimals: 4 }, by: 'csv' },
  },
  'C-009': {
    ...READ,
    text: '不以“同上”代替值',
    passes: { cell: { text: '盐池县储能站' }, spec: NAME },
    fails: { cell: { text: '同上' }, spec: NAME },
  },
  'C-010': {
    ...READ,
    text: '单元格显示完整，没有“####”',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '####' }, spec: NUMBER },
  },
  'C-011': {
    ...READ,
    text: '单元格的格式不改变所显示的数值',
    passes: { cell: { kind: 'number', text: '0.25', format: '0.00' }, spec: NUMBER },
    fails: { cell: { kind: 'number', text: '0.25', format: '0%' }, spec: NUMBER },
  },
  'C-020': {
    ...READ,
    text: '逗号只作千分位，如 1,234.5',
    passes: { cell: { text: '1,234.5' }, spec: NUMBER },
    fails: { cell: { text: '12,5' }, spec: NUMBER },
  },
  'C-021': {
    ...READ,
    text: '一个单元格只有一个数',
    passes: { cell: { text: '60' }, spec: NUMBER },
    fails: { cell: { text: '60 60' }, spec: NUMBER },
  },
  'C-022': {
    ...READ,
    text: '不以范围代替数',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '100~200' }, spec: NUMBER },
  },
  'C-023': {
    ...READ,
    text: '数字不带单位',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '100MW' }, spec: NUMBER },
  },
  'C-024': {
    ...READ,
    text: '数字没有上标、注释或删除线',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '100①' }, spec: NUMBER },
  },
  'C-025': {
    ...READ,
    text: '数字是确数，没有“约”“以上”等字样',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '约100' }, spec: NUMBER },
  },
  'C-026': {
    ...READ,
    text: '数字与代码不用科学计数法',
    passes: { cell: { text: '120' }, spec: NUMBER },
    fails: { cell: { text: '1.2E+2' }, spec: NUMBER },
  },
  'C-027': {
    ...READ,
    text: '超过 15 位的数字以文本填写',
    passes: { cell: { kind: 'text', text: '2312640323040112345' }, spec: NAME },
    fails: { cell: { kind: 'number', text: '2312640323040112345' }, spec: NAME },
  },
  'C-028': {
    ...READ,
    text: '读取的数字不超过 4 位小数',
    passes: { cell: { text: '120.1234' }, spec: NUMBER },
    fails: { cell: { text: '120.12345' }, spec: NUMBER },
  },
  'C-029': {
    ...READ,
    text: '数字没有前导零',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '00100' }, spec: NUMBER },
  },
  'C-030': {
    ...READ,
    text: '负数以负号表示，不用括号',
    passes: { cell: { text: '-100' }, spec: { kind: 'number', unit: '元/kWh', decimals: 4 } },
    fails: { cell: { text: '(100)' }, spec: { kind: 'number', unit: '元/kWh', decimals: 4 } },
  },
  'C-032': {
    ...READ,
    text: '金额以万元为单位，不带货币符号',
    passes: { cell: { text: '9000' }, spec: { kind: 'number', unit: '万元', decimals: 4 } },
    fails: { cell: { text: '￥9,000' }, spec: { kind: 'number', unit: '万元', decimals: 4 } },
  },
} as const satisfies Record<string, RuleText>
