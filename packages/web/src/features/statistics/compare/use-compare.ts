import type { StatPeriod } from '@xinchu/sdk'
import {
  type CompareMode,
  chosenPlaces,
  compareModeIn,
  defaultBase,
  NOW,
  periodText,
  WHOLE,
} from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import { type RegionNode, usePorts } from '../../../ui/ports.ts'
import type { Area, AreaLevel } from '../use-area.ts'
import type { Periods } from '../use-periods.ts'
import { usePeriodsThen } from '../use-periods-then.ts'
import { type ScaleFilter, useScale } from '../use-scale.ts'
import { usePlaceAmounts } from './reads.ts'
import { isFinal, isSameBasis, periodCell, periodName, type Side } from './sides.ts'

export interface CompareState {
  mode: CompareMode
  area: Area
  unit: Unit
  /** Conditions that both sides share. */
  filter: ScaleFilter
  periods: Periods
  /** Undefined until the periods are known, or if there is nothing to compare with. */
  sides: readonly [base: Side, current: Side] | undefined
  /** The places to choose from are not known yet. */
  isLoading: boolean
  /** Divisions to choose from. */
  places: readonly PlaceNode[]
  /** False where the sides count different projects. */
  isComparable: boolean
  /** Swaps the sides. */
  swap: () => void
  /** Conditions of the period that the address names beside a figure. */
  conditionsOf: (rows: string) => ScaleFilter
}

/** A period of the address; the working records of today are one as well. */
interface Time {
  period: StatPeriod | undefined
  text: string
}

const timeOf = (period: StatPeriod | undefined): Time | undefined =>
  period && { period, text: periodText(period) }

const NOW_TIME: Time = { period: undefined, text: NOW }

function useTimes(periods: Periods, search: Area['search']) {
  const find = (name: string) => {
    if (search[name] === NOW) return NOW_TIME
    return timeOf(periods.periods.find((each) => periodText(each) === search[name]))
  }
  const current = find('quarter') ?? timeOf(periods.period)
  const base = find('base') ?? timeOf(defaultBase(periods.periods, current?.period))
  return { current, base }
}

/** A division of the platform's tree. */
type PlaceNode = RegionNode & { shortName?: string; regionGroup?: string }

/** Divisions in the scope that can be compared. */
function placesOf({ children, regionGroup }: Area): readonly PlaceNode[] {
  const inRegion = (each: PlaceNode) => regionGroup === undefined || each.regionGroup === regionGroup
  return (children as readonly PlaceNode[]).filter((each) => !each.endedOn && inRegion(each))
}

/** State of a comparison, all of it in the address. */
export function useCompare(level: AreaLevel): CompareState {
  const { area, filter, unit, ...scale } = useScale(level)
  const periods = usePeriodsThen(scale.periods, filter.asOf)
  const [search, change] = usePorts().useSearch()
  const mode = compareModeIn(search)
  const { year: _year, quarter: _quarter, ...common } = filter
  const { asOf: _asOf, ...present } = common
  const filterOf = (period: StatPeriod | undefined): ScaleFilter =>
    period ? { ...common, year: period.year, quarter: period.quarter } : { ...present, source: 'work' } // only these are of today
  const times = useTimes(periods, search)
  const isReady = !periods.isPending && times.current !== undefined
  const places = placesOf(area)
  const amounts = usePlaceAmounts(filterOf(times.current?.period), unit, isReady && mode !== 'periods')
  const set = (values: Readonly<Record<string, string | undefined>>) => change({ ...search, ...values })

  const timeSide = ({ period }: Time): Side => ({
    name: periodName(period, common.source),
    period,
    filter: filterOf(period),
    place: undefined,
    cells: periodCell(period),
  })
  const nameOf = (code: string) => {
    const place = places.find(({ value }) => value === code)
    return code === WHOLE ? area.name : (place?.shortName ?? place?.label ?? code)
  }
  const placeSide = (code: string, period: StatPeriod | undefined): Side => ({
    name: nameOf(code),
    period,
    filter: filterOf(period),
    place: code === WHOLE ? undefined : code,
    cells: [...periodCell(period), ...(code === WHOLE ? [] : [`region:${code}`])],
  })
  const isLoading = isReady && amounts === undefined
  const state = { mode, area, unit, filter: common, periods, places, isLoading }
  const conditionsOf = (rows: string) => {
    const named = periods.periods.find((each) => rows.includes(`quarter:${periodText(each)}`))
    return filterOf(named)
  }
  if (mode === 'periods') {
    const { base, current } = times
    const sides: CompareState['sides'] =
      isReady && base && current ? [timeSide(base), timeSide(current)] : undefined
    return {
      ...state,
      sides,
      isComparable: sides === undefined || isSameBasis(...sides),
      swap: () => set({ base: current?.text, quarter: base?.text }),
      conditionsOf,
    }
  }
  const { current, base } = chosenPlaces(mode, search, amounts?.map(({ key }) => key) ?? [])
  const time = times.current
  return {
    ...state,
    sides:
      isReady && time && current && base
        ? [placeSide(base, time.period), placeSide(current, time.period)]
        : undefined,
    isComparable: true,
    swap: () => set({ place: base, basePlace: current }),
    conditionsOf,
  }
}

/** Whether a side's marks are solid. */
export const isSolid = ({ period, filter }: Side): boolean => isFinal(period, filter.source)
