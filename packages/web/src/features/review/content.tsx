import { fields, groups } from '@xinchu/contract/fields'
import type { DemoProjectDetail, GeneralItem, Project } from '@xinchu/sdk'
import { type FieldSpec, projectDerived, usageIndicators } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { isRecord } from '../../lib/stored.ts'
import { demoRows, partSpecs, SAVED_PARTS, titleOfPart } from '../../records/demo-parts.ts'
import { projectNames } from '../../records/project-names.ts'
import { FILE_CAPTIONS } from './content-files.ts'
import { at, derived, type FieldLine, line, rowLine, rowsOf, type Section } from './content-lines.tsx'
import type { Content } from './content-query.ts'

/** Fields that the desk shows elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'attachmentIds',
  'projectId',
  'scopeType',
  'scopeId',
  'year',
  'quarter',
])

/** Whether a field that applies only in some states is empty and does not apply. */
function isIdle({ name, required }: FieldSpec, record: object): boolean {
  if (typeof required !== 'object') return false
  const value = at(record, name)
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty && !required.in.includes(String(at(record, required.field) ?? ''))
}

const HYBRID: readonly FieldSpec[] = fields.EsProjectFields.filter(({ name }) =>
  ['techType', 'ratedPower', 'ratedEnergy'].includes(name),
)

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
  switch (content.kind) {
    case 'PROJECT':
      return projectSections(content.project)
    case 'DEMO':
      return demoSections(content.demo)
    case 'PROGRESS':
      return content.sectionsOf(content.report, content.plan)
    case 'ANNUAL':
      return content.sectionsOf(content.report)
    case 'PROV_DEMO':
      return content.sectionsOf(content.demo)
    case 'WORK_REPORT':
      return content.sectionsOf(content.report)
    case 'ITEM':
      return content.item.itemType === 'USAGE' ? usageSections(content.item) : yearSections(content.item)
  }
}

/** Caption of a field in a remark: 额定功率, 里程碑 第 3 行，计划日期, or 整件. */
export function captionOf(sections: readonly Section[], field: string | undefined): string {
  if (!field) return '整件'
  const lines = sections.flatMap(({ lines: each }) => each)
  const own = lines.find((each) => each.field === field)
  if (own) return own.caption
  return (
    FILE_CAPTIONS[field] ??
    lines.find((each) => each.field && field.startsWith(`${each.field}.`))?.caption ??
    field
  )
}
