import type { RuleText } from './rule-text.ts'

const FOUND = { when: ['填报', '提交', '导入', '审核'], since: '0.1.0' } as const
const SCORE =
  '名称相近至多 40 分，单位 20，地区 10，规模 20，位置 20，技术与场景 5，变电站 5；代码、文号或单位加名称加期次相同为 100；同一单位的代码、文号相同而名称不同为 90，期次不同为 70；代码、文号不计全角半角、空格和括号的写法，“无”“/”“不涉及”等不作比较'

/** Rules of similar projects. */
export const duplicateRules = {
  'D-001': {
    ...FOUND,
    text: '不与已有项目相同',
    formula: SCORE,
    expression: 'score < 100',
    fields: ['EsProject.projectName', 'EsProject.nationalCode', 'EsProject.recordNo'],
    passes: { words: ['同一单位的“储能电站一期”与“储能电站二期”'] },
    fails: { words: ['全国投资项目代码与其他单位的项目相同'] },
  },
  'D-002': {
    ...FOUND,
    text: '与已有项目疑似重复的，提交时须说明不是同一项目',
    formula: `相似得分 70 分及以上。${SCORE}`,
    expression: 'score < 70 || repeatReason != ""',
    fields: ['EsProject.projectName', 'EsProject.recordNo', 'EsProject.nationalCode'],
    passes: { words: ['得分 75，已填写说明'] },
    fails: { words: ['得分 75，没有说明'] },
  },
  'D-003': {
    when: ['填报', '导入', '审核'],
    since: '0.1.0',
    text: '与已有项目相近的，提示核对',
    formula: `相似得分 55 至 70 分。${SCORE}`,
    expression: 'score < 55',
    fields: ['EsProject.projectName'],
    passes: { words: ['得分 40'] },
    fails: { words: ['得分 60'] },
  },
  'D-004': {
    when: ['导入'],
    since: '0.1.0',
    text: '一个批次中没有相同的项目',
    formula: '备案文号或全国投资项目代码相同且没有不同期次，或单位、名称、期次相同的为同一项目',
    fields: ['EsProject.projectName', 'EsProject.recordNo', 'EsProject.nationalCode'],
    passes: { words: ['第 6 行一期，第 7 行二期'] },
    fails: { words: ['第 7 行与第 6 行的备案文号相同'] },
  },
  'D-005': {
    when: ['导入'],
    since: '0.1.0',
    text: '与本单位草稿相同的行，写入时更新该草稿',
    formula: '单位、名称、期次相同；只有备案文号或全国投资项目代码相同的不更新，作为疑似重复',
    fields: ['EsProject.projectName'],
    passes: { words: ['本单位没有同名的草稿'] },
    fails: { words: ['本单位有同名、同期次的草稿'] },
  },
  'D-006': {
    when: ['审核'],
    since: '0.1.0',
    text: '确认重复时逐对判定，并从该对项目中指定保留的一个；确认不重复时两个均保留',
    passes: { words: ['确认重复，保留先报送的项目'] },
    fails: { words: ['确认不重复，又指定保留的项目'] },
  },
  'D-007': {
    when: ['审核'],
    since: '0.1.0',
    text: '不重复作出相同的判定',
    passes: { words: ['将“不重复”改判为“重复”'] },
    fails: { words: ['已确认重复，再次确认重复'] },
  },
  'D-008': {
    when: ['导入'],
    since: '0.1.0',
    text: '草稿中人工更正过的字段保留原值，导入的值不写入',
    formula: '由人修改过或退回后更正过、且写入时没有指明覆盖的字段；首次填报的值、导入或系统写入的值不算更正',
    passes: { words: ['草稿的地址没有更正过，写入导入的地址'] },
    fails: { words: ['草稿的地址更正过，导入的地址与之不同'] },
  },
  'D-009': {
    when: ['导入'],
    since: '0.1.0',
    text: '空单元格不清空草稿的内容，除非写入时指明清空',
    formula: '文件中有该列而单元格为空、且草稿的该项有内容；文件中没有的列总是保留',
    passes: { words: ['单元格为空，草稿的该项也为空'] },
    fails: { words: ['草稿填有备注，文件的备注一格为空'] },
  },
  'D-010': {
    when: ['提交'],
    since: '0.1.0',
    text: '因与已有项目重复而不能提交的，才可以请主管部门判定',
    formula: '相似得分 100 分，且没有作出判定',
    passes: { words: ['与其他单位的项目备案文号相同'] },
    fails: { words: ['得分 75，填写说明后可以提交'] },
  },
  'D-011': {
    when: ['审核'],
    since: '0.1.0',
    text: '两个项目同时只有一件待判定的申请，撤回和判定的是待判定的申请',
    passes: { words: ['申请已撤回，再次申请'] },
    fails: { words: ['已作出判定，再次判定'] },
  },
  'D-012': {
    when: ['导入'],
    since: '0.1.0',
    text: '与本单位已提交的项目相同的行不写入；内容不同的，须先撤回该项目',
    formula: '单位、名称、期次相同；内容一致的计为一致',
    fields: ['EsProject.projectName'],
    passes: { words: ['与已提交的项目各项一致'] },
    fails: { words: ['已提交的项目额定功率 100 MW，该行 130 MW'] },
  },
} as const satisfies Record<string, RuleText>
