import type { components } from '@xinchu/contract/schema'
import { roundTo } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { loadNames, type NameOf } from './dimensions.ts'
import { SIDES } from './hours-cells.ts'
import { Merged } from './quantiles.ts'
import { roundQuotient, summaryOf } from './station-summary.ts'
import {
  askedQuarter,
  type StationFilter,
  type StationGroup,
  type StationsAsked,
  stationGroups,
} from './station-use.ts'
import { type Marks, usageMarks } from './usage-marks.ts'
import { periodsWithUse } from './use-source.ts'

type Schemas = components['schemas']
type Spread = Schemas['UsageSpread']
type SpreadRow = Schemas['UsageSpreadRow']

/** Decimals of power and energy. */
const DECIMALS = 4
/** Fewer stations are shown one by one. */
const FEW = 5
const SHOWN = 12

interface GroupRow {
  by: SpreadRow['by']
  key: string
  projects: number
  flagged: number
  mean: number
  quantiles: readonly [p10: number, p25: number, median: number, p75: number, p90: number]
  stations: readonly Station[]
}

/** A station that is shown by itself. */
interface Station {
  project: number
  hours: number
}

function labelOf({ by, key }: GroupRow, nameOf: NameOf): string {
  if (by === 'all') return '全部'
  return by === 'side' ? (SIDES[key as keyof typeof SIDES] ?? key) : nameOf(by, key) // the keys of the sides
}

function spreadRow(row: GroupRow, nameOf: NameOf): SpreadRow {
  const { by, key, projects, flagged, mean, quantiles, stations } = row
  const [p10, p25, median, p75, p90] = quantiles
  const hours = { p10, p25, median, p75, p90 }
  return {
    by,
    key,
    label: labelOf(row, nameOf),
    projects,
    flagged,
    mean: roundTo(mean, 4),
    ...(Object.fromEntries(
      Object.entries(hours).map(([name, value]) => [name, roundQuotient(value)]),
    ) as typeof hours), // the same names
    values: stations.map((each) => roundQuotient(each.hours)),
    projectIds: stations.map(({ project }) => project),
  }
}

const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9] as const

type Known = StationGroup & { hours: readonly number[] }
/** What groups are put together by, also of one station. */
type Kind = Pick<StationGroup, 'is_user' | 'scenario' | 'place'>

const sideOf = ({ is_user: isUser }: Kind) => (isUser ? 'user' : 'other')

/** How groups of stations are put together, in the order of the reply. */
const KEYS: Readonly<Record<GroupRow['by'], (kind: Kind) => string>> = {
  all: () => '',
  appSubScenario: ({ scenario }) => scenario,
  region: ({ place }) => place,
  side: sideOf,
}

/** Rounded, so that the order of provinces does not matter. */
const sumOf = (groups: readonly Known[], name: 'energy' | 'power') =>
  roundTo(
    groups.reduce((sum, group) => sum + summaryOf(group)[name], 0),
    DECIMALS,
  )

const stationsIn = ({ hours, projects }: Known): Station[] =>
  hours.map((each, at) => ({ project: projects?.[at] ?? 0, hours: each })) // of the same stations

/** Figures of groups of stations with known hours together. */
function rowOf(
  by: GroupRow['by'],
  key: string,
  groups: readonly Known[],
  flagged: readonly Station[],
): GroupRow {
  const all = new Merged(groups.map((group) => summaryOf(group).sorted))
  const [p10, p25, median, p75, p90] = QUANTILES.map((share) => all.quantile(share))
  return {
    ...{ by, key, projects: all.length, flagged: flagged.length },
    mean: sumOf(groups, 'energy') / sumOf(groups, 'power'),
    quantiles: [p10, p25, median, p75, p90] as GroupRow['quantiles'], // as many as shares
    stations:
      all.length < FEW
        ? groups.flatMap(stationsIn).toSorted((a, b) => a.hours - b.hours || a.project - b.project)
        : flagged.toSorted((a, b) => b.hours - a.hours || a.project - b.project).slice(0, SHOWN),
  }
}

function binsOf(groups: readonly Known[]): Spread['bins'] {
  const bins = new Map<number, Spread['bins'][number]>()
  for (const group of groups)
    for (const [from, count] of summaryOf(group).bins) {
      const bin = bins.get(from) ?? { from, user: 0, other: 0 }
      bin[sideOf(group)] += count
      bins.set(from, bin)
    }
  return [...bins.values()].toSorted((a, b) => a.from - b.from)
}

/** Stations, and those of them that the rules mark. */
type Spreading = Pick<Marks, 'groups' | 'flagged'>

interface Found {
  bins: Spread['bins']
  groups: readonly GroupRow[]
}

function foundIn({ groups: all, flagged }: Spreading): Found {
  const known = all.filter((group): group is Known => group.hours !== null)
  const kinds = Object.keys(KEYS) as GroupRow['by'][] // the record has no others
  const groups = kinds.flatMap((by) => {
    const marks = groupedBy(flagged, KEYS[by])
    const marked = (key: string) =>
      (marks.get(key) ?? []).flatMap(({ project_id: project, hours }) =>
        hours === null ? [] : [{ project, hours }],
      )
    return [...groupedBy(known, KEYS[by])]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => rowOf(by, key, own, marked(key)))
  })
  return { bins: binsOf(known), groups }
}

/** Official stations of a period with figures of use. Their reports were reviewed: the rules mark none. */
async function officialStations(db: Db, asked: StationsAsked): Promise<Spreading> {
  const found = await periodsWithUse(db, asked.source ?? {}, [asked.period])
  const groups = found.length > 0 ? await stationGroups(db, asked) : []
  const known = keptOfficial.get(groups) ?? { groups, flagged: [] }
  keptOfficial.set(groups, known)
  return known
}

const keptOfficial = new WeakMap<readonly StationGroup[], Spreading>()

const keptSpread = new WeakMap<Spreading, Found>()

/** Returns how the hours of a quarter spread over its stations: bins, and quantiles by groups. Kept as the marks are. */
export async function usageSpread(
  db: Db,
  filter: StationFilter,
  user: Caller,
  today: string,
): Promise<Spread> {
  const period = askedQuarter(filter, today)
  if (!period) return { bins: [], rows: [] }
  const { year: _year, quarter: _quarter, side, edition, ...conditions } = filter
  const asked = { filter: conditions, user, period }
  const marks =
    side === 'warehouse'
      ? await officialStations(db, { ...asked, source: { side, edition } })
      : await usageMarks(db, asked)
  const found = keptSpread.get(marks) ?? foundIn(marks)
  keptSpread.set(marks, found)
  const nameOf = await loadNames(db, ['appSubScenario', 'region'], filter)
  return { bins: found.bins, rows: found.groups.map((row) => spreadRow(row, nameOf)) }
}
