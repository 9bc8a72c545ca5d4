import { useQuery } from '@tanstack/react-query'
import type { MapPoint } from '@xinchu/sdk'
import { regionQuery } from '../../../app/session-queries.ts'
import { statisticsQueries } from '../queries.ts'
import type { LocationState } from '../use-locations.ts'
import { hasOnlyCounties, levelOf } from './levels.ts'
import type { View } from './view.ts'
import { cellOf, frameOf, type Size } from './view.ts'

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
  return { level, cell, reply, scope }
}
