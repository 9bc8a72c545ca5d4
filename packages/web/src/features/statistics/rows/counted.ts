import type { CountedFigure, Pipeline, ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import { type CountedName, countedFigures, isCountedName, roundTo } from '@xinchu/validators'
import { MEASURES, type Measure } from '../usage-columns.ts'

/** A figure of the statistics pages. */
interface Kind {
  caption: string
  unit: string
}

const power = { unit: 'MW' }
const energy = { unit: 'MWh' }
const share = { unit: '%' }

const SCALE = {
  projectCount: { caption: '在运项目', unit: '个' },
  ratedPower: { caption: '在运功率', ...power },
  ratedEnergy: { caption: '在运能量', ...energy },
  avgDuration: { caption: '平均时长', unit: 'h' },
  powerShare: { caption: '功率占比', ...share },
  energyShare: { caption: '能量占比', ...share },
  yoyPower: { caption: '较上年末增长', ...share },
  addPower: { caption: '当年新增功率', ...power },
  addEnergy: { caption: '当年新增能量', ...energy },
} as const satisfies Partial<Record<keyof ScaleLayoutRow & CountedName, Kind>>

const count = { unit: '个' }

const isMeasure = (name: string): name is Measure => Object.hasOwn(MEASURES, name)

const KINDS: ReadonlyMap<string, Kind> = new Map<CountedName, Kind>([
  ...Object.entries(SCALE).map(([name, kind]) => [name as keyof typeof SCALE, kind] as const), // the keys just named
  ['dueProjects', { caption: '应报项目', ...count }],
  ['reportedProjects', { caption: '已报项目', ...count }],
  ['unreportedProjects', { caption: '未报、缺报项目', ...count }],
  ['stageProjects', { caption: '项目', ...count }],
  ...Object.entries(MEASURES).map(([name, { label, unit }]) => {
    const kind: Kind = { caption: label, unit }
    return [name as Measure, kind] as const // the keys of the table
  }),
])

/** A figure as the address names it. */
export interface Counted {
  name: string
  caption: string
  unit: string
  figure: CountedFigure
  /** `dimension:key` each. Several of one dimension are added up. */
  cells: readonly string[]
  dimensions: readonly string[]
  /** Keys of each dimension. */
  keys: readonly (readonly string[])[]
}

/** Reads `ratedPower,region:640000`. Undefined if no figure has this name. */
export function countedOf(text: string): Counted | undefined {
  const [name = '', ...cells] = text.split(',')
  const kind = KINDS.get(name)
  if (!kind || !isCountedName(name)) return undefined
  const keys = new Map<string, string[]>()
  for (const cell of cells) {
    const at = cell.indexOf(':')
    const dimension = cell.slice(0, at)
    keys.set(dimension, [...(keys.get(dimension) ?? []), cell.slice(at + 1)])
  }
  return {
    ...kind,
    figure: countedFigures[name],
    name,
    cells,
    dimensions: [...keys.keys()],
    keys: [...keys.values()],
  }
}

/** Tells if a row of the figure's statistic is one of its groups. */
export function isCounted({ keys }: Pick<Counted, 'keys'>, { key = '' }: { key?: string }): boolean {
  const parts = key.split(',')
  return keys.every((each, at) => each.includes(parts[at] ?? ''))
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number | undefined) =>
  roundTo(
    rows.reduce((sum, row) => sum + (of(row) ?? 0), 0),
    4,
  )

const labelsOf = (rows: readonly { label?: string }[]) =>
  rows.map(({ label }) => label).filter((label) => label !== undefined)

/** One row for several groups of scale. Undefined without groups. */
export function joinedScale(rows: readonly ScaleLayoutRow[]): ScaleLayoutRow | undefined {
  const [first, ...others] = rows
  if (!first || others.length === 0) return first
  const [ratedPower, ratedEnergy] = [
    total(rows, (row) => row.ratedPower),
    total(rows, (row) => row.ratedEnergy),
  ]
  const addPower = total(rows, (row) => row.addPower)
  const before = ratedPower - addPower
  return {
    label: labelsOf(rows).join('、'),
    projectCount: total(rows, ({ projectCount }) => projectCount),
    ratedPower,
    ratedEnergy,
    addPower,
    addEnergy: total(rows, ({ addEnergy }) => addEnergy),
    powerShare: total(rows, ({ powerShare }) => powerShare),
    energyShare: total(rows, ({ energyShare }) => energyShare),
    ...(ratedPower > 0 && { avgDuration: ratedEnergy / ratedPower }),
    ...(before > 0 && { yoyPower: (100 * addPower) / before }),
  }
}

/** One row for several groups of use, with their counts alone. */
export function joinedUse(rows: readonly UsageStatRow[]): UsageStatRow | undefined {
  const [first, ...others] = rows
  if (!first || others.length === 0) return first
  const { year, quarter } = first
  return {
    year,
    ...(quarter && { quarter }),
    label: labelsOf(rows).join('、'),
    dueProjects: total(rows, ({ dueProjects }) => dueProjects),
    reportedProjects: total(rows, ({ reportedProjects }) => reportedProjects),
  }
}

/** Cell of a quarter of a trend, which the page's own period is not. */
export const quarterCell = ({ year, quarter }: Pick<UsageStatRow, 'year' | 'quarter'>): string =>
  `quarter:${year}Q${quarter}`

/** Cell of a division whose parts are shown beside those of another. */
export const withinCell = (code: string): string => `within:${code}`

/** Figures that a statistic publishes for the rows of a list. */
export interface Published {
  count?: number | undefined
  power?: number | undefined
  energy?: number | undefined
}

export function publishedScale({ figure }: Counted, row: ScaleLayoutRow): Published {
  if (figure === 'added') return { power: row.addPower, energy: row.addEnergy }
  return { count: row.projectCount, power: row.ratedPower, energy: row.ratedEnergy }
}

export function publishedUse({ figure }: Counted, row: UsageStatRow): Published {
  const { dueProjects, reportedProjects } = row
  if (figure === 'unreported') return { count: dueProjects - reportedProjects }
  return { count: figure === 'due' ? dueProjects : reportedProjects }
}

/** The stage that a figure is of, as its statistic has it. */
export const stageIn = ({ cells }: Counted, { stages }: Pipeline) =>
  stages.find(({ stage }) => cells.includes(`stage:${stage}`))

/** Value of a figure of use. */
export const valueOfUse = (counted: Counted, row: UsageStatRow): number | undefined =>
  isMeasure(counted.name) ? row[counted.name] : publishedUse(counted, row).count
