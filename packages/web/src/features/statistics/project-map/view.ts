import { roundTo } from '@xinchu/validators'
import type { Box } from '../options/map-labels.ts'

/** Part of the map that is shown. */
export interface View {
  lng: number
  lat: number
  /** A step doubles the scale; at 0 all longitudes are 256 px wide. */
  zoom: number
}

/** In px. */
export interface Size {
  width: number
  height: number
}

export interface Spot {
  x: number
  y: number
}

/** Height of a degree over its width in the chart library's maps. */
const STRETCH = 1 / 0.75
/** Width of a cell of marks in px. */
export const CELL = 56
export const CLOSEST = 15
const FARTHEST = 2
/** Room around a fitted division in px. */
const MARGIN = 14
const PRECISION = 4

const clamped = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Pixels of a degree of longitude. */
export const scaleAt = (zoom: number): number => (2 ** zoom * 256) / 360

/** Whole degrees of a view's frame. */
export function boxOf({ lng, lat, zoom }: View, { width, height }: Size): Box {
  const scale = scaleAt(zoom)
  const [aside, above] = [width / 2 / scale, height / 2 / scale / STRETCH]
  return [lng - aside, lat - above, lng + aside, lat + above]
}

/** Place of a position in the frame of a view. */
export function spotOf(view: View, { width, height }: Size, lng: number, lat: number): Spot {
  const scale = scaleAt(view.zoom)
  return { x: width / 2 + (lng - view.lng) * scale, y: height / 2 - (lat - view.lat) * scale * STRETCH }
}

const valid = ({ lng, lat, zoom }: View): View => ({
  lng: roundTo(clamped(lng, 73, 136), PRECISION),
  lat: roundTo(clamped(lat, 3, 54), PRECISION),
  zoom: roundTo(clamped(zoom, FARTHEST, CLOSEST), 2),
})

/** The closest view that shows a box whole. */
export function fitted([west, south, east, north]: Box, { width, height }: Size): View {
  const room = { width: Math.max(width - 2 * MARGIN, 1), height: Math.max(height - 2 * MARGIN, 1) }
  const scale = Math.min(
    room.width / Math.max(east - west, 1e-4),
    room.height / (Math.max(north - south, 1e-4) * STRETCH),
  )
  // Rounded down, so that nothing is cut.
  const zoom = Math.floor(Math.log2((scale * 360) / 256) * 100) / 100
  return valid({ lng: (west + east) / 2, lat: (south + north) / 2, zoom })
}

/** A view moved by px. */
export function panned(view: View, right: number, down: number): View {
  const scale = scaleAt(view.zoom)
  return valid({ ...view, lng: view.lng - right / scale, lat: view.lat + down / scale / STRETCH })
}

/** A view zoomed by steps, in which what lies at a spot stays there. */
export function zoomed(view: View, size: Size, steps: number, spot?: Spot): View {
  const zoom = clamped(view.zoom + steps, FARTHEST, CLOSEST)
  const aside = (spot?.x ?? size.width / 2) - size.width / 2
  const below = (spot?.y ?? size.height / 2) - size.height / 2
  const gain = 1 / scaleAt(view.zoom) - 1 / scaleAt(zoom)
  return valid({ lng: view.lng + aside * gain, lat: view.lat - (below * gain) / STRETCH, zoom })
}

/** The places of two fingers. */
export type Fingers = readonly [Spot, Spot]

const middleOfTwo = ([a, b]: Fingers): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apart = ([a, b]: Fingers) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

/** A view moved and zoomed by two fingers: what lay between them stays between them. */
export function pinched(from: View, size: Size, start: Fingers, now: Fingers): View {
  const [first, last] = [middleOfTwo(start), middleOfTwo(now)]
  const closer = zoomed(from, size, Math.log2(apart(now) / apart(start)), first)
  return panned(closer, last.x - first.x, last.y - first.y)
}

/** A view in an address. */
export const textOf = ({ lng, lat, zoom }: View): string => [lng, lat, zoom].join()

/** The view of an address; undefined if it is none. */
export function viewOf(text: string | number | undefined): View | undefined {
  const [lng, lat, zoom, ...more] = String(text ?? '')
    .split(',')
    .map((each) => (each.trim() === '' ? Number.NaN : Number(each)))
  if (lng === undefined || lat === undefined || zoom === undefined || more.length > 0) return undefined
  return [lng, lat, zoom].every(Number.isFinite) ? valid({ lng, lat, zoom }) : undefined
}

/** Width of a view's cells in degrees. */
export const cellOf = ({ zoom }: View): number => roundTo(Math.max(CELL / scaleAt(zoom), 1e-4), 6)

/** Cells of a view as a frame: a cell at the edge is asked for as a whole, so that its mark does not change with the view. */
export function frameOf(view: View, size: Size): Box {
  const cell = cellOf(view)
  const [west, south, east, north] = boxOf(view, size)
  const edge = (at: number, step: number, round: (value: number) => number, half: number) =>
    roundTo((round(at / step - half) + half) * step, PRECISION)
  return [
    edge(west, cell, Math.floor, 0.5),
    edge(south, cell / STRETCH, Math.floor, 0.5),
    edge(east, cell, Math.ceil, 0.5),
    edge(north, cell / STRETCH, Math.ceil, 0.5),
  ]
}

/** Middle of the cell of a position in degrees. */
export function middleOf(cell: number, lng: number, lat: number): readonly [lng: number, lat: number] {
  const low = cell / STRETCH
  return [Math.round(lng / cell) * cell, Math.round(lat / low) * low]
}
