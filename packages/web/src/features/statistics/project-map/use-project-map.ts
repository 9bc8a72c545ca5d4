import { useQuery } from '@tanstack/react-query'
import { roundTo } from '@xinchu/validators'
import { useMemo } from 'react'
import { regionQuery } from '../../../app/session-queries.ts'
import { figure } from '../../../lib/figures.ts'
import { mapCode, NATION } from '../map-name.ts'
import { DARK, LIGHT } from '../palette.ts'
import { statisticsQueries } from '../queries.ts'
import { useDark } from '../use-dark.ts'
import type { LocationState } from '../use-locations.ts'
import { frameOfArea, NATIONAL, useFrames } from './fit.ts'
import { canSplit, largestOf, type Mark, marksOf } from './marks.ts'
import { nearest, seatsOf } from './seats.ts'
import { useMapView, useSize } from './use-map-view.ts'
import { useShown } from './use-shown.ts'
import { boxOf, cellOf, fitted, frameOf, type Size } from './view.ts'

/** Zoom from which provinces are drawn with their parts. */
const DETAILS_FROM = 6.5
const MOST_DETAILS = 6
const UNKNOWN: Size = { width: 720, height: 520 }
const NONE: readonly never[] = []

/** Everything that the map and its list show, of one address. */
export function useProjectMap({ filter, code, area, group }: LocationState) {
  const [size, hold] = useSize()
  const { data: frames, isPending: isFraming } = useFrames(code)
  const { data: tree } = useQuery(regionQuery)
  const palette = useDark() ? DARK : LIGHT
  const room = size ?? UNKNOWN
  const map = useMapView(frameOfArea(area.codes, frames ?? undefined, area.path, group) ?? NATIONAL, room)
  const cell = cellOf(map.settled)
  // Of the whole nation nothing lies outside of the frame.
  const isNation = map.isWhole && Object.keys(area.codes).length === 0 && group.length === 0
  const bbox = isNation ? undefined : [...frameOf(map.settled, room)]
  const query = { ...filter, cell, ...(bbox && { bbox }) }
  const reply = useQuery({
    ...statisticsQueries.locations(query),
    enabled: size !== undefined && !isFraming,
  })
  const points = reply.data
  const marks = useMemo(
    () => (points ? marksOf(points, cell, map.view, room) : NONE),
    [points, cell, map.view, room],
  )
  // Of the whole also what lies outside of the frame, such as islands that are in the inset.
  const [west, south, east, north] = boxOf(map.settled, room)
  const listed = useMemo(
    () =>
      marks.filter(
        ({ point: { longitude, latitude } }) =>
          map.isWhole || (longitude >= west && longitude <= east && latitude >= south && latitude <= north),
      ),
    [marks, map.isWhole, west, south, east, north],
  )
  const seats = useMemo(() => seatsOf(tree ?? []), [tree])
  const placeOf = ({ point }: Mark) => {
    const place = nearest(seats, point.longitude, point.latitude)
    return `${place ? `${place}一带 ` : ''}${figure(point.count)} 个项目`
  }
  const press = ({ point }: Mark) => {
    const [left, low, right, high] = point.bbox ?? []
    if (left === undefined || low === undefined || right === undefined || high === undefined) return
    const next = fitted([left, low, right, high], room)
    if (canSplit(point, map.view)) map.settle({ ...next, zoom: Math.max(next.zoom, map.view.zoom + 1) })
  }
  const details =
    mapCode(code) === NATION && map.settled.zoom >= DETAILS_FROM
      ? Object.entries(frames?.parts ?? {}).filter(
          ([, box]) => box[0] < east && box[2] > west && box[1] < north && box[3] > south,
        )
      : []
  return {
    ...{ size, hold, palette, map, marks, listed, placeOf, press, reply, ...useShown() },
    /** Frame of the listed projects; undefined for the whole nation. */
    bbox: bbox && (map.isWhole ? bbox : [west, south, east, north].map((each) => roundTo(each, 4))),
    largest: largestOf(points ?? NONE),
    canOpen: ({ point }: Mark) => canSplit(point, map.view),
    details: details.length > MOST_DETAILS ? '' : details.map(([each]) => each).join(),
  }
}
