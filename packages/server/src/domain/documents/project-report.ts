import { fields, groups } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { type FieldSpec, projectDerived, toChineseNumber } from '@xinchu/validators'
import { dateTime } from '../../runtime/time.ts'
import type { Labels } from '../dict/labels.ts'
import type { Report, ReportItem, ReportPart } from './report/model.ts'

type Project = components['schemas']['EsProject']

const NOTHING = '—'

/** Name properties of the fields that are printed by name instead of code. */
const NAMED: Readonly<Record<string, keyof Project>> = {
  provinceCode: 'provinceName',
  cityCode: 'cityName',
  countyCode: 'countyName',
  ownerGroupId: 'ownerGroupName',
}
const projectSpecs = fields.EsProjectFields
/** Properties of one technology of a hybrid station; each is described as that of the project. */
const HYBRID = ['techType', 'ratedPower', 'ratedEnergy'] as const
/** Longer texts take the whole width. */
const LONG_TEXT = 300

const numbers = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 })

/** A property in words: dictionary labels, names of places, numbers with their unit. */
export function wordsOf(record: object, spec: FieldSpec, labels: Labels): string {
  const value: unknown = Object.entries(record).find(
    ([name]) => name === (NAMED[spec.name] ?? spec.name),
  )?.[1]
  const labelOf = (code: unknown) => labels.get(spec.dict ?? '')?.get(String(code)) ?? String(code)
  if (value === undefined || value === null || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map(labelOf).join('、') || NOTHING
  if (typeof value === 'number') return `${numbers.format(value)}${spec.unit ? ` ${spec.unit}` : ''}`
  return labelOf(value)
}

const derived = (caption: string, value: number | undefined, unit: string): ReportItem => ({
  caption,
  value: value === undefined ? NOTHING : `${numbers.format(value)} ${unit}`,
})

function itemsOf(project: Project, spec: FieldSpec, labels: Labels): ReportItem[] {
  const item = {
    caption: spec.caption,
    value: wordsOf(project, spec, labels),
    wide: spec.kind === 'dicts' || (spec.maxLength ?? 0) >= LONG_TEXT,
  }
  const { durationHours, unitCost } = projectDerived({ ...project })
  if (spec.name === 'ratedEnergy') return [item, derived('储能时长', durationHours, 'h')]
  if (spec.name === 'totalInvestment') return [item, derived('单位造价', unitCost, '元/kWh')]
  return [item]
}

/** Technologies of a hybrid station as a table; nothing for others. */
function hybridTable(project: Project, title: string, labels: Labels): ReportPart[] {
  const rows = project.hybridDetail ?? []
  const specs = HYBRID.flatMap((name) => projectSpecs.filter((spec) => spec.name === name))
  if (rows.length === 0) return []
  const captionOf = ({ caption, unit }: FieldSpec) => (unit ? `${caption}（${unit}）` : caption)
  return [
    {
      kind: 'table',
      title,
      columns: specs.map((spec) => [captionOf(spec), 1]),
      rows: rows.map((row) => specs.map(({ unit: _unit, ...spec }) => wordsOf(row, spec, labels))),
      empty: NOTHING,
    },
  ]
}

/** The groups of fields, as in the form. */
function groupParts(project: Project, labels: Labels): ReportPart[] {
  return Object.entries(groups['EsProjectFields'] ?? {}).flatMap(([key, title]) => {
    const specs = projectSpecs.filter(({ group }) => group === key)
    const plain = specs.filter(({ kind }) => kind !== 'rows' && kind !== 'list')
    const hybrid = specs.find(({ name }) => name === 'hybridDetail')
    return [
      { kind: 'fields' as const, title, items: plain.flatMap((spec) => itemsOf(project, spec, labels)) },
      ...(hybrid ? hybridTable(project, hybrid.caption, labels) : []),
    ]
  })
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [amount, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  return `${amount.toFixed(1)} ${unit}`
}

const filePart = (project: Project, labels: Labels): ReportPart => ({
  kind: 'table',
  title: '附件清单',
  columns: [
    ['序号', 8],
    ['文件名', 34],
    ['类别', 20],
    ['大小', 14],
    ['SHA-256 摘要', 46],
  ],
  rows: (project.attachments ?? []).map(({ fileName, bizType, size, sha256 }, index) => [
    String(index + 1),
    fileName,
    labels.get('file_biz_type')?.get(bizType) ?? bizType,
    sizeOf(size),
    sha256 ?? NOTHING,
  ]),
  empty: '无附件',
})

const historyPart = (project: Project): ReportPart => ({
  kind: 'table',
  title: '办理记录',
  columns: [
    ['时间', 22],
    ['单位', 26],
    ['经办人', 14],
    ['办理', 12],
    ['办理后状态', 18],
    ['意见', 36],
  ],
  rows: project.flow.history.map((step) => [
    step.time.slice(0, 16),
    step.orgName,
    step.userName,
    step.actionLabel ?? step.action,
    step.toStatusLabel ?? step.toStatus,
    step.opinion ?? '',
  ]),
  empty: '尚未提交',
})

/** Offices that seal the form: the company and each level that the place has. */
const offices = ({ cityCode, countyCode }: Project): string[] => [
  '项目单位',
  ...(countyCode ? ['县级主管部门'] : []),
  ...(cityCode ? ['市级主管部门'] : []),
  '省级主管部门',
]

interface Printing {
  platform: string
  now: Date
  /** Office of the user who prints it. */
  office: string
  labels: Labels
}

/** The report form of a project, with all groups, the flow's history and the list of files. */
export function projectReport(project: Project, { platform, now, office, labels }: Printing): Report {
  const code = project.projectCode ?? ''
  const printed = dateTime(now)
  const sections = [...groupParts(project, labels), filePart(project, labels), historyPart(project)]
  return {
    title: '新型储能项目报送表',
    platform,
    facts: [
      ['项目编号', code],
      ['申报状态', project.flow.statusLabel],
      ['数据版本', String(project.version)],
      ['更新时间', (project.updateTime ?? project.createTime ?? '').slice(0, 16)],
      ['打印单位', office],
      ['打印时间', printed],
    ],
    parts: [
      ...sections.map((part, index) =>
        'title' in part ? { ...part, title: `${toChineseNumber(index + 1)}、${part.title}` } : part,
      ),
      {
        kind: 'note',
        text: '本单位承诺以上信息真实、准确、完整，并对所报送数据负责。涉密事项不上网，上网事项不涉密。',
      },
      { kind: 'seals', offices: offices(project) },
    ],
    foot: [`${platform}　${code}`, printed],
    printedAt: now,
  }
}
