import type { CountedFigure, ProjectsListQuery, ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
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
  /** `dimension:key` each. Several of one dimension are added up. */
  cells: readonly string[]
  dimensions: readonly string[]
  /** Keys of each dimension. */
  keys: readonly (readonly string[])[]
}

/** Reads `ratedPower,region:640000`. Undefined if no figure has this name. */
export function countedOf(text: string): Counted | undefined {
  const [name = '', ...cells] = text.split(',')
  const kind = isScale(name) ? SCALE[name] : USE.get(name)
  if (!kind) return undefined
  const keys = new Map<string, string[]>()
  for (const cell of cells) {
    const at = cell.indexOf(':')
    const dimension = cell.slice(0, at)
    keys.set(dimension, [...(keys.get(dimension) ?? []), cell.slice(at + 1)])
  }
  return { ...kind, name, cells, dimensions: [...keys.keys()], keys: [...keys.values()] }
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

const QUARTER = /^quarter:(\d{4})Q([1-4])$/
const WITHIN = /^within:(\d{2})(\d{2})(\d{2})$/

/** Cell of a quarter of a trend, which the page's own period is not. */
export const quarterCell = ({ year, quarter }: Pick<UsageStatRow, 'year' | 'quarter'>): string =>
  `quarter:${year}Q${quarter}`

/** Cell of a division whose parts are shown beside those of another. */
export const withinCell = (code: string): string => `within:${code}`

interface Place {
  provinceCode: string
  cityCode?: string
}

interface Apart {
  text: string
  period: Period | undefined
  /** Division in whose place the figure is, if not the page's. */
  place: Place | undefined
}

function placeIn(match: RegExpExecArray | null | undefined): Place | undefined {
  if (!match) return undefined
  const [, province = '', city = '', county = ''] = match
  const provinceCode = `${province}0000`
  return city === '00' ? { provinceCode } : { provinceCode, cityCode: province + city + county }
}

/** Splits the quarter and the division, in which the figure is read, from its groups. */
export function apartFromPage(text: string): Apart {
  const parts = text.split(',')
  const find = (pattern: RegExp) => parts.map((part) => pattern.exec(part)).find((match) => match !== null)
  const [quarter, place] = [find(QUARTER), find(WITHIN)]
  return {
    text: parts.filter((part) => part !== quarter?.[0] && part !== place?.[0]).join(),
    period: quarter && {
      year: Number(quarter[1]),
      quarter: Number(quarter[2]) as Period['quarter'], // 1 to 4 by the pattern
    },
    place: placeIn(place),
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
