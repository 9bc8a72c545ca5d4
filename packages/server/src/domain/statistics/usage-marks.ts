import { roundTo } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { groupedBy } from '../grouped.ts'
import { CONFIRMED_HOURS, OUTLIER_RULES } from './outlier-rules.ts'
import { boundIn, Merged } from './quantiles.ts'
import { summaryOf } from './station-summary.ts'
import {
  type StationGroup,
  type StationMark,
  type StationsAsked,
  stationGroups,
  stationMarks,
} from './station-use.ts'

/** Shares of peers that a station must not be below or above. */
const [LEAST, MOST] = [0.01, 0.99]
/** Decimals of power and energy. */
const DECIMALS = 4

/** Hours of a scenario that few peers are below or above. */
interface Limits {
  least: number
  most: number
}

/** Stations of a filter, and their values that the rules mark. */
export interface Marks {
  groups: readonly StationGroup[]
  /** In the order of the list. */
  marked: readonly StationMark[]
  /** A value of each project that has one that nobody has confirmed. */
  flagged: readonly StationMark[]
  /** Mean hours of all stations, and without those flagged, weighted by power. Null without a station. */
  hours: number | null
  hoursWithout: number | null
}

/** What marks follow from, each as it is kept. */
type Basis = readonly [
  peers: readonly StationGroup[],
  groups: readonly StationGroup[],
  found: readonly StationMark[],
]

const limitsOf = new WeakMap<readonly StationGroup[], ReadonlyMap<string, Limits>>()

/** Limits of each scenario among stations that ran. */
function peerLimits(peers: readonly StationGroup[]): ReadonlyMap<string, Limits> {
  const known = limitsOf.get(peers)
  if (known) return known
  const running = peers.filter(({ is_idle: isIdle, hours }) => !isIdle && hours !== null)
  const limits = new Map<string, Limits>()
  for (const [scenario, groups] of groupedBy(running, (group) => group.scenario)) {
    const hours = new Merged(groups.map((group) => summaryOf(group).sorted))
    limits.set(scenario, { least: hours.atShare(LEAST), most: hours.atShare(MOST) })
  }
  limitsOf.set(peers, limits)
  return limits
}

/** Indices of the stations of a group beyond the limits. */
function placesBeyond(group: StationGroup, { least, most }: Limits): number[] {
  const { sorted, order } = summaryOf(group)
  const above = boundIn(sorted, most, [0, sorted.length], true)
  return [...order.subarray(0, boundIn(sorted, least, [0, sorted.length], false)), ...order.subarray(above)]
}

/** Marks of hours above or below those of almost all peers. */
function unlikePeers([peers, groups, found]: Basis): StationMark[] {
  const limits = peerLimits(peers)
  const confirmed = new Map(
    found.flatMap((mark) => (mark.rule === CONFIRMED_HOURS ? [[mark.project_id, mark] as const] : [])),
  )
  return groups.flatMap((group) => {
    const limit = group.is_idle ? undefined : limits.get(group.scenario)
    if (!limit) return []
    const { province_code, place, scenario, is_user } = group
    return placesBeyond(group, limit).map((at): StationMark => {
      const value = group.hours?.[at] ?? 0
      const project = group.projects?.[at] ?? 0
      const confirmation = confirmed.get(project)
      // One literal: thousands of these are made and sorted.
      return {
        rule: CONFIRMED_HOURS,
        indicator: 'equivalentUtilizationHours',
        value,
        bound: value > limit.most ? limit.most : limit.least,
        project_id: project,
        province_code,
        power: group.powers?.[at] ?? null,
        moved: group.energies?.[at] ?? null,
        hours: value,
        place,
        scenario,
        is_user,
        confirmed_reason: confirmation?.confirmed_reason ?? null,
        confirmed_by: confirmation?.confirmed_by ?? null,
        confirmed_name: confirmation?.confirmed_name ?? null,
        confirmed_at: confirmation?.confirmed_at ?? null,
      }
    })
  })
}

const RANKS = new Map<StationMark['rule'], number>(OUTLIER_RULES.map((rule, at) => [rule, at]))

/** A mark with what it is sorted by. Marks themselves have several shapes, which are slow to compare. */
interface Placed {
  rank: number
  power: number
  project: number
  indicator: string
  mark: StationMark
}

const placed = (mark: StationMark): Placed => ({
  rank: RANKS.get(mark.rule) ?? 0,
  power: mark.power ?? -1,
  project: mark.project_id,
  indicator: mark.indicator,
  mark,
})

/** Sorts by rule, then the largest first. */
const inOrder = (marks: readonly StationMark[]): StationMark[] =>
  marks
    .map(placed)
    .sort(
      (a, b) =>
        a.rank - b.rank || b.power - a.power || a.project - b.project || (a.indicator < b.indicator ? -1 : 1),
    )
    .map(({ mark }) => mark)

interface Use {
  moved: number | null
  power: number | null
}

/** Adds up stations with known energy. */
function sumOf(stations: Iterable<Use>): { moved: number; power: number } {
  const sums = { moved: 0, power: 0 }
  for (const { moved, power } of stations)
    if (moved !== null) {
      sums.moved += moved
      sums.power += power ?? 0
    }
  return { moved: roundTo(sums.moved, DECIMALS), power: roundTo(sums.power, DECIMALS) }
}

const meanOf = ({ moved, power }: { moved: number; power: number }): number | null =>
  power === 0 ? null : moved / power

function marksFrom(basis: Basis): Marks {
  const [, groups, found] = basis
  const marked = inOrder([...found.filter(({ rule }) => rule !== CONFIRMED_HOURS), ...unlikePeers(basis)])
  const open = new Map(
    marked.flatMap((mark) => (mark.confirmed_at === null ? [[mark.project_id, mark] as const] : [])),
  )
  const all = sumOf(groups)
  const without = sumOf(open.values())
  const rest = {
    moved: roundTo(all.moved - without.moved, DECIMALS),
    power: roundTo(all.power - without.power, DECIMALS),
  }
  return { groups, marked, flagged: [...open.values()], hours: meanOf(all), hoursWithout: meanOf(rest) }
}

const keptMarks = new WeakMap<Basis[1], { basis: Basis; marks: Marks }>()

/**
 * Returns the values of stations that the rules mark. Peers are all stations in the caller's scope, so that a chosen place or
 * technology changes no mark. The parts are kept by province; the marks are found again when one of them has changed.
 */
export async function usageMarks(db: Db, asked: StationsAsked): Promise<Marks> {
  const basis = await Promise.all([
    stationGroups(db, { ...asked, filter: {} }),
    stationGroups(db, asked),
    stationMarks(db, asked),
  ])
  const known = keptMarks.get(basis[1])
  if (known?.basis.every((each, at) => each === basis[at])) return known.marks
  const marks = marksFrom(basis)
  keptMarks.set(basis[1], { basis, marks })
  return marks
}
