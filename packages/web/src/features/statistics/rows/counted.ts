import type { CountedFigure, ProjectsListQuery, ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import { MEASURES, type Measure } from '../usage-columns.ts'
import type { Period } from '../use-usage.ts'

/** A figure of the statistics pages. */
interface Kind {
  caption: string
  unit: string
  figure: CountedFigure
}

const power = { unit: 'MW' }
const energy = { unit: 'MWh' }
const share = { unit: '%', figure: 'scale' } as const

const SCALE = {
  projectCount: { caption: '在运项目', unit: '个', figure: 'scale' },
  ratedPower: { caption: '在运功率', ...power, figure: 'scale' },
  ratedEnergy: { caption: '在运能量', ...energy, figure: 'scale' },
  avgDuration: { caption: '平均时长', unit: 'h', figure: 'scale' },
  powerShare: { caption: '功率占比', ...share },
  energyShare: { caption: '能量占比', ...share },
  yoyPower: { caption: '较上年末增长', unit: '%', figure: 'added' },
  addPower: { caption: '当年新增功率', ...power, figure: 'added' },
  addEnergy: { caption: '当年新增能量', ...energy, figure: 'added' },
} as const satisfies Partial<Record<keyof ScaleLayoutRow, Kind>>

const count = { unit: '个' }

const isMeasure = (name: string): name is Measure => Object.hasOwn(MEASURES, name)

const USE: ReadonlyMap<string, Kind> = new Map([
  ['dueProjects', { caption: '应报项目', ...count, figure: 'due' }],
  ['reportedProjects', { caption: '已报项目', ...count, figure: 'reported' }],
  ['unreportedProjects', { caption: '未报项目', ...count, figure: 'unreported' }],
  // Measures are of the projects that have reported.
  ...Object.entries(MEASURES).map(
    ([name, { label, unit }]) => [name, { caption: label, unit, figure: 'reported' }] as const,
  ),
])

const isScale = (name: string): name is keyof typeof SCALE => Object.hasOwn(SCALE, name)

/** A figure as the address names it. */
export interface Counted {
  name: string
  caption: string
  unit: string
  figure: CountedFigure
  /** `dimension:key` each. */
  cells: readonly string[]
  dimensions: readonly string[]
  key: string
}

/** Reads `ratedPower,region:640000`. Undefined if no figure has this name. */
export function countedOf(text: string): Counted | undefined {
  const [name = '', ...cells] = text.split(',')
  const kind = isScale(name) ? SCALE[name] : USE.get(name)
  if (!kind) return undefined
  const parts = cells.map((cell) => [cell.slice(0, cell.indexOf(':')), cell.slice(cell.indexOf(':') + 1)])
  return {
    ...kind,
    name,
    cells,
    dimensions: parts.map(([dimension = '']) => dimension),
    key: parts.map(([, key]) => key).join(),
  }
}

const QUARTER = /^quarter:(\d{4})Q([1-4])$/

/** Cell of a quarter of a trend, which the page's own period is not. */
export const quarterCell = ({ year, quarter }: Pick<UsageStatRow, 'year' | 'quarter'>): string =>
  `quarter:${year}Q${quarter}`

/** Splits a quarter's cell from the groups of a figure. */
export function inQuarter(text: string): { text: string; period: Period | undefined } {
  const parts = text.split(',')
  const found = parts.map((part) => QUARTER.exec(part)).find((match) => match !== null)
  if (!found) return { text, period: undefined }
  const [cell, year, quarter] = found
  return {
    text: parts.filter((part) => part !== cell).join(),
    period: { year: Number(year), quarter: Number(quarter) as Period['quarter'] }, // 1 to 4 by the pattern
  }
}

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

/** Value of a figure of use. */
export const valueOfUse = (counted: Counted, row: UsageStatRow): number | undefined =>
  isMeasure(counted.name) ? row[counted.name] : publishedUse(counted, row).count

type Filter = Pick<
  ProjectsListQuery,
  'year' | 'quarter' | 'provinceCode' | 'cityCode' | 'countyCode' | 'techType' | 'source'
> & { appScenario?: string }

/** The list of a figure, by the conditions of its page. */
export function rowsQuery(
  { appScenario, ...filter }: Filter,
  { figure, cells }: Pick<Counted, 'figure' | 'cells'>,
): ProjectsListQuery {
  const scenario = appScenario ? [`appScenario:${appScenario}`] : []
  return { ...filter, figure, cells: [...scenario, ...cells] }
}
