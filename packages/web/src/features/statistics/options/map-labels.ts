import { quantity } from '@xinchu/validators'

/** West, south, east and north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number]

export interface MapPart {
  name: string
  /** Undefined in an operator's own map. */
  box: Box | undefined
  /** Position of the label. */
  cp: readonly [lng: number, lat: number] | undefined
}

/** Returns whether a part's label is outside of its box. */
export function isBeside({ box, cp }: MapPart): boolean {
  if (!box || !cp) return false
  const [west, south, east, north] = box
  const [lng, lat] = cp
  return lng < west || lng > east || lat < south || lat > north
}

/** Common name of a division that has no entry in the platform's tree, such as 台湾. */
export const shortNameOf = (name: string): string => name.replace(/(省|特别行政区)$/, '')

/** Size in px of the drawn outlines, for which labels are chosen. */
export interface MapRoom {
  width: number
  height: number
}

/** Of the map of a page. */
const ROOM: MapRoom = { width: 620, height: 430 }
/** Height of a degree over its width in the library's projection. */
const STRETCH = 1 / 0.75
const CHARACTER = 12
const DIGIT = 6.6
const LINE = 14
/** From the middle of a mark to its label. */
const MARK = 12
const HALF_MARK = 7
/** Least distance of two labels on one line. */
const GAP = 4

/** Smallest box around boxes. */
export const around = (boxes: readonly Box[]): Box | undefined =>
  boxes.length === 0
    ? undefined
    : [
        Math.min(...boxes.map(([west]) => west)),
        Math.min(...boxes.map(([, south]) => south)),
        Math.max(...boxes.map(([, , east]) => east)),
        Math.max(...boxes.map(([, , , north]) => north)),
      ]

/** Pixels of a degree of longitude when a box fills a map. */
export function scaleOf([west, south, east, north]: Box, { width, height } = ROOM): number {
  return Math.min(width / (east - west), height / ((north - south) * STRETCH))
}

const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (/[\d.,<− -]/.test(sign) ? DIGIT : CHARACTER), 0)

/** Name of a part with its value on a second line, or without the value where the part is too narrow for it. */
function labelOfPart(
  { label, value, part }: Labelled,
  unit: string,
  scale: number,
  isSmall: boolean,
): string {
  if (value === undefined || !part?.box) return label
  const figures = quantity(value, unit)
  const [west, south, east, north] = part.box
  const [lng] = part.cp ?? [(west + east) / 2]
  // On a small map a value that reached over the coast would be lost, because it has the colour for its own area.
  const room = isSmall ? 2 * Math.min(lng - west, east - lng) : east - west
  const isWide = room * scale >= Math.max(widthOf(figures), widthOf(label))
  const isHigh = (north - south) * scale * STRETCH >= 2.5 * CHARACTER
  return isWide && isHigh ? `${label}\n${figures}` : label
}

export interface Labelled {
  name: string
  label: string
  value?: number | undefined
  /** Outlines of the division, or the position of one without outlines. */
  part?: MapPart | undefined
  position?: readonly [lng: number, lat: number]
}

type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** Room of a label in px: around its point, or right of a mark. */
function roomOf(text: string, { part, position }: Labelled, scale: number): Rectangle | undefined {
  const at = position ?? part?.cp
  if (!at || scale === 0) return undefined
  const lines = text.split('\n')
  const width = Math.max(...lines.map(widthOf))
  const height = lines.length * LINE
  const [x, y] = [at[0] * scale + (position ? MARK + width / 2 : 0), -at[1] * scale * STRETCH]
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
}

/** Room of a mark, which no label covers. */
const markAt = ([lng, lat]: readonly [number, number], scale: number): Rectangle => [
  lng * scale - HALF_MARK,
  -lat * scale * STRETCH - HALF_MARK,
  lng * scale + HALF_MARK,
  -lat * scale * STRETCH + HALF_MARK,
]

/** Whether rectangles overlap, or stand on one line without a gap. */
const touch = (a: Rectangle, b: Rectangle) =>
  a[0] < b[2] + GAP && b[0] < a[2] + GAP && a[1] < b[3] && b[1] < a[3]

/**
 * Labels of a map by name. One that would run into an earlier one loses its value, then is left out; without positions,
 * as in an operator's own map, all are kept.
 * @param isSmall gives each division its name before any has its value
 */
export function labelsOf(
  each: readonly Labelled[],
  unit: string,
  scale: number,
  isSmall = false,
): Map<string, string> {
  const marks = each.flatMap(({ position }) => (position ? [markAt(position, scale)] : []))
  const rooms = new Map<string, Rectangle>()
  const labels = new Map<string, string>()
  const place = (one: Labelled, text: string): boolean => {
    const room = roomOf(text, one, scale)
    if (room) {
      const others = [...rooms].flatMap(([name, other]) => (name === one.name ? [] : [other]))
      if ([...marks, ...others].some((other) => touch(room, other))) return false
      rooms.set(one.name, room)
    }
    labels.set(one.name, text)
    return true
  }
  if (isSmall) for (const one of each) place(one, one.label)
  for (const one of each) {
    const full =
      one.position && one.value !== undefined
        ? `${one.label} ${quantity(one.value, unit)}`
        : labelOfPart(one, unit, scale, isSmall)
    if (!place(one, full) && !labels.has(one.name)) place(one, one.label)
  }
  return labels
}
