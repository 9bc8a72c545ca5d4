import type { MapPoint } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import { figure } from '../../../lib/figures.ts'
import { keyOf, largestOf, type Mark, radiusOf } from './marks.ts'
import { type Room, spread } from './spread.ts'
import { type Size, type Spot, spotOf, type View } from './view.ts'

/** Width from which the power is written too, in px, and the most divisions for which it is at any width. */
const ROOMY = 560
const FEW = 20
/** Font and line of the text in px. */
export const FONT = 11
export const LINE = 12.5
/** Width of a digit, as a part of the font size. */
const DIGIT = 0.6

const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (/[\d.,]/.test(sign) ? DIGIT : 1) * FONT, 0)

/** Text of a division: its name, projects, and power in MW where the map is wide enough. */
export function linesOf({ point, name = '' }: Pick<Mark, 'point' | 'name'>, isRoomy: boolean): string[] {
  return [name, figure(point.count), ...(isRoomy ? [quantity(point.ratedPower, 'MW')] : [])]
}

export const isRoomy = ({ width }: Size, divisions: number): boolean => width >= ROOMY || divisions <= FEW

/** How far marks are moved from their divisions so that all can be read, in px. It depends on the zoom alone. */
export function shiftsOf(
  points: readonly MapPoint[],
  zoom: number,
  isWide: boolean,
  nameOf: (point: MapPoint) => string,
): readonly Spot[] {
  const largest = largestOf(points)
  const origin = { lng: 104, lat: 36, zoom }
  const rooms = points.map((point): Room => {
    const lines = linesOf({ point, name: nameOf(point) }, isWide)
    const across = 2 * radiusOf(point.ratedPower, largest)
    return {
      ...spotOf(origin, { width: 0, height: 0 }, point.longitude, point.latitude),
      width: Math.max(across, ...lines.map(widthOf)),
      height: Math.max(across, lines.length * LINE),
    }
  })
  return spread(rooms).map(({ x, y }, at) => ({ x: x - (rooms[at]?.x ?? x), y: y - (rooms[at]?.y ?? y) }))
}

/** Marks of divisions in a view, the largest first so that the others lie on top. */
export function divisionMarks(
  points: readonly MapPoint[],
  shifts: readonly Spot[],
  view: View,
  size: Size,
  nameOf: (point: MapPoint) => string,
): Mark[] {
  const largest = largestOf(points)
  return points.map((point, at) => {
    const { x, y } = spotOf(view, size, point.longitude, point.latitude)
    return {
      key: keyOf(point),
      point,
      name: nameOf(point),
      isRoomy: isRoomy(size, points.length),
      radius: radiusOf(point.ratedPower, largest),
      x: x + (shifts[at]?.x ?? 0),
      y: y + (shifts[at]?.y ?? 0),
    }
  })
}
