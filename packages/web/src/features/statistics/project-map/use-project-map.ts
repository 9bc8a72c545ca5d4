import { useQuery } from '@tanstack/react-query'
import type { MapPoint } from '@xinchu/sdk'
import { useMemo } from 'react'
import { regionQuery } from '../../../app/session-queries.ts'
import { figure } from '../../../lib/figures.ts'
import { pathOfCode, placeOf as placeOfPath } from '../../../ui/form/regions.ts'
import type { RegionNode } from '../../../ui/ports.ts'
import { mapCode, NATION } from '../map-name.ts'
import { DARK, LIGHT } from '../palette.ts'
import { useDark } from '../use-dark.ts'
import type { LocationState } from '../use-locations.ts'
import { divisionMarks, isRoomy, shiftsOf } from './division-marks.ts'
import { type Frames, frameOfArea, NATIONAL, useFrames } from './fit.ts'
import { canSplit, largestOf, type Mark, marksOf, reaches } from './marks.ts'
import { useMapPoints } from './use-map-points.ts'
import { type MapView, useMapView, useSize } from './use-map-view.ts'
import { useShown } from './use-shown.ts'
import { boxOf, fitted, type Size } from './view.ts'

/** Zoom from which provinces are drawn with their parts. */
const DETAILS_FROM = 6.5
const MOST_DETAILS = 6
const UNKNOWN: Size = { width: 720, height: 520 }
const NONE: readonly never[] = []

/** Short names of divisions by code. */
function useNames() {
  const { data: tree } = useQuery(regionQuery)
  return useMemo(() => {
    const names = new Map<string, string>()
    const add = (nodes: readonly (RegionNode & { shortName?: string })[]) => {
      for (const { value, label, shortName = label, children } of nodes) {
        names.set(value, shortName)
        add(children ?? [])
      }
    }
    add(tree ?? [])
    return ({ regionCode = '', regionName = '' }: MapPoint) => names.get(regionCode) ?? regionName
  }, [tree])
}

/** Marks of points in a view: divisions moved apart, or clusters and projects where they lie. */
function useMarks(points: readonly MapPoint[], cell: number, { view, settled }: MapView, room: Size): Mark[] {
  const nameOf = useNames()
  const isOfDivisions = points.some(({ regionCode }) => regionCode !== undefined)
  const isWide = isRoomy(room, points.length)
  // Not those of each frame while the map is zoomed.
  const { zoom } = settled
  const shifts = useMemo(
    () => (isOfDivisions ? shiftsOf(points, zoom, isWide, nameOf) : NONE),
    [points, zoom, isWide, nameOf, isOfDivisions],
  )
  return useMemo(
    () =>
      isOfDivisions ? divisionMarks(points, shifts, view, room, nameOf) : marksOf(points, cell, view, room),
    [points, shifts, cell, view, room, nameOf, isOfDivisions],
  )
}

/** Provinces whose parts are drawn in a frame of the nation. */
function detailsIn(frames: Frames | undefined, [west, south, east, north]: ReturnType<typeof boxOf>): string {
  const found = Object.entries(frames?.parts ?? {}).filter(
    ([, box]) => box[0] < east && box[2] > west && box[1] < north && box[3] > south,
  )
  return found.length > MOST_DETAILS ? '' : found.map(([each]) => each).join()
}

/** Name of a mark of several projects: the division, or one of them. */
const placeOf = ({ point: { regionName, projectName, count } }: Mark): string =>
  regionName === undefined
    ? `${projectName === undefined ? '' : `${projectName}等 `}${figure(count)} 个项目`
    : `${regionName} ${figure(count)} 个项目`

/** Everything that the map and its list show, of one address. */
export function useProjectMap(state: LocationState) {
  const { code, area, group } = state
  const [size, hold] = useSize()
  const { data: frames, isPending: isFraming } = useFrames(code)
  const { data: tree } = useQuery(regionQuery)
  const palette = useDark() ? DARK : LIGHT
  const room = size ?? UNKNOWN
  const whole = frameOfArea(area.codes, frames ?? undefined, area.path, group) ?? NATIONAL
  const map = useMapView(whole, room)
  const { cell, ...read } = useMapPoints({
    state,
    view: map.settled,
    wholeZoom: fitted(whole, room).zoom,
    isWhole: map.isWhole,
    room,
    isReady: size !== undefined && !isFraming,
  })
  const points = read.reply.data ?? NONE
  const marks = useMarks(points, cell, map, room)
  // Of the whole also what lies outside of the frame, such as islands that are in the inset.
  const [west, south, east, north] = boxOf(map.settled, room)
  const listed = useMemo(
    () => marks.filter(({ point }) => map.isWhole || reaches(point, [west, south, east, north])),
    [marks, map.isWhole, west, south, east, north],
  )
  /** Place of a division that is not shown yet. */
  const partOf = ({ regionCode = '', provinceCode }: MapPoint) => {
    const path =
      regionCode === provinceCode && area.codes.provinceCode ? [] : pathOfCode(tree ?? [], regionCode)
    return path.length > 0 ? placeOfPath(path) : undefined
  }
  const press = ({ point }: Mark) => {
    const part = partOf(point)
    if (part) area.choose(part)
    const [left, low, right, high] = point.bbox ?? []
    if (point.regionCode !== undefined || left === undefined || low === undefined) return
    const next = fitted([left, low, right ?? left, high ?? low], room)
    if (canSplit(point, map.view)) map.settle({ ...next, zoom: Math.max(next.zoom, map.view.zoom + 1) })
  }
  const isDetailed = mapCode(code) === NATION && map.settled.zoom >= DETAILS_FROM
  return {
    ...{ size, hold, palette, map, marks, listed, placeOf, press, ...read, ...useShown() },
    largest: largestOf(points),
    canOpen: ({ point }: Mark) =>
      point.regionCode === undefined ? canSplit(point, map.view) : partOf(point) !== undefined,
    details: isDetailed ? detailsIn(frames ?? undefined, [west, south, east, north]) : '',
  }
}

export type ProjectMapView = ReturnType<typeof useProjectMap>
