import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import type { Labels } from '../../dict/labels.ts'
import { wordsOf } from '../project-report.ts'
import { figure } from './figures.ts'
import type { Block, OfficialDocument, TableBlock } from './model.ts'
import { prose } from './prose.ts'

type Schemas = components['schemas']
export type Detail = Schemas['DemoProjectDetail']
type Outline = readonly Schemas['OutlineNode'][]
type Content = Schemas['DemoApplicationFields'] & Schemas['DemoImplementationFields']

const NONE = '无'

const table = (caption: string, columns: TableBlock['columns'], rows: TableBlock['rows']): Block[] =>
  rows.length === 0 ? [{ kind: 'text', text: NONE }] : [{ kind: 'table', caption, columns, rows }]

const shown = (text: string | undefined): string => text?.trim() || '—'

const keyIndicators = (rows: Schemas['DemoKeyIndicator'][]) =>
  table(
    '关键指标对比',
    [
      { caption: '序号', share: 7, align: 'center' },
      { caption: '指标名称', share: 30 },
      { caption: '单位', share: 13, align: 'center' },
      { caption: '本项目值', share: 16, align: 'center' },
      { caption: '国内水平', share: 17, align: 'center' },
      { caption: '国际水平', share: 17, align: 'center' },
    ],
    rows.map((row, at) => [
      String(at + 1),
      row.name,
      shown(row.unit),
      figure(row.value),
      shown(row.domesticLevel),
      shown(row.internationalLevel),
    ]),
  )

const tasks = (rows: Schemas['DemoWorkItem'][]) =>
  table(
    '建设任务分解',
    [
      { caption: '序号', share: 7, align: 'center' },
      { caption: '任务名称', share: 22 },
      { caption: '任务内容', share: 36 },
      { caption: '起止日期', share: 19, align: 'center' },
      { caption: '责任单位', share: 18 },
    ],
    rows.map((row, at) => [
      String(at + 1),
      row.name,
      shown(row.content),
      `${shown(row.planStart)}\n至 ${shown(row.planEnd)}`,
      shown(row.responsible),
    ]),
  )

const milestones = (rows: Schemas['DemoMilestone'][]) =>
  table(
    '里程碑',
    [
      { caption: '序号', share: 8, align: 'center' },
      { caption: '里程碑', share: 52 },
      { caption: '计划完成日期', share: 22, align: 'center' },
      { caption: '完成比例（%）', share: 18, align: 'center' },
    ],
    rows.map((row, at) => [String(at + 1), row.name, shown(row.planDate), figure(row.progressPct)]),
  )

const investmentPlan = (rows: Schemas['DemoInvestment'][]) =>
  table(
    '年度投资计划',
    [
      { caption: '年度', share: 50, align: 'center' },
      { caption: '投资额（万元）', share: 50, align: 'center' },
    ],
    rows.length === 0
      ? []
      : [
          ...rows.map(({ year, amount }) => [String(year), figure(amount)]),
          ['合计', figure(sum(rows.map(({ amount }) => amount ?? 0)))],
        ],
  )

/** Sums decimals of at most four places exactly. */
const sum = (values: readonly number[]) =>
  values.reduce((total, value) => total + Math.round(value * 10_000), 0) / 10_000

const economy = (value: Schemas['DemoEconomy']) =>
  table(
    '主要经济指标',
    [
      { caption: '指标', share: 40 },
      { caption: '单位', share: 25, align: 'center' },
      { caption: '数值', share: 35, align: 'center' },
    ],
    [
      ['内部收益率', '%', figure(value.irr)],
      ['投资回收期', '年', figure(value.paybackYears)],
      ['度电成本', '元/kWh', figure(value.lcos)],
      ['年收入', '万元', figure(value.annualRevenue)],
    ],
  )

/** Returns the content below a heading of the outline, by its field. */
function contentOf(key: string, content: Content): Block[] {
  if (key === 'keyIndicators') return keyIndicators(content.keyIndicators ?? [])
  if (key === 'tasks') return tasks(content.tasks ?? [])
  if (key === 'milestones') return milestones(content.milestones ?? [])
  if (key === 'investmentPlan') return investmentPlan(content.investmentPlan ?? [])
  if (key === 'economy') return economy(content.economy ?? {})
  const text: unknown = Object.entries(content).find(([name]) => name === key)?.[1]
  const blocks = typeof text === 'string' ? prose(text) : []
  return blocks.length > 0 ? blocks : [{ kind: 'text', text: NONE }]
}

/** The chapters of a part of the application, in the outline's order. */
export function chapters(outline: Outline, content: Content, level: 1 | 2 | 3 = 1): Block[] {
  return outline.flatMap(({ title, fieldKey, children = [] }) => {
    // The pledge has a page of its own.
    if (fieldKey === 'commitment') return []
    const below = level < 3 ? chapters(children, content, level === 1 ? 2 : 3) : []
    // An entry that only describes the required content is part of the text above it.
    if (fieldKey === undefined && below.length === 0) return []
    const own = fieldKey === undefined ? [] : contentOf(fieldKey, content)
    return [{ kind: 'heading' as const, level, text: title }, ...own, ...below]
  })
}

/** Properties that the cover states already. */
const ON_COVER = new Set(['batchYear', 'batchNo', 'projectName', 'esProjectId', 'recommendOrgId'])

function printedValue(detail: Detail, spec: FieldSpec, labels: Labels): string {
  const value: unknown = Object.entries(detail).find(([name]) => name === spec.name)?.[1]
  if (spec.dict || typeof value !== 'number' || spec.name === 'ownerGroupId')
    return wordsOf(detail, spec, labels)
  return [figure(value), spec.unit].filter(Boolean).join(' ')
}

/** The figures of the project itself as a table of captions and values. */
export function basics(detail: Detail, labels: Labels): Block[] {
  const rows = fields.DemoProjectFields.filter(
    ({ kind, name }) => kind !== 'rows' && !ON_COVER.has(name),
  ).map((spec) => [spec.caption, printedValue(detail, spec, labels)])
  const units = (detail.unionUnits ?? []).map(({ name, creditCode }) =>
    creditCode ? `${name}（${creditCode}）` : name,
  )
  return [
    { kind: 'heading', level: 1, text: '项目基本信息', isPlain: true },
    {
      kind: 'table',
      caption: '项目基本信息',
      columns: [
        { caption: '项目', share: 32 },
        { caption: '内容', share: 68 },
      ],
      rows: [...rows, ['联合申报单位', units.join('\n') || NONE]],
    },
  ]
}

function sizeWords(bytes: number): string {
  return bytes < 1024 ** 2 ? `${figure(Math.ceil(bytes / 1024))} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

export function attachmentList({ attachments }: Detail, labels: Labels): Block[] {
  return [
    { kind: 'heading', level: 1, text: '附件清单', isPlain: true },
    ...table(
      '附件清单',
      [
        { caption: '序号', share: 8, align: 'center' },
        { caption: '文件名', share: 48 },
        { caption: '用途', share: 28, align: 'center' },
        { caption: '大小', share: 16, align: 'center' },
      ],
      attachments.map(({ fileName, bizType, size }, at) => [
        String(at + 1),
        fileName,
        labels.get('file_biz_type')?.get(bizType) ?? bizType,
        sizeWords(size),
      ]),
    ),
  ]
}

/** Facts that identify the application, on the cover of each of its documents. */
export const coverFacts = (detail: Detail, labels: Labels): OfficialDocument['cover']['facts'] => [
  ['项目名称', detail.projectName],
  ['项目编号', detail.demoCode],
  ['申报批次', `${detail.batchYear} 年第 ${detail.batchNo} 批`],
  ['申报单位', shown(detail.companyName)],
  ['推荐单位', shown(detail.recommendOrgName)],
  ['技术方向', labels.get('demo_direction')?.get(detail.techDirection ?? '') ?? '—'],
]
