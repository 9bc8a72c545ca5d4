import { type FieldSpec, fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { type BookRule, type Example, ruleBook, severityLabels } from '@xinchu/validators/book'
import { CSV_START, csvLine } from '../../workbook/index.ts'
import { listLine } from '../list-line.ts'
import { exampleLines } from './example-lines.ts'

type Schemas = components['schemas']
type Rule = Schemas['Rule']

const FAMILIES: Readonly<Record<string, string>> = {
  P: '项目',
  U: '季度报送',
  Y: '年度测算',
  OUT: '统计复核',
  D: '重复',
  M: '示范申报',
  W: '流程',
  E: '专家评审',
  N: '指标与报告',
  R: '省级报送',
  V: '文件',
  C: '读取',
  F: '字段',
  G: '权限',
  A: '账号',
  S: '登录安全',
}

/** Entities that the fields of rules belong to. */
const ENTITIES: Readonly<Record<string, { label: string; specs: readonly FieldSpec[] }>> = {
  EsProject: { label: '项目', specs: fields.EsProject },
  Usage: { label: '季度报送', specs: fields.UsageFields },
  YearCalc: { label: '年度测算', specs: fields.YearCalcFields },
  YearCalcRow: { label: '年度测算', specs: fields.YearCalcRow },
  FillTime: { label: '填报时间', specs: fields.FillTime },
}

/** @throws Error if the contract has no such field */
function fieldOf(path: string): Schemas['RuleField'] {
  const [name = '', field = ''] = path.split('.')
  const entity = ENTITIES[name]
  const spec = entity?.specs.find((each) => each.name === field)
  if (!entity || !spec) throw new Error(`the contract has no field ${path}`)
  return { entity: name, entityLabel: entity.label, field, label: spec.caption }
}

function exampleOf(example: Example): Schemas['RuleExample'] {
  const lines = exampleLines(example)
  return 'words' in example ? { lines } : { lines, input: JSON.stringify(example) }
}

function ruleOf(rule: BookRule): Rule {
  const [family = ''] = rule.code.split('-')
  return {
    code: rule.code,
    family,
    familyLabel: FAMILIES[family] ?? family,
    severity: rule.severity,
    severityLabel: severityLabels[rule.severity],
    text: rule.text,
    ...(rule.formula ? { formula: rule.formula } : {}),
    ...(rule.expression ? { expression: rule.expression } : {}),
    fields: (rule.fields ?? []).map(fieldOf),
    moments: [...rule.when],
    since: rule.since,
    passing: exampleOf(rule.passes),
    failing: exampleOf(rule.fails),
  }
}

/** The rule book as the contract has it. It changes with the version only. */
export const rules: readonly Rule[] = ruleBook.map(ruleOf)

const COLUMNS: readonly (readonly [header: string, value: (rule: Rule) => string])[] = [
  ['编号', ({ code }) => code],
  ['族', ({ familyLabel }) => familyLabel],
  ['级别', ({ severityLabel }) => severityLabel],
  ['涉及字段', (rule) => rule.fields.map(({ label }) => label).join('、')],
  ['规则', ({ text }) => text],
  ['算法', ({ formula = '' }) => formula],
  ['算式', ({ expression = '' }) => expression],
  ['何时检查', ({ moments }) => moments.join('、')],
  ['起始版本', ({ since }) => since],
  ['通过的例子', ({ passing }) => passing.lines.join('；')],
  ['不通过的例子', ({ failing }) => failing.lines.join('；')],
]

/** The book as CSV (RFC 4180) below a line that says what it is. The byte order mark tells spreadsheets that it is UTF-8. */
export function rulesCsv(now: Date): string {
  const lines = [
    [listLine('规则手册', rules.length, now)],
    COLUMNS.map(([header]) => header),
    ...rules.map((rule) => COLUMNS.map(([, value]) => value(rule))),
  ]
  return `${CSV_START}${lines.map(csvLine).join('')}`
}
