import type { RuleText } from './rule-text.ts'

const READ = { when: ['导入'], since: '0.1.0' } as const

/** Rules of reading tables: headings, rows, sheets and files. */
export const readingTableRules = {
  'C-062': {
    ...READ,
    text: '地区写到县（区），新区写所在的县（区）',
    passes: { words: ['河北省、保定市、雄县'] },
    fails: { words: ['河北省、保定市、雄安新区'] },
  },
  'C-063': {
    ...READ,
    text: '有县（区）的填写其所在的市，没有填写的由县（区）补出',
    passes: { words: ['宁夏回族自治区、吴忠市、盐池县'] },
    fails: { words: ['宁夏回族自治区、（空）、盐池县'] },
  },
  'C-072': {
    ...READ,
    text: '数字列的表头写明单位，没有写的按该项的单位读取',
    passes: { words: ['额定功率（MW）'] },
    fails: { words: ['额定功率：没有写单位，按 MW 读取'] },
  },
  'C-073': {
    ...READ,
    text: '列名与导入模板相同，其他常用的名称按模板的名称读取',
    passes: { words: ['备案文号'] },
    fails: { words: ['备案号'] },
  },
  'C-074': {
    ...READ,
    text: '列名与字段的名称相同，只是相近的须由使用者确认',
    passes: { words: ['额定功率'] },
    fails: { words: ['装机规模'] },
  },
  'C-075': {
    ...READ,
    text: '工作簿的各列都有对应的字段，没有对应的列不导入',
    passes: { words: ['项目名称、建设状态'] },
    fails: { words: ['风险等级（36 格）'] },
  },
  'C-076': {
    ...READ,
    text: '一个字段只有一列',
    passes: { words: ['联系电话'] },
    fails: { words: ['联系电话、手机号'] },
  },
  'C-077': {
    ...READ,
    text: '各行不长于表头',
    passes: { words: ['48 格'] },
    fails: { words: ['50 格：AX、AY 两列没有表头'] },
  },
  'C-078': {
    ...READ,
    text: '列名与下一行的字段名指同一字段',
    passes: { words: ['列名“总投资”，字段 totalInvestment'] },
    fails: { words: ['列名“总投资”，字段 ratedPower'] },
  },
  'C-079': {
    ...READ,
    text: '必填的列齐全',
    passes: { words: ['有“计划并网日期”列'] },
    fails: { words: ['没有“计划并网日期”列，有“预计投产”列'] },
  },
  'C-080': {
    ...READ,
    text: '前 50 行中有表头',
    passes: { words: ['第 3 行为各列的名称'] },
    fails: { words: ['没有列名，第 1 行起为数据'] },
  },
  'C-081': {
    ...READ,
    text: '要导入的工作表只有一张',
    passes: { words: ['Sheet1（12 行）'] },
    fails: { words: ['Sheet1（1 行）、银川市（2 行）'] },
  },
  'C-082': {
    ...READ,
    text: '未选中的和隐藏的工作表中没有项目',
    passes: { words: ['封面、填报说明'] },
    fails: { words: ['隐藏的工作表“旧数据”有 12 行'] },
  },
  'C-083': {
    ...READ,
    text: '没有隐藏的行，隐藏的行同样读取',
    passes: { words: ['第 6 行显示'] },
    fails: { words: ['第 6 行被筛选隐藏'] },
  },
  'C-084': {
    ...READ,
    text: '表中只有项目，合计、签署和说明行不作为项目读取',
    passes: { words: ['盐池县储能站'] },
    fails: { words: ['合计'] },
  },
  'C-085': {
    ...READ,
    text: '合计行与各行之和相同',
    passes: { words: ['额定功率合计 223，各行之和为 223'] },
    fails: { words: ['额定功率合计 999，各行之和为 223'] },
  },
  'C-086': {
    ...READ,
    text: '没有项目名称而只有下拉填充内容的行不读取',
    passes: { words: ['空行'] },
    fails: { words: ['只有“宁夏回族自治区、否”'] },
  },
  'C-087': {
    ...READ,
    text: '项目名称不以“【示例】”开头',
    passes: { words: ['盐池县储能站'] },
    fails: { words: ['【示例】盐池县储能站，其余为真实内容'] },
  },
  'C-088': {
    ...READ,
    text: '文本文件的编码和分隔符可以认出',
    passes: { words: ['UTF-8，逗号'] },
    fails: { words: ['无法认出编码的文件'] },
  },
  'C-089': {
    ...READ,
    text: '文件是 .xlsx 或 CSV',
    passes: { words: ['项目.xlsx'] },
    fails: { words: ['另存为 .xls 的网页'] },
  },
} as const satisfies Record<string, RuleText>
