/** What is listed under a figure of the statistics, as in the contract. */
type Counted = 'scale' | 'added' | 'due' | 'reported' | 'unreported' | 'stage'

/** The figures of the statistics pages by their names in addresses. Measures are of the projects that have reported. */
export const countedFigures = {
  projectCount: 'scale',
  ratedPower: 'scale',
  ratedEnergy: 'scale',
  avgDuration: 'scale',
  powerShare: 'scale',
  energyShare: 'scale',
  yoyPower: 'added',
  addPower: 'added',
  addEnergy: 'added',
  dueProjects: 'due',
  reportedProjects: 'reported',
  unreportedProjects: 'unreported',
  stageProjects: 'stage',
  chargeEnergy: 'reported',
  dischargeEnergy: 'reported',
  equivalentUtilizationHours: 'reported',
  equivalentCycles: 'reported',
  utilizationIndex: 'reported',
  conversionEfficiency: 'reported',
  comprehensiveEfficiency: 'reported',
  availabilityFactor: 'reported',
  reportRate: 'reported',
  unplannedOutageTimes: 'reported',
  revenue: 'reported',
} as const satisfies Record<string, Counted>

export type CountedName = keyof typeof countedFigures

export const isCountedName = (name: string): name is CountedName => Object.hasOwn(countedFigures, name)

type QuarterOfYear = 1 | 2 | 3 | 4

const QUARTER = /^quarter:(\d{4})Q([1-4])$/
const WITHIN = /^within:(\d{2})(\d{2})(\d{2})$/

interface Place {
  provinceCode: string
  cityCode?: string
}

interface Apart {
  text: string
  period: { year: number; quarter: QuarterOfYear } | undefined
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
      quarter: Number(quarter[2]) as QuarterOfYear, // by the pattern
    },
    place: placeIn(place),
  }
}

/** Filters of pages that a list of projects has as groups of a figure. */
const GROUPED = [
  ...(['regionGroup', 'appScenario', 'ownerType', 'gridVoltage', 'scaleBand', 'durationBand'] as const),
] as const

type Grouped = (typeof GROUPED)[number]
type RowsFilter = { [Name in Grouped]?: readonly string[] | undefined }

/** The list of a figure, by the conditions of its page. A group of the figure is within the page's filter of its kind. */
export function rowsQuery<Filter extends RowsFilter, Figure extends Counted>(
  { regionGroup, appScenario, ownerType, gridVoltage, scaleBand, durationBand, ...filter }: Filter,
  { figure, cells }: { figure: Figure; cells: readonly string[] },
): Omit<Filter, Grouped> & { figure: Figure; cells: string[] } {
  const given: RowsFilter = { regionGroup, appScenario, ownerType, gridVoltage, scaleBand, durationBand }
  const kinds = GROUPED.filter((name) => !cells.some((cell) => cell.startsWith(`${name}:`)))
  const groups = kinds.flatMap((name) => (given[name] ?? []).map((value) => `${name}:${value}`))
  return { ...filter, figure, cells: [...groups, ...cells] }
}

/** Whether a figure of a trend is of a year after the chosen period: its rows are those of the latest figures. */
export function isLaterYear(cells: readonly string[], year: number | undefined): boolean {
  const years = cells.flatMap((cell) =>
    cell.startsWith('year:') ? [Number(cell.slice('year:'.length))] : [],
  )
  return year !== undefined && Math.max(...years) > year
}
