import type { MapPoint } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { Box } from '../options/map-labels.ts'
import { CELL, CLOSEST, middleOf, type Size, type Spot, spotOf, type View } from './view.ts'

/** A project or a cluster of projects in the frame of a view. */
export interface Mark extends Spot {
  key: string
  point: MapPoint
  radius: number
  /** Letter in the mark, by which a list beside the map names its project. */
  letter?: string | undefined
  /** Short name of the division that the mark stands for. */
  name?: string | undefined
  /** Whether the power of a division has room, too. */
  isRoomy?: boolean
}

/** Radius in px of the largest size of the key. Two of them fit a cell. */
const LARGEST = CELL / 2
const SMALLEST = 5
/** Room of a cluster's two lines in px. */
const TEXT = { width: 22, height: 13 }
const SIZES = [1, 0.2, 0.05]

/** The next of 1, 2 and 5 times a power of ten that is not smaller. */
function ceiling(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 2, 5, 10].map((step) => step * unit).find((each) => each >= value) ?? value
}

/** Power in MW that the largest circle stands for. */
export const largestOf = (points: readonly MapPoint[]): number =>
  ceiling(Math.max(1, ...points.map(({ ratedPower }) => ratedPower)))

/** Radius of a power, so that the area is in proportion to it. */
export const radiusOf = (power: number, largest: number): number =>
  Math.max(SMALLEST, LARGEST * Math.sqrt(power / largest))

/** Three sizes of the key in MW. */
export const sizesOf = (largest: number): readonly number[] => SIZES.map((part) => part * largest)

export const keyOf = ({ id, regionCode, longitude, latitude }: MapPoint): string =>
  regionCode ?? (id === undefined ? `${longitude},${latitude}` : String(id))

/** Keeps a cluster's circle and text in its cell, so that neighbours do not overlap. */
function inCell(spot: Spot, middle: Spot, radius: number): Spot {
  const kept = (at: number, half: number, centre: number) => {
    const play = Math.max(0, CELL / 2 - half)
    return Math.min(centre + play, Math.max(centre - play, at))
  }
  return {
    x: kept(spot.x, Math.max(radius, TEXT.width), middle.x),
    y: kept(spot.y, Math.max(radius, TEXT.height), middle.y),
  }
}

/** Marks of points in a view, the largest first so that the others lie on top. */
export function marksOf(points: readonly MapPoint[], cell: number, view: View, size: Size): Mark[] {
  const largest = largestOf(points)
  return points.map((point) => {
    const { longitude, latitude, ratedPower, count } = point
    const radius = radiusOf(ratedPower, largest)
    const spot = spotOf(view, size, longitude, latitude)
    const middle = spotOf(view, size, ...middleOf(cell, longitude, latitude))
    return {
      key: keyOf(point),
      point,
      radius,
      ...(count === undefined ? spot : inCell(spot, middle, radius)),
    }
  })
}

/** Whether a mark lies in the frame. */
export const isInside = ({ x, y }: Spot, { width, height }: Size): boolean =>
  x >= 0 && x <= width && y >= 0 && y <= height

/** Whether a point lies in a frame of degrees. A division does if its projects reach into it, wherever its seat is. */
export function reaches(point: MapPoint, [west, south, east, north]: Box): boolean {
  const { longitude, latitude, regionCode, bbox } = point
  const own = regionCode === undefined ? undefined : bbox
  const [left = longitude, low = latitude, right = longitude, high = latitude] = own ?? []
  return left <= east && right >= west && low <= north && high >= south
}

const WAYS: Readonly<Record<string, Spot>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}

/** The nearest mark in the direction of an arrow key; one that lies aside counts as farther. */
export function nextMark(marks: readonly Mark[], from: Spot, arrow: string): Mark | undefined {
  const way = WAYS[arrow]
  if (!way) return undefined
  const rated = marks.flatMap((mark) => {
    const [right, down] = [mark.x - from.x, mark.y - from.y]
    const ahead = right * way.x + down * way.y
    const aside = Math.abs(right * way.y) + Math.abs(down * way.x)
    return ahead > 0.5 && aside <= 2 * ahead ? [{ mark, rate: ahead + 2 * aside }] : []
  })
  return rated.sort((a, b) => a.rate - b.rate)[0]?.mark
}

/** Whether a closer view splits a cluster. */
export function canSplit({ bbox }: MapPoint, { zoom }: View): boolean {
  const [west, south, east, north] = bbox ?? []
  return zoom < CLOSEST && (west !== east || south !== north)
}

/** Power and energy of a mark. */
export const scaleText = ({ ratedPower, ratedEnergy }: MapPoint): string =>
  `${quantity(ratedPower, 'MW')} MW / ${quantity(ratedEnergy, 'MWh')} MWh`

/** Accessible name of a project's mark. */
export const nameOf = ({ projectName = '', ...point }: MapPoint): string =>
  `${projectName}，${scaleText(point)}`
