import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { MapPoint } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { regionQuery } from '../../../app/session-queries.ts'
import { statisticsQueries } from '../queries.ts'
import type { LocationFilter, LocationState } from '../use-locations.ts'
import { hasOnlyCounties, levelOf } from './levels.ts'
import type { View } from './view.ts'
import { boxOf, cellOf, frameOf, type Size } from './view.ts'

interface PointsSubject {
  state: LocationState
  /** The settled view, and the zoom of the whole of the shown division. */
  view: View
  wholeZoom: number
  isWhole: boolean
  room: Size
  isReady: boolean
}

/** Sums of points: projects, those with a position, MW and MWh. */
export function sumsOf(points: readonly MapPoint[]) {
  const sums = { count: 0, located: 0, power: 0, energy: 0 }
  for (const { count = 1, located = count, ratedPower, ratedEnergy = 0 } of points) {
    sums.count += count
    sums.located += located
    sums.power += ratedPower
    sums.energy += ratedEnergy
  }
  return sums
}

const FRAME_DECIMALS = 4
/** Width of a cell in degrees that gathers the projects of a view in a few. */
const WIDE_CELL = 20

/** Sums of the projects that lie in a frame; asked for only where there is one. */
function useSumsIn(filter: LocationFilter, bbox: number[] | undefined) {
  const reply = useQuery({
    ...statisticsQueries.locations({ ...filter, cell: WIDE_CELL, ...(bbox && { bbox }) }),
    enabled: bbox !== undefined,
  })
  return { reply, sums: bbox && reply.data && sumsOf(reply.data) }
}

/** The first failure of reads without an answer, and how all that failed are read again. */
function failureOf(reads: readonly UseQueryResult<unknown>[]) {
  const failed = reads.filter(({ error, data }) => error !== null && data === undefined)
  return {
    error: failed[0]?.error ?? undefined,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

export type Sums = ReturnType<typeof sumsOf>

/** Points of the level of a view, and the sums of the page's whole scope, which do not follow the view. */
export function useMapPoints({ state, view, wholeZoom, isWhole, room, isReady }: PointsSubject) {
  const { filter, area, group, isOwner } = state
  const { codes } = area
  const { data: tree = [] } = useQuery(regionQuery)
  const whole = useQuery(statisticsQueries.locations({ ...filter, level: 'province' }))
  const scope = whole.isPlaceholderData ? undefined : whole.data && sumsOf(whole.data)
  const province = tree.find(({ value }) => value === codes.provinceCode)
  const level = levelOf({
    codes,
    zoom: view.zoom,
    wholeZoom,
    isMunicipality: province !== undefined && hasOnlyCounties(province),
    owned: isOwner ? scope?.count : undefined,
  })
  const cell = cellOf(view)
  // Of the whole nation nothing lies outside of the frame.
  const isNation = isWhole && Object.keys(codes).length === 0 && group.length === 0
  const bbox = isNation ? undefined : [...frameOf(view, room)]
  const query = level === 'project' ? { ...filter, cell, ...(bbox && { bbox }) } : { ...filter, level }
  const reply = useQuery({
    ...statisticsQueries.locations(query),
    // An owner's projects are counted first, because few are shown one by one.
    enabled: isReady && (!isOwner || scope !== undefined),
  })
  /** Frame of the listed projects; undefined for the whole scope. */
  const frame = isWhole ? undefined : boxOf(view, room).map((each) => roundTo(each, FRAME_DECIMALS))
  const inside = useSumsIn(filter, isReady ? frame : undefined)
  return {
    ...{ level, cell, reply, scope, bbox: frame, ...failureOf([reply, whole, inside.reply]) },
    /** Sums of the projects in view; undefined until they are known. */
    inView: isWhole ? reply.data && sumsOf(reply.data) : inside.sums,
    /** Whether what is in view is that of the view before. */
    isStale: reply.isPlaceholderData || (!isWhole && inside.reply.isPlaceholderData),
  }
}
