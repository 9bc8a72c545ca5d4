import type { DemoProjectDetail, GeneralItem, Project } from '@xinchu/sdk'
import { fields, groups } from '@xinchu/sdk/fields'
import { type FieldSpec, projectDerived, usageIndicators } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { demoRows, partSpecs, SAVED_PARTS, titleOfPart } from '../../app/demo-parts.ts'
import { projectNames } from '../../app/project-names.ts'
import { figure } from '../../lib/figures.ts'
import { isRecord } from '../../lib/stored.ts'
import type { StoredFile } from '../../ui/ports.ts'
import type { HistoryStep } from '../../ui/record/flow-history.tsx'
import { RecordText } from '../../ui/record/record-group.tsx'
import type { Content } from './queries.ts'

/** One field of a record. A field without a name in the contract is derived and takes no remark. */
export interface FieldLine {
  field?: string
  caption: string
  content: ReactNode
  kind: FieldSpec['kind']
  /** Takes the whole width; others share a line. */
  isWide?: boolean
}

export interface Section {
  key: string
  title: string
  lines: FieldLine[]
}

/** Fields that the desk shows elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'attachmentIds',
  'projectId',
  'scopeType',
  'scopeId',
  'year',
  'quarter',
])

const at = (record: object, name: string): unknown => ({ ...record })[name as never] // any property

/** Whether a field that applies only in some states is empty and does not apply. */
function isIdle({ name, required }: FieldSpec, record: object): boolean {
  if (typeof required !== 'object') return false
  const value = at(record, name)
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty && !required.in.includes(String(at(record, required.field) ?? ''))
}

const WIDE: ReadonlySet<FieldSpec['kind']> = new Set(['rows', 'list', 'dicts', 'object'])
/** Texts up to this length share a line. */
const SHORT_TEXT = 60

const line = (spec: FieldSpec, record: object, names = projectNames): FieldLine => ({
  field: spec.name,
  isWide: WIDE.has(spec.kind) || (spec.kind === 'string' && (spec.maxLength ?? 0) > SHORT_TEXT),
  caption: spec.caption,
  kind: spec.kind,
  content: <RecordText spec={spec} record={record} names={names} />,
})

/** A row of a record as one line, with its figures side by side. */
function rowLine(spec: FieldSpec, specs: readonly FieldSpec[], row: object, index: number): FieldLine {
  const given = specs.filter(({ name }) => at(row, name) !== undefined)
  return {
    field: `${spec.name}[${index}]`,
    caption: `${spec.caption} 第 ${index + 1} 行`,
    kind: 'rows',
    isWide: true,
    content: (
      <span className="grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-x-3">
        {given.map((each) => (
          <span key={each.name}>
            <span className="text-ink-faint text-xs">{each.caption} </span>
            <RecordText spec={each} record={row} />
          </span>
        ))}
      </span>
    ),
  }
}

const rowsOf = (record: object, name: string) => {
  const rows = at(record, name)
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

const HYBRID: readonly FieldSpec[] = fields.EsProjectFields.filter(({ name }) =>
  ['techType', 'ratedPower', 'ratedEnergy'].includes(name),
)

const derived = (caption: string, text: string): FieldLine => ({ caption, content: text, kind: 'number' })

function projectLines(spec: FieldSpec, project: Project): FieldLine[] {
  const { durationHours, unitCost } = projectDerived({ ...project })
  switch (spec.name) {
    case 'hybridDetail':
      return rowsOf(project, spec.name).map((row, index) => rowLine(spec, HYBRID, row, index))
    case 'ratedEnergy':
      return [line(spec, project), derived('储能时长', `${figure(durationHours)} h`)]
    case 'totalInvestment':
      return [line(spec, project), derived('单位造价', `${figure(unitCost)} 元/kWh`)]
    default:
      return [line(spec, project)]
  }
}

const projectSections = (project: Project): Section[] =>
  Object.entries(groups['EsProjectFields'] ?? {}).map(([key, title]) => ({
    key,
    title,
    lines: fields.EsProjectFields.filter(
      (spec) => spec.group === key && !ELSEWHERE.has(spec.name) && !isIdle(spec, project),
    ).flatMap((spec) => projectLines(spec, project)),
  }))

function usageSections(item: GeneralItem): Section[] {
  const usage: object = item.usage ?? {}
  const specs = fields.UsageFields.filter(({ name }) => !ELSEWHERE.has(name))
  const indicators = usageIndicators.flatMap(({ name, caption, unit }) => {
    const value = at(item.derived ?? {}, name)
    return typeof value === 'number'
      ? [derived(caption, `${figure(Math.round(value * 100) / 100)}${unit ? ` ${unit}` : ''}`)]
      : []
  })
  return [
    { key: 'usage', title: '填报内容', lines: specs.map((spec) => line(spec, usage)) },
    ...(indicators.length > 0 ? [{ key: 'derived', title: '派生指标', lines: indicators }] : []),
  ]
}

function yearSections(item: GeneralItem): Section[] {
  const yearCalc: object = item.yearCalc ?? {}
  const specs = fields.YearCalcFields.filter(({ name }) => !ELSEWHERE.has(name))
  const rows = specs.filter(({ kind }) => kind === 'rows')
  return [
    {
      key: 'rows',
      title: '分项',
      lines: rows.flatMap((spec) =>
        rowsOf(yearCalc, spec.name).map((row, index) => rowLine(spec, fields.YearCalcRow, row, index)),
      ),
    },
    {
      key: 'year',
      title: '投资与目标',
      lines: specs.filter(({ kind }) => kind !== 'rows').map((spec) => line(spec, yearCalc)),
    },
  ]
}

/** Names of what fields of a demonstration project refer to. */
const DEMO_NAMES = { ...projectNames, recommendOrgId: 'recommendOrgName', esProjectId: 'linkedProjectCode' }

function demoLines(spec: FieldSpec, part: object): FieldLine[] {
  const specs = demoRows[spec.name]?.filter(({ name }) => name !== 'id')
  if (!specs) return [line(spec, part, DEMO_NAMES)]
  const value = at(part, spec.name)
  if (!isRecord(value)) return rowsOf(part, spec.name).map((row, index) => rowLine(spec, specs, row, index))
  return [{ ...rowLine(spec, specs, value, 0), field: spec.name, caption: spec.caption }]
}

/** A demonstration project by parts. */
const demoSections = (demo: DemoProjectDetail): Section[] => {
  const { application = {}, implementation = {}, brief = {} } = demo
  const contents = { MASTER: demo, APPLICATION: application, IMPLEMENTATION: implementation, BRIEF: brief }
  return SAVED_PARTS.map((part) => ({
    key: part,
    title: titleOfPart(part),
    lines: partSpecs[part]
      .filter(({ name }) => name !== 'commitment' && name !== 'coverFileId')
      .flatMap((spec) => demoLines(spec, contents[part])),
  }))
}

/** The record in groups, as the contract has them. */
export function sectionsOf(content: Content): Section[] {
  if (content.kind === 'PROJECT') return projectSections(content.project)
  if (content.kind === 'DEMO') return demoSections(content.demo)
  return content.item.itemType === 'USAGE' ? usageSections(content.item) : yearSections(content.item)
}

/** What holds the files and the history of a record. */
const recordOf = (content: Content) =>
  content.kind === 'PROJECT' ? content.project : content.kind === 'DEMO' ? content.demo : content.item

export const filesOf = (content: Content | null | undefined): readonly StoredFile[] =>
  (content && recordOf(content).attachments) ?? []

export const historyOf = (content: Content | null | undefined): readonly HistoryStep[] =>
  (content && recordOf(content).flow?.history) ?? []

/** Caption of a field in a remark: 额定功率, 里程碑 第 3 行，计划日期, or 整件. */
export function captionOf(sections: readonly Section[], field: string | undefined): string {
  if (!field) return '整件'
  const lines = sections.flatMap(({ lines: each }) => each)
  const own = lines.find((each) => each.field === field)
  if (own) return own.caption
  if (field === 'attachmentIds') return '附件'
  return lines.find((each) => each.field && field.startsWith(`${each.field}.`))?.caption ?? field
}
