import type { RuleText } from './rule-text.ts'

const READ = { when: ['填报', '导入'], since: '0.1.0' } as const
const NUMBER = { kind: 'number', unit: 'MW', decimals: 4 } as const
const DATE = { kind: 'date' } as const
const NAME = { kind: 'string', maxLength: 100 } as const
const MOBILE = { kind: 'string', rule: 'mobile' } as const

/** Rules of reading cells and inputs: dates, codes, choices and units. */
export const readingTextRules = {
  'C-040': {
    ...READ,
    text: '日期没有时刻，距零点不足 1 分钟的按零点读取',
    passes: { cell: { kind: 'number', text: '46752', format: 'yyyy/m/d' }, spec: DATE },
    fails: { cell: { kind: 'number', text: '46752.9995', format: 'yyyy/m/d' }, spec: DATE },
  },
  'C-041': {
    ...READ,
    text: '日期不带零点以外的时刻',
    passes: { cell: { text: '2027-09-30' }, spec: DATE },
    fails: { cell: { text: '2027-09-30 16:00' }, spec: DATE },
  },
  'C-042': {
    ...READ,
    text: '日期不是常规格式的数字',
    passes: { cell: { kind: 'number', text: '46722', format: 'yyyy/m/d' }, spec: DATE },
    fails: { cell: { kind: 'number', text: '46722', format: 'General' }, spec: DATE },
  },
  'C-043': {
    ...READ,
    text: '日期写到日',
    passes: { cell: { text: '2027-12-01' }, spec: DATE },
    fails: { cell: { text: '2027年12月' }, spec: DATE },
  },
  'C-044': {
    ...READ,
    text: '日期的年、月、日顺序分明，星期相符',
    passes: { cell: { text: '2027-12-01' }, spec: DATE },
    fails: { cell: { text: '12/1/2027' }, spec: DATE },
  },
  'C-045': {
    ...READ,
    text: '日期距今不超过 30 年',
    passes: { cell: { text: '2027-12-01' }, spec: DATE },
    fails: { cell: { text: '1990-05-01' }, spec: DATE },
  },
  'C-046': {
    ...READ,
    text: '日期完整，形如 2026-03-01',
    passes: { cell: { text: '2027-12-01' }, spec: DATE },
    fails: { cell: { text: '2027年底' }, spec: DATE },
  },
  'C-047': {
    ...READ,
    text: '文字列的单元格是文字，不是日期或是非',
    passes: { cell: { kind: 'text', text: '一期' }, spec: NAME },
    fails: { cell: { kind: 'number', text: '46024', format: 'm"月"d"日"' }, spec: NAME },
  },
  'C-048': {
    ...READ,
    text: '数字列的单元格是数字，不是日期',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '2026-01-02' }, spec: NUMBER },
  },
  'C-050': {
    ...READ,
    text: '号码与代码只含规定的字符，导入时去掉空格、短横线等',
    passes: { cell: { text: '13800138000' }, spec: MOBILE },
    fails: { cell: { text: '138 0013 8000' }, spec: MOBILE },
  },
  'C-051': {
    ...READ,
    text: '一个单元格只有一个号码',
    passes: { cell: { text: '13800138000' }, spec: MOBILE },
    fails: { cell: { text: '13800138000、13900139000' }, spec: MOBILE },
  },
  'C-052': {
    ...READ,
    text: '统一社会信用代码中不用字母 O、I',
    passes: { cell: { text: '91640323MA0000001C' }, spec: { kind: 'string', rule: 'creditCode' } },
    fails: { cell: { text: '91640323MAO000001C' }, spec: { kind: 'string', rule: 'creditCode' } },
  },
  'C-060': {
    ...READ,
    text: '选择项按标准名称填写，同义的写法按标准名称读取',
    passes: { cell: { text: '是' }, spec: { kind: 'boolean' } },
    fails: { cell: { text: '√' }, spec: { kind: 'boolean' } },
  },
  'C-061': {
    ...READ,
    text: '选择项的名称与可选项一致，近似的须确认',
    passes: { cell: { text: '锂离子电池' }, spec: { kind: 'dict', dict: 'tech_type' } },
    fails: { cell: { text: '锂电' }, spec: { kind: 'dict', dict: 'tech_type' } },
  },
  'C-070': {
    ...READ,
    text: '表头的单位与该项的单位一致，可以换算的按表头换算，并说明换算的格数',
    passes: { words: ['额定功率（MW）'] },
    fails: { words: ['额定功率（万千瓦）：10 读取为 100 MW'] },
  },
  'C-071': {
    ...READ,
    text: '数字的单位可以换算为该项的单位',
    passes: { cell: { text: '100' }, spec: NUMBER },
    fails: { cell: { text: '100MVA' }, spec: NUMBER },
  },
} as const satisfies Record<string, RuleText>
