import type { RuleCode } from '../book/texts.ts'
import { messages } from '../messages.ts'
import type { Finding } from './types.ts'

/** `{0}` is what the cell has; the others are arguments of the finding. */
const WORDS: { readonly [Code in RuleCode]?: string } = {
  'C-001': '单元格是公式错误（{0}），请改正后重新导入',
  'C-002': '公式没有计算结果，请用表格软件打开、保存后再导入',
  'C-005': '“{0}”视为未填',
  'C-006': '此项必填，“{0}”不是值',
  'C-007': '已去掉不可见字符（{signs}）',
  'C-008': '“{0}”表示 0 还是未填？（{choices}）',
  'C-009': '“{0}”是否取上一行的值？请填写该值',
  'C-010': '复制到的是“####”，请加宽该列后再复制',
  'C-011': '单元格显示为“{shown}”，实际值为 {digits}，请选（{choices}）',
  'C-020': '“{0}”不是一个数：逗号只能作千分位，如 1,234.5',
  'C-021': '“{0}”中不止一个数，请只填一个',
  'C-022': '“{0}”是范围，请填一个数',
  'C-023': '“{0}”带有单位，是否为 {first}？',
  'C-024': '“{0}”带有上标、注释或删除线，是否为 {first}？',
  'C-025': '“{0}”不是确数，是否按 {first} 填报？',
  'C-026': '“{0}”是科学计数法，位数可能已丢失，请填完整数字',
  'C-027': '超过 15 位的数字已被表格软件改动，请将该列设为文本后重新填写',
  'C-028': '“{0}”超过 4 位小数，是否取 {first}？',
  'C-029': '“{0}”有前导零，是否为 {first}？',
  'C-030': '“{0}”是否为 {first}？',
  'C-032': '“{0}”是 {first}还是 {plain} 元（{second}）？',
  'C-040': '带有时刻 {clock}，距零点不足 1 分钟或为北京时间零点，按 {day} 读取',
  'C-041': '带有时刻 {clock}，请选日期（{choices}）',
  'C-042': '“{0}”是常规数字，是否为日期 {choices}？',
  'C-043': '“{0}”没有日，请选（{choices}）或填完整日期',
  'C-044': '“{0}”的年、月、日不明，请选（{choices}）',
  'C-045': '{first} 距今超过 30 年，是否正确？',
  'C-046': '“{0}”不是完整日期，请写成 2026-03-01',
  'C-047': '本列应为文字，单元格却是日期或是非，是否填显示的“{first}”？',
  'C-048': '本列应为数字，单元格却是日期 {0}',
  'C-050': '已整理为 {code}',
  'C-051': '“{0}”中有两个号码，请选（{choices}）',
  'C-052': '代码中不用字母 O、I，是否为 {first}？',
  'C-060': '按“{label}”读取',
  'C-061': '“{0}”不在可选项中，是否指：{choices}',
  'C-070': '“{0}”已换算为 {own}（×{times}），共 {count} 格',
  'C-071': '“{unit}”不能换算为 {own}，请更正表头或指定单位',
  'F-008': messages.decimal,
  'F-019': '“{0}”不在可选范围内，可填：{allowed}',
  'P-018': '请填写“是”或“否”',
}

/** A finding in the words of users. */
export const wordsOf = ({ code, original, args = {} }: Finding): string =>
  (WORDS[code] ?? '').replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === '0' ? original : (args[name] ?? ''),
  )
